import { expect } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

const review = {
  format: "tickwork/workflow@1",
  name: "Review a text",
  steps: {
    review: {
      kind: "ask",
      title: "Review",
      accepts: ["Start"],
      emits: { approve: "Approved", reject: "Rejected" },
      config: { question: "Publish this?", choices: ["approve", "reject"] },
    },
    publish: { kind: "stop", title: "Publish", accepts: ["Approved"], config: { result: "'published'" } },
    drop: { kind: "stop", title: "Drop", accepts: ["Rejected"], config: { result: "'dropped'" } },
  },
};

test("a run that has ended is forked with another answer, and stays as it was", async ({ page, runner }) => {
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(review);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await run.ask("Review").getByRole("button", { name: "approve" }).click();
  await run.ended("success");
  const first = await run.id();

  await page.getByRole("tab", { name: "Journal" }).click();
  await page.locator('[role="option"][data-kind="event-added"]').click();
  await page.getByRole("button", { name: "Fork from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Fork run 1" });
  await dialog.getByRole("combobox", { name: "Change" }).click();
  await page.getByRole("option", { name: /The answer of this tick/ }).click();
  const choice = dialog.getByRole("combobox", { name: "Choice" });
  await expect(choice).toHaveText("approve");
  await choice.click();
  await page.getByRole("option", { name: "reject" }).click();
  await dialog.getByRole("button", { name: "Fork", exact: true }).click();

  await expect(run.run).not.toHaveAttribute("data-run", first);
  await run.ended("success");
  await expect(page.getByRole("status").filter({ hasText: "dropped" })).toBeVisible();
  const lineage = page.getByRole("region", { name: "Lineage" });
  await expect(lineage.getByRole("listitem")).toHaveCount(2);
  await lineage.getByRole("button", { name: "run 1" }).click();
  await expect(run.run).toHaveAttribute("data-run", first);
  await expect(page.getByRole("status").filter({ hasText: "published" })).toBeVisible();
});

const failing = {
  format: "tickwork/workflow@1",
  name: "Count words",
  steps: {
    text: {
      kind: "transform",
      title: "Text",
      accepts: ["Start"],
      emits: { done: "Text" },
      config: { expression: "'one two three'" },
    },
    count: {
      kind: "code",
      title: "Count",
      accepts: ["Text"],
      emits: { done: "Counted" },
      config: { source: 'export default (event) => { throw new Error("Not written yet: " + event.data); };\n' },
    },
    end: { kind: "stop", title: "End", accepts: ["Counted"], config: {} },
  },
};

test("a failed run goes on in a fork with the mended workflow; the failure says what can be done", async ({
  page,
  runner,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(failing);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await run.ended("failure");
  const first = await run.id();
  await run.select("count");
  const failure = page.getByRole("group", { name: "What can be done" });
  await expect(failure.getByRole("button", { name: "Retry from here" })).toBeVisible();
  await failure.getByRole("link", { name: "Open the step" }).click();

  const editor = new EditorPage(page);
  const dialog = page.getByRole("dialog", { name: "Fork run 1" });
  const editAndFork = async () => {
    await editor.saved();
    await page.goto(`${runner.url}/#/r/${first}`);
    await run.select("count");
    await failure.getByRole("button", { name: "Edit and fork" }).click();
    await expect(dialog.getByText("Count (Text)")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Workflow" }).click();
    await page.getByRole("option", { name: /As it is now/ }).click();
  };
  await editor.writeCode("export default (event) => {\n");
  await editAndFork();
  // What is wrong with that version names its step, which leads there.
  await dialog.locator("[data-problem=V8]").getByRole("button", { name: "Count" }).click();
  await editor.writeCode('export default (event) => event.data.split(" ").length;\n');
  await editAndFork();
  await dialog.getByLabel("Data of the event, as JSON").fill('"a b c d"');
  await dialog.getByRole("button", { name: "Fork", exact: true }).click();
  await expect(run.run).not.toHaveAttribute("data-run", first);
  await run.ended("success");
  await expect(page.getByRole("status").filter({ hasText: "4" }).first()).toBeVisible();
});

test("a run is stepped through: it stops where the person marked, gets other data and goes on", async ({
  page,
  runner,
}) => {
  const counting = {
    ...failing,
    steps: {
      ...failing.steps,
      count: {
        ...failing.steps.count,
        config: { source: 'export default (event) => event.data.split(" ").length;\n' },
      },
    },
  };
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(counting);
  const editor = new EditorPage(page);
  await editor.select("count");
  await editor.step("count").focus();
  await page.keyboard.press("b");
  await expect(editor.step("count").locator("[data-breakpoint=set]")).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-lifecycle", "paused");
  await expect(run.step("count").locator("[data-breakpoint=stopped]")).toBeVisible();
  const bar = page.getByRole("region", { name: "Step through" });
  await expect(page.getByText("Stopped before “Count” (Text), which has a breakpoint.").first()).toBeVisible();
  await expect(bar).toContainText("next: Count (Text)“one two three”");
  await bar.getByRole("button", { name: "Change the event" }).click();
  const dialog = page.getByRole("dialog", { name: /Text for “Count”/ });
  await dialog.getByLabel("Data, as JSON").fill('"just two"');
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(bar).toContainText("next: Count (Text)“just two”");
  await page.keyboard.press("F10");
  await expect(bar).toContainText("next: End (Counted)");
  await expect(run.run).toHaveAttribute("data-lifecycle", "paused");
  await bar.getByRole("button", { name: "Continue" }).click();
  await run.ended("success");
  await expect(page.getByRole("status").filter({ hasText: "2" }).first()).toBeVisible();
});

test("what needs the person is answered from the start page, without opening the run", async ({ page, runner }) => {
  await page.goto(runner.url);
  const home = new HomePage(page);
  await home.importWorkflow(review);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await expect(run.ask("Review")).toBeVisible();
  const id = await run.id();
  await page.getByRole("link", { name: "Tickwork, start page" }).click();
  await expect(page).toHaveTitle(/^\(1\)/);
  const needs = page.getByRole("region", { name: "Needs you" });
  await needs.getByRole("form", { name: "Review" }).getByRole("button", { name: "approve" }).click();
  await expect(needs).toBeHidden();
  await expect(page).not.toHaveTitle(/^\(/);
  await page.goto(`${runner.url}/#/r/${id}`);
  await run.ended("success");
});
