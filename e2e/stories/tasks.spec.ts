import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import type { RunnerProcess } from "../pages/runnerProcess.ts";
import { test } from "../pages/storyTest.ts";

const kept = ({ workspace }: RunnerProcess, file: string) => readFile(join(workspace, file), "utf8").catch(() => "");

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option }).click();
}

async function runAllowed(page: Page): Promise<RunPage> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await expect(run.run).toBeVisible();
  return run;
}

test("three tasks drawn by mouse: one fails and may, one is skipped and says why, one is the result", async ({
  page,
  runner,
}) => {
  test.setTimeout(360_000);
  await new HomePage(page).pair(runner.pairUrl);
  const editor = new EditorPage(page);
  await page.getByRole("button", { name: "New workflow" }).first().click();
  await expect(editor.step("Start")).toBeVisible();
  const drawn: [id: string, line: string][] = [
    ["command", "echo two findings; exit 1"],
    ["command_2", "echo shipped >> shipped.txt"],
    ["command_3", `echo '{"count": 2}'`],
  ];
  for (const [index, [id, line]] of drawn.entries()) {
    await editor.dragStep("command", id, { x: 330, y: 120 + index * 40 });
    await choose(page, "Runs", "once, after other tasks");
    await page.getByRole("button", { name: "Use a shell line" }).click();
    await editor.field("Shell line").fill(line);
    if (id === "command") await page.getByLabel("The run may succeed although it failed").click();
    await editor.tidy();
    await editor.fit();
    if (id !== "command") await editor.need("command", id);
  }

  // The second needs a success, the third a failure; what they would say is unknown before any run.
  await editor.select("command_2");
  await page.getByRole("button", { name: "Add condition" }).click();
  await expect(page.getByRole("status", { name: "Preview of the condition" })).toContainText("unavailable");
  await editor.select("command_3");
  await page.getByRole("button", { name: "Add condition" }).click();
  await choose(page, "Test", "failed");
  await page.getByText("Outputs", { exact: true }).click();
  await page.getByRole("button", { name: "JSON Schema", exact: true }).click();
  await page
    .getByRole("textbox", { name: "JSON Schema" })
    .fill('{ "type": "object", "properties": { "count": { "type": "number" } }, "required": ["count"] }');

  // The result of the run is an output of a task.
  await page.keyboard.press("Escape");
  await page.locator(".react-flow__pane").click({ position: { x: 40, y: 40 } });
  await page.getByRole("button", { name: "Add export" }).click();
  await page.getByLabel("Name of export result", { exact: true }).fill("findings");
  await page.getByLabel("Name of export result", { exact: true }).press("Enter");
  await page.getByLabel("Path of export findings").fill("count");
  await page.getByLabel("Path of export findings").press("Enter");
  await editor.saved();

  const run = await runAllowed(page);
  await run.ended("success");
  await expect(run.step("command")).toHaveAttribute("data-outcome", "failure");
  await expect(run.step("command_2")).toHaveAttribute("data-outcome", "skipped");
  await expect(run.step("command_3")).toHaveAttribute("data-outcome", "success");
  expect(await kept(runner, "shipped.txt")).toBe("");
  await expect(page.getByText('{"findings":2}').first()).toBeVisible();
  const edgeOfFailed = () =>
    run.step("command").evaluate(async (card) => {
      await Promise.allSettled(card.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(card).borderTopColor;
    });
  await expect(run.step("command")).toHaveAttribute("data-tone", "failed");
  const edge = await edgeOfFailed();
  await run.select("command");
  await expect(run.step("command")).toHaveClass(/tw-card-selected/);
  expect(await edgeOfFailed()).toBe(edge);
  await run.select("command_2");
  await expect(page.getByText("Its condition is false: “command” exited with 1.")).toBeVisible();
  await expect(page.locator('[data-wire="needs:command:command_2"]')).toHaveAttribute("data-state", "stopped");

  // Back in the editor the condition says what it would say now.
  await page.getByRole("link", { name: "Untitled" }).click();
  await editor.select("command_2");
  const preview = page.getByRole("status", { name: "Preview of the condition" });
  await expect(preview).toContainText("After the last run: false");
  await expect(preview).toContainText("exited with 1");
});

test("[T24] [T41] [T26] a command that ignores TERM is cancelled, the clean-up runs, and the run is resumed", async ({
  page,
  runner,
}) => {
  test.setTimeout(360_000);
  await new HomePage(page).pair(runner.pairUrl);
  const shell = (line: string) => ({ shell: { program: "sh", line } });
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Stubborn",
    steps: {
      wait: {
        kind: "command",
        needs: [],
        config: shell(
          'trap "" TERM; echo started >> starts.txt; until [ -e go.txt ]; do sleep 0.2; done; echo ended >> ends.txt',
        ),
      },
      after: { kind: "command", needs: ["wait"], config: shell("echo after >> after.txt") },
      clean: { kind: "command", needs: ["wait"], always: true, config: shell("echo cleaned >> cleaned.txt") },
    },
  });
  const run = await runAllowed(page);
  await expect.poll(() => kept(runner, "starts.txt")).toBe("started\n");
  await run.button("Cancel").click();
  await run.ended("cancellation");
  expect(await kept(runner, "cleaned.txt")).toBe("cleaned\n");
  expect(await kept(runner, "ends.txt")).toBe("");
  await expect(run.step("after")).toHaveAttribute("data-outcome", "cancellation");
  await run.select("after");
  await expect(page.getByText("It was cancelled before it began.")).toBeVisible();

  await run.button("Resume").click();
  await expect.poll(() => kept(runner, "starts.txt")).toBe("started\nstarted\n");
  await expect(run.run).toHaveAttribute("data-lifecycle", "running");
  await writeFile(join(runner.workspace, "go.txt"), "");
  await run.ended("success");
  expect(await kept(runner, "after.txt")).toBe("after\n");
  expect(await kept(runner, "cleaned.txt")).toBe("cleaned\n");
});

test("[T26] retry failed makes a new run that takes over the successes", async ({ page, runner }) => {
  test.setTimeout(360_000);
  await new HomePage(page).pair(runner.pairUrl);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Build and check",
    steps: {
      build: {
        kind: "command",
        needs: [],
        config: { shell: { program: "sh", line: "echo built >> built.txt; head -c 200000 /dev/zero | tr '\\0' x" } },
      },
      check: {
        kind: "command",
        needs: ["build"],
        config: {
          shell: { program: "sh", line: "wc -c > size.txt; test -e ok.txt" },
          stdin: "{{ needs.build.data.stdout }}",
        },
      },
    },
  });
  const run = await runAllowed(page);
  await run.ended("failure");
  const first = await run.id();
  await writeFile(join(runner.workspace, "ok.txt"), "");
  await rm(join(runner.workspace, "size.txt"));

  await run.button("Retry failed").click();
  await expect(run.run).not.toHaveAttribute("data-run", first);
  await run.ended("success");
  expect(await kept(runner, "built.txt")).toBe("built\n");
  // The large output of the other run is there as it was.
  expect((await kept(runner, "size.txt")).trim()).toBe("200000");
  await run.select("build");
  await page.getByRole("button", { name: "Show that run" }).click();
  await expect(run.run).toHaveAttribute("data-run", first);
});
