import { expect } from "@playwright/test";
import type {} from "../../src/app/console.ts";
import { test } from "../pages/storyTest.ts";

const workflow = (name: string) => ({
  format: "tickwork/workflow@1",
  name,
  steps: { end: { kind: "stop", accepts: ["Start"], config: { result: '"done"' } } },
});

test("runs are narrowed, tagged, kept by their tag, and deleted many at once", async ({ page, runner }) => {
  await page.goto(runner.url);
  await page.waitForFunction(() => "tickwork" in window);
  for (const name of ["nightly", "nightly", "nightly", "review"]) {
    await page.evaluate((document) => window.tickwork.start(document as never, null), workflow(name));
  }
  const list = page.getByRole("table", { name: "Runs" });
  const rows = list.locator("tr[data-run-row]");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("success");

  await page.getByRole("searchbox", { name: "Search runs" }).fill("nightly");
  await expect(rows).toHaveCount(3);
  await expect(page.getByText("3 of 4 runs")).toBeVisible();

  await rows
    .last()
    .getByRole("button", { name: /More for nightly/ })
    .click();
  await page.getByRole("menuitem", { name: "Tags …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "keep" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect(rows.last()).toContainText("keep");
  await page.getByRole("combobox", { name: "Tag" }).click();
  await page.getByRole("option", { name: /keep/ }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Clear", exact: true }).click();

  await page.getByRole("combobox", { name: "Workflow" }).click();
  await page.getByRole("option", { name: /nightly/ }).click();
  await expect(rows).toHaveCount(3);
  await rows.nth(0).getByRole("checkbox").check();
  await rows.nth(1).getByRole("checkbox").check();
  const selected = page.getByRole("toolbar", { name: "Selected runs" });
  const zip = page.waitForEvent("download");
  await selected.getByRole("button", { name: "Export as zip" }).click();
  expect((await zip).suggestedFilename()).toBe("runs.zip");
  await selected.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete 2 runs?" }).getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("keep");

  await page.getByRole("button", { name: "Storage and how long runs stay" }).click();
  await page.getByLabel("Keep the newest of each workflow").fill("0");
  await page.getByRole("button", { name: "Save the rule" }).click();
  const asked = page.getByRole("dialog", { name: "Delete 1 run now?" });
  await expect(asked).toContainText("review, run 1");
  await asked.getByRole("button", { name: "Save and delete" }).click();
  await page.getByRole("link", { name: "Tickwork, start page" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("nightly");
});
