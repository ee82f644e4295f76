import { expect } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

const format = "tickwork/workflow@1";

/** A file as an export makes it: it carries the workflow that its step names. */
const file = {
  format,
  name: "Outer",
  workflows: {
    inner: {
      format,
      name: "Inner",
      steps: {
        twice: { kind: "transform", accepts: ["Start"], emits: { done: "Twice" }, config: { expression: "input * 2" } },
        ask: {
          kind: "ask",
          title: "Keep it?",
          accepts: ["Twice"],
          emits: { yes: "Yes", no: "No" },
          config: { question: "Keep {{ steps.twice.output }}?", choices: ["yes", "no"] },
        },
        end: { kind: "stop", accepts: ["Yes", "No"], config: { result: "steps.twice.output" } },
      },
    },
  },
  steps: {
    build: {
      kind: "workflow",
      title: "Build",
      accepts: ["Start"],
      emits: { done: "Built" },
      config: { workflow: "inner", input: "21" },
    },
    end: { kind: "stop", accepts: ["Built"], config: { result: "steps.build.output" } },
  },
};

test("a workflow as one step: imported with its file, opened on its own canvas, answered, over a reload", async ({
  page,
  runner,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(file);
  await page.locator('[data-step="build"] .tw-card-title').click();
  await expect(page.getByText(/Revision 1, saved/)).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();

  const run = new RunPage(page);
  await expect(run.step("build")).toHaveAttribute("data-waiting", "you", { timeout: 30_000 });
  await run.select("build");
  await page.getByRole("tab", { name: "Details" }).click();
  await run.button("Open its canvas").click();
  await expect(page).toHaveURL(/in=build/);
  await expect(run.step("ask")).toHaveAttribute("data-waiting", "you");
  await expect(run.step("twice")).toHaveAttribute("data-outcome", "success");

  await page.reload();
  await expect(run.step("ask")).toHaveAttribute("data-waiting", "you");
  await page.getByRole("tab", { name: /Answers/ }).click();
  await run.ask("Build / Keep it?").getByRole("button", { name: "yes" }).click();
  await run.ended("success");
  await page.getByRole("navigation", { name: "Workflows around this one" }).getByRole("button").first().click();
  await expect(run.step("build")).toHaveAttribute("data-outcome", "success");
  await page.getByRole("tab", { name: "Journal" }).click();
  await expect(page.getByText(/Build \/ Keep it\?.* was answered: yes/)).toBeVisible();
});
