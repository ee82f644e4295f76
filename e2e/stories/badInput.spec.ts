import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

const start = { kind: "stop", accepts: ["Start"], config: {} };

function workflow(steps: object, more: object = {}) {
  return { format: "tickwork/workflow@1", name: "From a file", steps, ...more };
}

test("files that are no workflow are refused with the reason, and nothing is stored", async ({ page, runner }) => {
  const home = new HomePage(page);
  await page.goto(runner.url);
  const files: [name: string, content: string, says: RegExp][] = [
    ["wrong.json", '{"format": "tickwork/workflow@1",', /line 1/i],
    [
      "newer.json",
      JSON.stringify(workflow({ end: start }, { format: "tickwork/workflow@9" })),
      /workflow@9[\s\S]*workflow@1/,
    ],
    ["empty.json", "", /empty/i],
    ["huge.json", `"${"x".repeat(50_000_000)}"`, /large|MB|MiB/],
    [
      "twice.json",
      '{"format":"tickwork/workflow@1","name":"t","steps":{"a":{"kind":"stop","accepts":["Start"],"config":{}},"a":{"kind":"stop","accepts":["Start"],"config":{}}}}',
      /twice/,
    ],
    [
      "mail.json",
      JSON.stringify({ name: "Mail", nodes: [{ type: "n8n-nodes-base.webhook", typeVersion: 1 }], connections: {} }),
      /an n8n workflow[\s\S]*\*\.workflow\.json/,
    ],
    ["ci.yml", "on: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n", /GitHub Actions[\s\S]*command step/],
  ];
  for (const [name, content, says] of files) {
    const report = await home.importFile(name, content);
    await expect(report).toContainText(says);
    await expect(report).toContainText("Nothing was stored.");
    await home.closeReport();
  }
  await expect(page.getByText("No workflow yet")).toBeVisible();
});

test("a truncated and an edited run log are named by line and stored nowhere", async ({ page, runner }) => {
  const home = new HomePage(page);
  await page.goto(runner.url);
  await home.importWorkflow(workflow({ end: start }));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await run.ended("success");
  const download = page.waitForEvent("download");
  await run.button("Export log").click();
  const log = await readFile(await (await download).path(), "utf8");
  await run.button("Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "New workflow" }).first()).toBeVisible();

  const truncated = await home.importFile("cut.runlog.jsonl", log.slice(0, log.length - 90));
  await expect(truncated).toContainText(/line \d+/i);
  await home.closeReport();
  const edited = await home.importFile("edited.runlog.jsonl", log.replace('"at":1', '"at":2'));
  await expect(edited).toContainText(/line \d+/i);
  await home.closeReport();
  await page.goto(`${runner.url}/#/`);
  await expect(page.getByText("Runs appear here")).toBeVisible();
});

test("a command whose program does not exist fails, and the step says which program", async ({ page, runner }) => {
  const home = new HomePage(page);
  await home.pair(runner.pairUrl);
  await home.importWorkflow(
    workflow({
      go: {
        kind: "command",
        accepts: ["Start"],
        emits: { done: "GoDone" },
        config: { argv: ["no-such-program-here"] },
      },
      end: { kind: "stop", accepts: ["GoDone"], config: {} },
    }),
  );
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await run.ended("failure");
  await run.select("go");
  await expect(page.getByText(/no-such-program-here/).first()).toBeVisible();
});

test("code that does not parse is a problem at its step with line and column, and stops the run", async ({
  page,
  runner,
}) => {
  const home = new HomePage(page);
  await page.goto(runner.url);
  await home.importWorkflow(
    workflow({
      count: {
        kind: "code",
        accepts: ["Start"],
        config: { source: "export default (event) => {\n  return (1;\n};\n" },
      },
    }),
  );
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const refused = page.getByRole("dialog");
  await expect(refused).toContainText("The run did not begin");
  await expect(refused).toContainText(/line 2/i);
});

test("a wrong token is refused in words and nothing is kept of it", async ({ page, runner }) => {
  await page.goto(`${runner.url}/#/pair/${"x".repeat(43)}`);
  await expect(page.getByRole("dialog")).toContainText("did not accept");
});

test("without a runner a workflow with commands says so and begins nothing", async ({ page, runner }) => {
  const home = new HomePage(page);
  await home.pair(runner.pairUrl);
  await page.getByRole("button", { name: "One at a time" }).click();
  await expect(page.locator('[data-step="counter"]')).toBeVisible();
  // The runner also serves the page, which loads its parts ahead for just this case.
  await expect(page.locator("html")).toHaveAttribute("data-parts", "loaded");
  await runner.kill();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(/runner/i);
  await expect(page.locator("[data-run]")).toHaveCount(0);
  await runner.restart();
});
