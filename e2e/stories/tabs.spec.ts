import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { makeGitRepository } from "../pages/gitRepository.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { type RunnerProcess, startRunner } from "../pages/runnerProcess.ts";

let repository: string;
let runner: RunnerProcess;

test.beforeEach(async () => {
  repository = await makeGitRepository();
  runner = await startRunner(repository);
});

test.afterEach(async () => {
  await runner.stop();
  await rm(repository, { recursive: true, force: true });
});

test("a second tab watches the run live, answers it, and drives it when the first is gone", async ({
  page,
  context,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).runExample();
  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-owner", "this-tab");
  const second = new RunPage(await context.newPage());
  await second.page.goto(`${runner.url}/#/r/${await run.id()}`);
  await expect(second.run).toHaveAttribute("data-owner", "other-tab");
  const question = second.page.getByRole("form");
  await expect(question).toBeVisible({ timeout: 30_000 });
  await page.close();
  await expect(second.run).toHaveAttribute("data-owner", "this-tab");
  await question.getByRole("button").first().click();
  await second.ended("success");
});

test("a tab takes a run over by hand from one that is frozen, which looks on when it thaws", async ({
  page,
  context,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).runExample();
  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-owner", "this-tab");
  const second = new RunPage(await context.newPage());
  await second.page.goto(`${runner.url}/#/r/${await run.id()}`);
  await expect(second.run).toHaveAttribute("data-owner", "other-tab");
  const question = second.page.getByRole("form");
  await expect(question).toBeVisible({ timeout: 30_000 });

  // The engine of the first tab answers nobody for a while, and keeps its lock.
  const engine = page.workers().find((worker) => worker.url().includes("engine"));
  if (engine === undefined) throw new Error("a tab has an engine");
  const frozen = engine.evaluate(() => {
    for (const end = Date.now() + 12_000; Date.now() < end; );
  });
  await second.button("Take over").click();
  await expect(second.run).toHaveAttribute("data-owner", "this-tab", { timeout: 10_000 });
  await question.getByRole("button").first().click();
  await second.ended("success");
  await frozen;
  await expect(run.run).toHaveAttribute("data-lifecycle", "completed");
});
