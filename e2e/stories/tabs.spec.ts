import { expect } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

test("a second tab watches the run live, answers it, and drives it when the first is gone", async ({
  page,
  context,
  runner,
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
  // Who had the question open too is told what became of it, although the run ends with the answer.
  const third = new RunPage(await context.newPage());
  await third.page.goto(second.page.url());
  await expect(third.page.getByRole("form")).toBeVisible();
  await question.getByRole("button").first().click();
  await second.ended("success");
  await expect(third.page.getByText(/was answered elsewhere: \w+\./)).toBeVisible();
});

test("a tab takes a run over by hand from one that is frozen, which looks on when it thaws", async ({
  page,
  context,
  runner,
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

  // The engine of the first tab waits for a file, answers nobody meanwhile, and keeps its lock.
  let thaw = () => {};
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  await page.route("**/ice", async (route) => {
    await thawed;
    await route.fulfill({ body: "" });
  });
  const engine = page.workers().find((worker) => worker.url().includes("engine"));
  if (engine === undefined) throw new Error("a tab has an engine");
  const asked = page.waitForRequest("**/ice");
  const frozen = engine.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open("GET", "/ice", false);
    request.send();
  });
  await asked;
  await second.button("Take over").click();
  await expect(second.run).toHaveAttribute("data-owner", "this-tab");
  await question.getByRole("button").first().click();
  await second.ended("success");
  thaw();
  await frozen;
  await expect(run.run).toHaveAttribute("data-lifecycle", "completed");
});
