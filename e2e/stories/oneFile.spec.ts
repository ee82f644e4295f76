import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "@playwright/test";
import type {} from "../../src/app/console.ts";
import { HomePage } from "../pages/HomePage.ts";
import { layoutFindings } from "../pages/layoutFindings.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickwork-file-"));
});

test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const workflow = {
  format: "tickwork/workflow@1",
  name: "Two <b>steps</b>",
  steps: {
    double: { kind: "transform", accepts: ["Start"], emits: { done: "Doubled" }, config: { expression: "21 * 2" } },
    end: { kind: "stop", accepts: ["Doubled"], config: {} },
  },
};

test("a run as one HTML file opens without a server, is scrubbed there, and gives its log back", async ({
  page,
  context,
  runner,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(workflow);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await run.ended("success");
  await page.getByRole("button", { name: "Export as …" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /HTML file/ }).click();
  const file = join(folder, "run.html");
  await (await download).saveAs(file);
  await runner.stop();

  const viewer = await context.newPage();
  const asked: string[] = [];
  const troubles: string[] = [];
  viewer.on("request", (request) => asked.push(new URL(request.url()).protocol));
  viewer.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  viewer.on("pageerror", (error) => troubles.push(error.message));
  await viewer.goto(pathToFileURL(file).href);
  const shown = new RunPage(viewer);
  await shown.ended("success");
  await expect(viewer.getByText("Two <b>steps</b>").first()).toBeVisible();
  await expect(shown.step("double")).toHaveAttribute("data-outcome", "success");
  // At 200 % everything of it is in reach.
  await viewer.setViewportSize({ width: 720, height: 430 });
  expect(await layoutFindings(viewer)).toEqual([]);
  await viewer.setViewportSize({ width: 1440, height: 860 });
  const ticks = Number(await shown.run.getAttribute("data-seq"));
  expect(ticks).toBeGreaterThan(2);

  await viewer.getByRole("slider").first().focus();
  await viewer.keyboard.press("Home");
  await expect(shown.run).toHaveAttribute("data-seq", "1");
  await expect(shown.step("double")).not.toHaveAttribute("data-outcome", "success");
  // A file is not live: behind its last tick is its end. One clock everywhere, of 24 hours.
  await expect(viewer.getByText("Live", { exact: true })).toHaveCount(0);
  await expect(viewer.locator("body")).not.toContainText(/\d [AP]M\b/);
  await viewer.getByRole("button", { name: "To the end" }).first().click();
  await expect(shown.run).toHaveAttribute("data-seq", String(ticks));

  await viewer.getByRole("tab", { name: "Journal" }).click();
  await expect(viewer.locator('[role=option][data-seq="1"]')).toBeVisible();
  await shown.select("double");
  await expect(viewer.getByText("42").first()).toBeVisible();
  await expect(shown.button("Cancel")).toBeHidden();
  await expect(shown.button("Export log")).toBeHidden();
  const saved = viewer.waitForEvent("download");
  await viewer.getByRole("button", { name: "Save the log" }).click();
  expect((await readFile(await (await saved).path())).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  expect(asked.filter((protocol) => protocol !== "file:" && protocol !== "blob:")).toEqual([]);
  expect(troubles).toEqual([]);
});

test("a damaged log that is dropped on the page opens up to its last good tick, without the runner, and is not stored", async ({
  page,
  runner,
}) => {
  await page.goto(runner.url);
  await expect(page.locator("html")).toHaveAttribute("data-parts", "loaded");
  const id = await page.evaluate((document) => window.tickwork.start(document as never, null), workflow);
  await expect.poll(() => page.evaluate(async () => (await window.tickwork.runs())[0]?.lifecycle)).toBe("completed");
  const log = await page.evaluate((run) => window.tickwork.export(run), id);
  const damaged = log.replace('"data":42', '"data":43');
  expect(damaged).not.toBe(log);
  await runner.stop();

  await page.evaluate((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], "edited.runlog.jsonl"));
    for (const type of ["dragover", "drop"]) {
      window.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
    }
  }, damaged);
  const report = page.getByRole("dialog", { name: "What was imported" });
  await expect(report).toContainText(/damaged in line \d+/);
  await report.getByRole("link", { name: "Open" }).click();
  await expect(page.getByText(/The log of this run is damaged in line \d+\./)).toBeVisible();
  await expect(page.locator("[data-run]")).toHaveAttribute("data-owner", "none");
  await expect(page.getByRole("button", { name: "Export log" })).toBeHidden();
  await page.getByRole("link", { name: "Tickwork, start page" }).click();
  await expect(page.locator("tr[data-run-row]")).toHaveCount(1);
});
