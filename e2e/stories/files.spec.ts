import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

test("in a tab that is paired with no runner a table is chosen, cleaned, and saved as a download", async ({
  page,
  runner,
}) => {
  await page.goto(runner.url);
  await page.getByRole("button", { name: "Clean a table" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  const ask = run.ask("Read the table");
  await ask.getByRole("button", { name: "Answer" }).click();
  await expect(ask.getByText("Choose a file.", { exact: true })).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await ask.getByRole("button", { name: /people\.csv/ }).click();
  const buffer = Buffer.from("name,town\r\nAda , Rome\r\nAda,Rome\r\n,\r\n");
  await (await chooser).setFiles({ name: "mine.csv", mimeType: "text/csv", buffer });
  await expect(ask.getByText("mine.csv")).toBeVisible();
  // What was chosen is a draft like any other: it is there again after a reload.
  await page.reload();
  await expect(ask.getByText("A file is chosen")).toBeVisible();
  await ask.getByRole("button", { name: "Answer" }).click();
  const download = page.waitForEvent("download");
  await run.ask("Write the clean table").getByRole("button", { name: "Download", exact: true }).click();
  expect(await readFile(await (await download).path(), "utf8")).toBe("name,town\r\nAda,Rome\r\n");
  await run.ended("success");
  await expect(page.getByText("Kept 1 of 3 rows.").first()).toBeVisible();
});
