import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

/** Counts its own starts, prints a line a second for twenty seconds, and ends when the story lets it. */
const slowLine =
  'echo started >> starts.txt; for i in $(seq 1 20); do echo "line $i"; sleep 1; done; until [ -e go.txt ]; do sleep 0.2; done';
const countCommits = `export default async (event, ctx) => {
  const log = await ctx.step("command");
  const commits: Record<string, number> = {};
  for (const author of log.data.stdout.trim().split("\\n")) commits[author] = (commits[author] ?? 0) + 1;
  return commits;
};
`;

/** Start → command → slow command → code → ask → (approve) tee → stop, (reject) → stop, all by mouse. */
async function drawReport(editor: EditorPage): Promise<void> {
  const { page } = editor;
  await page.getByRole("button", { name: "New workflow" }).first().click();
  await expect(editor.step("Start")).toBeVisible();
  // Each card is added near the last one and the view is fitted, so that ports stay under the mouse.
  const chain: [kind: string, id: string, from: string, port: string][] = [
    ["command", "command", "Start", "done"],
    ["command", "command_2", "command", "done"],
    ["code", "code", "command_2", "done"],
    ["ask", "ask", "code", "done"],
  ];
  for (const [index, [kind, id, from, port]] of chain.entries()) {
    await editor.dragStep(kind, id, { x: 330, y: 120 + index * 20 });
    await editor.tidy();
    await editor.fit();
    await editor.connect(from, port, id);
    await editor.tidy();
    await editor.fit();
  }

  await editor.select("command");
  await editor.field("Command").fill("git\nlog\n--format=%an");
  await editor.select("command_2");
  await page.getByRole("button", { name: "Use a shell line" }).click();
  await editor.field("Shell line").fill(slowLine);
  await editor.select("code");
  await editor.writeCode(countCommits);
  await editor.select("ask");
  await editor.field("Title").fill("Write the report?");
  await editor.field("Question").fill("Write the report?");
  await editor.field("Show beside it").fill("steps.code.output");
  for (const [index, choice] of ["approve", "reject"].entries()) {
    const field = editor.field(`Choice ${index + 1}`);
    await field.fill(choice);
    await field.press("Enter");
  }

  const ends: [kind: string, id: string, from: string, port: string][] = [
    ["command", "command_3", "ask", "approve"],
    ["stop", "stop", "command_3", "done"],
    ["stop", "stop_2", "ask", "reject"],
  ];
  for (const [kind, id, from, port] of ends) {
    await editor.dragStep(kind, id, { x: 330, y: 420 });
    await editor.tidy();
    await editor.fit();
    await editor.connect(from, port, id);
    await editor.tidy();
    await editor.fit();
  }
  await editor.select("command_3");
  await editor.field("Command").fill("tee\nreport.txt");
  await editor.field("Standard input").fill("{{ steps.ask.output }}: {{ steps.code.output }}");
  await editor.select("stop_2");
  await editor.field("Result").fill('"rejected"');
  await editor.saved();
}

test("the main job: draw, allow, run through reloads and a killed runner, answer, keep the log", async ({
  page,
  runner,
}) => {
  test.setTimeout(480_000);
  await new HomePage(page).pair(runner.pairUrl);
  const editor = new EditorPage(page);
  await drawReport(editor);

  // Consent first: nothing has been spawned when the page asks.
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const consent = page.getByRole("dialog");
  await expect(consent).toContainText("git log --format=%an");
  await expect(consent).toContainText("tee report.txt");
  await expect(consent).toContainText(runner.workspace);
  await expect(readFile(join(runner.workspace, "starts.txt"), "utf8")).rejects.toThrow();
  await consent.getByRole("button", { name: "Allow" }).click();

  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-lifecycle", "running");
  await expect(run.step("command_2")).toHaveAttribute("data-status", "running");
  await run.select("command_2");
  await expect(page.getByText("line 2", { exact: true })).toBeVisible();

  // Reload while it runs: attached again, not started again, and the output goes on.
  await page.reload();
  await expect(run.step("command_2")).toHaveAttribute("data-status", "running");
  await run.select("command_2");
  await expect(page.getByText("line 4", { exact: true })).toBeVisible();

  // Kill the runner without a word, start it again: the same.
  await runner.kill();
  await runner.restart();
  await expect(page.getByText("line 20", { exact: true })).toBeVisible({ timeout: 60_000 });

  await expect(run.step("command_2")).toHaveAttribute("data-status", "running");
  await writeFile(join(runner.workspace, "go.txt"), "");

  const ask = run.ask("Write the report?");
  await expect(ask).toBeVisible();
  expect(await readFile(join(runner.workspace, "starts.txt"), "utf8")).toBe("started\n");
  await expect(run.step("ask")).toHaveAttribute("data-waiting", "you");
  await expect(page).toHaveTitle(/^\(1\)/);

  // Reload while it waits for the answer.
  await page.reload();
  await expect(ask).toBeVisible();
  await expect(ask).toContainText("Ana");
  await ask.getByRole("button", { name: "approve" }).click();
  await run.ended("success");
  expect(await readFile(join(runner.workspace, "report.txt"), "utf8")).toBe('approve: {"Ana":2,"Kim":1}');
  expect(await readFile(join(runner.workspace, "starts.txt"), "utf8")).toBe("started\n");

  // Export, delete, import: the same run again, tick by tick.
  const id = await run.id();
  const seq = await run.run.getAttribute("data-seq");
  const download = page.waitForEvent("download");
  await run.button("Export log").click();
  const log = await (await download).path();
  await run.button("Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Workflows", exact: true })).toBeVisible();
  await new HomePage(page).chooseFile("run.runlog.jsonl", await readFile(log));
  await expect(run.run).toHaveAttribute("data-run", id);
  await expect(run.run).toHaveAttribute("data-seq", String(seq));
  await run.ended("success");
  await page.getByRole("tab", { name: "Journal" }).click();
  await expect(page.locator('[data-seq="1"]').first()).toBeVisible();

  const again = page.waitForEvent("download");
  await run.button("Export log").click();
  expect(await readFile(await (await again).path(), "utf8")).toBe(await readFile(log, "utf8"));
  const replay = await promisify(execFile)(process.execPath, ["dist/node/tickwork.js", "replay", "--json", log]);
  expect(JSON.parse(replay.stdout)).toMatchObject({ lifecycle: "completed", outcome: "success" });
});
