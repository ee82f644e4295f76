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
