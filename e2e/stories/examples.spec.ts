import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

test("a newcomer without a runner runs the first example and answers it", async ({ page, runner }) => {
  await page.goto(runner.url);
  await new HomePage(page).runExample();
  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-lifecycle", "running");
  const question = page.getByRole("form");
  await expect(question).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(question.getByRole("button")).toHaveCount(2);
  await question.getByRole("button").first().click();
  await run.ended("success");
});

test("five events for one worker: preparing, running and not running are on the canvas", async ({ page, runner }) => {
  const home = new HomePage(page);
  await home.pair(runner.pairUrl);
  await home.importWorkflow({
    format: "tickwork/workflow@1",
    name: "Five for one",
    steps: {
      send: {
        kind: "code",
        accepts: ["Start"],
        emits: { parcel: "Parcel" },
        config: {
          source:
            'export default async (event, ctx) => {\n  for (let n = 1; n <= 5; n++) await ctx.send(ctx.to("parcel", n));\n  return null;\n};\n',
        },
      },
      counter: {
        kind: "command",
        accepts: ["Parcel"],
        workers: 1,
        config: { shell: { program: "sh", line: "until [ -e go.txt ]; do sleep 0.1; done" } },
      },
    },
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  const counter = run.step("counter");
  await expect(counter).toHaveAttribute("data-status", "running");
  await expect(counter).toHaveAttribute("data-queued", "4");
  await expect(counter).toHaveAttribute("data-running", "1");
  // A pause lets the command end (R47); what is queued waits: preparing.
  await run.button("Pause").click();
  await expect(run.run).toHaveAttribute("data-lifecycle", "paused");
  await writeFile(join(runner.workspace, "go.txt"), "");
  await expect(counter).toHaveAttribute("data-status", "preparing");
  await expect(counter).toHaveAttribute("data-queued", "4");
  await run.button("Resume").click();
  await run.ended("success");
  await expect(counter).toHaveAttribute("data-status", "not-running");
  await expect(counter).toHaveAttribute("data-outcome", "success");
});

test("reject leads to a stop of its own and nothing is written", async ({ page, runner }) => {
  await new HomePage(page).pair(runner.pairUrl);
  await page.getByRole("button", { name: "Commit report" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await page.getByRole("form").getByRole("button", { name: "reject" }).click();
  await run.ended("success");
  await expect(readFile(join(runner.workspace, "report.txt"), "utf8")).rejects.toThrow(/ENOENT/);
});

test("every kind of step runs, here and on the runner, and its file comes out as it went in", async ({
  page,
  runner,
}) => {
  await new HomePage(page).pair(runner.pairUrl);
  await page.getByRole("button", { name: "Every kind of step" }).click();
  await expect(page.locator('[data-step="Start"]')).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const exported = await readFile(await (await saving).path(), "utf8");
  expect(exported).toBe(await readFile("public/examples/every-kind.workflow.json", "utf8"));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  const question = page.getByRole("form");
  await expect(question).toContainText("6 words with 29 letters");
  await expect(question).toContainText("Hello from your machine");
  await question.getByRole("button", { name: "keep" }).click();
  await run.ended("success");
  expect(await readFile(join(runner.workspace, "every-kind.txt"), "utf8")).toContain("6 words, 29 letters.");
  for (const id of ["words", "each", "pause", "gather", "page", "program", "line", "letters", "meet", "way", "write"])
    await expect(run.step(id)).toHaveAttribute("data-outcome", "success");
  // Beside the settings stands what a step got and handed on there.
  await page.goBack();
  await page.locator('[data-step="line"]').click();
  const settings = page.getByRole("region", { name: "Settings" });
  await settings.getByRole("tab", { name: "Last run" }).click();
  await expect(settings.getByRole("region", { name: "Input in the last run" })).toContainText("stdout");
  await expect(settings.getByRole("region", { name: "Output in the last run" })).toContainText(
    "Hello from your machine",
  );
});
