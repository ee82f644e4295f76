import { readdir, readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

test("an empty canvas has no problems, an end none either, and what stops a run leads to its step", async ({
  page,
  runner,
}) => {
  const editor = new EditorPage(page);
  const problems = page.getByRole("region", { name: "Problems" });
  const refused = page.getByRole("dialog", { name: "The run did not begin" });
  await page.goto(runner.url);
  await page.getByRole("button", { name: "New workflow", exact: true }).first().click();
  await expect(problems).toContainText("Nothing is drawn yet");
  await expect(problems).not.toContainText("problem");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(refused).toContainText("The workflow has no steps. Add one.");
  await refused.getByRole("button", { name: "Close" }).last().click();

  // The first step is an open end, which is no problem.
  await page.getByRole("button", { name: "Add the first step" }).click();
  await page.keyboard.type("code");
  await page.keyboard.press("Enter");
  await expect(editor.step("code")).toBeVisible();
  await expect(problems).toContainText("No problems");
  // How many workers it has is not said while nobody chose it.
  await expect(editor.step("code")).toContainText("not running");
  await expect(editor.step("code")).not.toContainText("worker");
  await problems.getByRole("button", { name: "1 open end" }).click();
  await expect(problems.locator('[data-problem="V2"][data-step="code"]')).toBeVisible();

  await editor.writeCode("export default (event) => {\n  return (1;\n};\n");
  await page.locator(".react-flow__pane").click({ position: { x: 10, y: 10 } });
  await expect(problems.getByRole("button", { name: "1 problem" })).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(refused).toContainText("does not parse");
  await expect(refused).not.toContainText("Nothing follows");
  await refused.getByRole("button", { name: "code" }).click();
  await expect(refused).toBeHidden();
  await expect(page.getByRole("region", { name: "Settings" })).toContainText("does not parse");

  // What is written as in other tools becomes a function with one click, and a run without a stop says what it came to.
  await editor.writeCode("return { hello: 'world' };");
  await page.locator(".react-flow__pane").click({ position: { x: 10, y: 10 } });
  await page.getByRole("button", { name: "Put it into a function" }).first().click();
  await expect(problems).toContainText("No problems");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await new RunPage(page).ended("success");
  await expect(page.getByText("“code” handed on last")).toContainText("world");
  await expect(page.getByRole("region", { name: "Handed on last" })).toContainText("stop step");

  // A dialog that is open goes with its page.
  await page.getByRole("button", { name: "Fork", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(editor.step("code")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("where cards leave no room, the first hint stands below the canvas", async ({ page, runner }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(runner.url);
  const ids = Array.from({ length: 30 }, (_, index) => `s${index}`);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Full",
    steps: Object.fromEntries(
      ids.map((id) => [id, { kind: "code", accepts: ["Start"], config: { source: "export default () => 1;" } }]),
    ),
    layout: {
      start: { x: -280, y: 0 },
      steps: Object.fromEntries(ids.map((id, n) => [id, { x: Math.floor(n / 6) * 300, y: (n % 6) * 290 }])),
    },
  });
  const hint = page.getByRole("complementary", { name: "First steps" });
  await expect(hint).toContainText("Click a card");
  const canvas = await page.getByRole("region", { name: "Canvas" }).boundingBox();
  expect((await hint.boundingBox())?.y).toBeGreaterThanOrEqual((canvas?.y ?? 0) + (canvas?.height ?? 0));
  await hint.getByRole("button", { name: "No more hints" }).click();
  await expect(hint).toBeHidden();
});

test("a workflow goes to another browser with the one that it runs, and is made theirs; nothing runs", async ({
  page,
  browser,
  runner,
}) => {
  const editor = new EditorPage(page);
  await new HomePage(page).pair(runner.pairUrl);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Inner",
    steps: {
      build: {
        kind: "command",
        accepts: ["Start"],
        config: { argv: ["touch", "it-ran"], workspace: "theirs", secrets: ["API_KEY"] },
      },
    },
  });
  await page.goto(`${runner.url}/#/`);
  await page.getByRole("button", { name: "New workflow", exact: true }).first().click();
  await page.getByRole("button", { name: "Add the first step" }).click();
  await page.keyboard.type("workflow");
  await page.keyboard.press("Enter");
  await expect(editor.step("workflow")).toBeVisible();
  await editor.field("Workflow").click();
  await page.getByRole("option", { name: /Inner/ }).click();
  await expect(editor.step("workflow")).toContainText("Inner");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await readFile(await (await saving).path(), "utf8");

  const theirs = await (await browser.newContext({ serviceWorkers: "block", reducedMotion: "reduce" })).newPage();
  await new HomePage(theirs).pair(runner.pairUrl);
  await new HomePage(theirs).importWorkflow(JSON.parse(file));
  const yours = theirs.getByRole("dialog", { name: "Make it yours" });
  await theirs.getByRole("button", { name: "Make it yours" }).click();
  await yours.getByRole("button", { name: "Done" }).waitFor();
  await theirs.keyboard.press("Escape");
  await expect(yours).toBeHidden();
  // Who only closed it, or loads the page again, is still told.
  await theirs.reload();
  await theirs.getByRole("button", { name: "Make it yours" }).click();
  await expect(yours.getByRole("list", { name: "Secrets that it names" })).toContainText("API_KEYnot set");
  await expect(yours.getByRole("region", { name: "What it may do" })).toContainText("touch it-ran");
  await yours.getByRole("combobox", { name: "Workspace “theirs”" }).click();
  await theirs.getByRole("option", { name: "repo", exact: true }).click();
  await expect(yours).toContainText("Changes “Inner” too");
  await expect(yours.getByRole("region", { name: "What it may do" })).not.toContainText("theirs");
  await yours.getByRole("button", { name: "Apply" }).click();
  await expect(yours).toBeHidden();
  await expect(theirs.getByText("This workflow came from a file.")).toHaveCount(0);
  await new EditorPage(theirs).select("workflow");
  await theirs.getByRole("region", { name: "Settings" }).getByRole("button", { name: "Open", exact: true }).click();
  const inner = new EditorPage(theirs);
  await inner.select("build");
  await expect(inner.field("Workspace")).toContainText("repo");
  const runs = await theirs.evaluate(async () => {
    const { tickwork } = window as unknown as { tickwork: { runs(): Promise<readonly unknown[]> } };
    return tickwork.runs();
  });
  expect(runs).toEqual([]);
  expect(await readdir(runner.workspace)).not.toContain("it-ran");
  await theirs.context().close();
});

test("two clicks add a step or lead to its settings, and a step that is dragged onto a wire goes into it", async ({
  page,
  runner,
}) => {
  const editor = new EditorPage(page);
  await page.goto(runner.url);
  await page.getByRole("button", { name: "New workflow", exact: true }).first().click();
  await expect(editor.step("Start")).toBeVisible();
  await page.locator(".react-flow__pane").dblclick({ position: { x: 60, y: 120 } });
  await expect(page.getByRole("dialog", { name: "Add step" })).toBeVisible();
  await page.keyboard.type("code");
  await page.keyboard.press("Enter");
  await expect(editor.step("code")).toBeVisible();
  await editor.connect("Start", "done", "code");
  await editor.dropOnWire("transform", editor.wire("Start", "Start", "code"));
  await expect(editor.step("transform")).toBeVisible();
  await expect.poll(() => editor.wires()).toEqual(["Start:Start:transform", "transform:TransformDone:code"]);
  await editor.step("code").dblclick();
  const title = page.getByRole("textbox", { name: "Title" });
  await expect(title).toBeFocused();
  await expect(title).toHaveAttribute("placeholder", "code");

  // Picked by key for a wire that was let go, a step is what the next one hangs on.
  await editor.pull("Start", "done");
  await page.keyboard.type("delay");
  await page.keyboard.press("Enter");
  await expect(editor.card("delay")).toBeFocused();
  await editor.addByKey("ask", "ask");
  expect(await editor.wires()).toContain("delay:DelayDone:ask");

  // A wire is pulled backwards, too: to a port, onto a card, and to what is yet to come before.
  await page.keyboard.press("Escape");
  await editor.dragStep("http", "http", { x: 300, y: 40 });
  await editor.dragStep("stop", "stop", { x: 590, y: 40 });
  await editor.pullBack("stop", editor.step("http"));
  await expect.poll(() => editor.wires()).toContain("http:HttpDone:stop");
  await editor.pullBack("http");
  const list = page.getByRole("dialog", { name: "Add step before http" });
  await expect(list).toBeVisible();
  await expect(list.locator('[cmdk-item][data-value="stop"]')).toHaveCount(0);
  await page.keyboard.type("delay");
  await page.keyboard.press("Enter");
  await expect.poll(() => editor.wires()).toContain("delay_2:Delay2Done:http");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor.step("delay_2")).toHaveCount(0);
  expect((await editor.wires()).filter((wire) => wire.endsWith(":http"))).toEqual([]);
});
