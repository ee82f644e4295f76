import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type {} from "../../src/app/console.ts";
import { axeFindings } from "../pages/axeFindings.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import type { RunnerProcess } from "../pages/runnerProcess.ts";
import { test } from "../pages/storyTest.ts";

function startsOf({ workspace }: RunnerProcess, name: string): number {
  const file = join(workspace, name);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

function workflow(name: string, steps: object) {
  return { format: "tickwork/workflow@1", name, steps };
}

/** Counts its start in a file, then waits until `go` exists. */
const counting = (id: string, end: string) => ({
  shell: { program: "sh", line: `echo x >> ${id}-starts; [ -e go ] || sleep 600; ${end}` },
});

const twoCommands = workflow("Two that nobody knows of", {
  copy: {
    kind: "command",
    title: "Copy",
    accepts: ["Start"],
    emits: { done: "Copied" },
    access: "none",
    config: counting("copy", "echo copied"),
  },
  count: {
    kind: "command",
    title: "Count",
    accepts: ["Start"],
    emits: { done: "Counted" },
    access: "none",
    output: { type: "object", properties: { files: { type: "integer", minimum: 0 } }, required: ["files"] },
    config: counting("count", `echo '{"files":3}'`),
  },
  sibling: {
    kind: "ask",
    title: "Meanwhile",
    accepts: ["Start"],
    emits: { yes: "Said" },
    config: { question: "Go on meanwhile?", choices: ["yes"] },
  },
  after: {
    kind: "code",
    title: "After it",
    accepts: ["Said"],
    emits: { done: "Worked" },
    config: { source: "export default () => ({ worked: true });\n" },
  },
  all: {
    kind: "join",
    title: "All three",
    accepts: ["Copied", "Counted", "Worked"],
    emits: { done: "All" },
    join: "one-of-each",
    config: {},
  },
  end: { kind: "stop", title: "End", accepts: ["All"], config: { result: "'all three'" } },
});

async function begin(page: Page, runner: RunnerProcess, document: object): Promise<RunPage> {
  const home = new HomePage(page);
  await home.pair(runner.pairUrl);
  await home.importWorkflow(document);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await expect(run.run).toBeVisible();
  return run;
}

test("[T18] [T20] [T21] runner and attempt host are killed: both attempts are decided one by one, the rest goes on", async ({
  browser,
  runner,
}) => {
  test.setTimeout(480_000);
  const page = await browser.newPage({ bypassCSP: true });
  const run = await begin(page, runner, twoCommands);
  await expect.poll(() => [startsOf(runner, "copy-starts"), startsOf(runner, "count-starts")]).toEqual([1, 1]);

  await runner.kill();
  await runner.killHost();
  const banners = page.getByText("Waiting for the runner.");
  await expect(banners).toHaveCount(2, { timeout: 30_000 });
  await expect(run.step("copy")).toHaveAttribute("data-waiting", "runner");
  await expect(run.run).toHaveAttribute("data-lifecycle", "running");
  await page.getByRole("button", { name: "Treat as lost" }).first().click();
  await expect(page.locator("[data-recovery]")).toHaveCount(1);
  await expect(page.locator("[data-recovery]")).toContainText("a person gave up waiting");
  await expect(banners).toHaveCount(1);
  await expect(run.run).toHaveAttribute("data-lifecycle", "needs-recovery");

  await runner.restart();
  await expect(page.locator("[data-recovery]")).toHaveCount(2, { timeout: 30_000 });
  await expect(banners).toHaveCount(0);
  await expect(page.locator("[data-recovery]").filter({ hasText: "The attempt host was killed" })).toHaveCount(1);
  await expect(page).toHaveTitle(/^\(3\)/);

  await page.reload();
  await expect(page.locator("[data-recovery]")).toHaveCount(2);
  await run.ask("Meanwhile").getByRole("button", { name: "yes" }).click();
  await expect(run.step("after")).toHaveAttribute("data-outcome", "success");
  await expect(run.step("all")).toHaveAttribute("data-waiting", "event");
  await expect(run.run).toHaveAttribute("data-lifecycle", "needs-recovery");
  expect(await axeFindings(page)).toEqual([]);

  writeFileSync(join(runner.workspace, "go"), "");
  const copy = page.locator('[data-recovery="copy"]');
  await expect(copy).toContainText("Attempt");
  await copy.getByRole("button", { name: "Run again" }).click();
  await expect(copy).toHaveCount(0);
  await expect(run.step("copy")).toHaveAttribute("data-outcome", "success", { timeout: 30_000 });
  expect(startsOf(runner, "copy-starts")).toBe(2);

  await page.reload();
  const count = page.locator('[data-recovery="count"]');
  await expect(page.locator("[data-recovery]")).toHaveCount(1);
  await count.getByRole("button", { name: "It succeeded" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "files" }).fill("-1");
  await dialog.getByRole("button", { name: "Go on with this" }).click();
  await expect(dialog.getByText("At least 0.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "files" }).fill("3");
  await dialog.getByRole("button", { name: "Go on with this" }).click();

  await run.ended("success");
  expect(startsOf(runner, "count-starts")).toBe(1);
  const log = await page.evaluate((id) => window.tickwork.export(id), await run.id());
  const decided = log
    .split("\n")
    .filter((line) => line.includes('"recovery-decided"'))
    .map((line) => JSON.parse(line) as unknown);
  expect(decided).toHaveLength(2);
  expect(JSON.stringify(decided)).toContain('"by":"person"');
  await page.close();
});

test("a command in a workspace that the runner does not have fails with the name, and what there is", async ({
  page,
  runner,
}) => {
  const run = await begin(
    page,
    runner,
    workflow("Elsewhere", {
      go: {
        kind: "command",
        title: "Go",
        accepts: ["Start"],
        emits: { done: "Gone" },
        config: { argv: ["touch", "made"], workspace: "elsewhere" },
      },
      end: { kind: "stop", accepts: ["Gone"], config: {} },
    }),
  );
  await run.ended("failure");
  await run.select("go");
  await expect(page.getByText(/no workspace "elsewhere". It has: repo/).first()).toBeVisible();
  expect(existsSync(join(runner.workspace, "made"))).toBe(false);
});

test("[T16] consent that is withdrawn while a run waits is denied in words, and nothing is started", async ({
  page,
  runner,
}) => {
  const run = await begin(
    page,
    runner,
    workflow("Asks first", {
      sure: {
        kind: "ask",
        title: "Sure?",
        accepts: ["Start"],
        emits: { yes: "Sure" },
        config: { question: "Shall it be made?", choices: ["yes"] },
      },
      make: {
        kind: "command",
        title: "Make",
        accepts: ["Sure"],
        emits: { done: "Made" },
        retry: { maxAttempts: 3, wait: { fixedMs: 10 } },
        config: { shell: { program: "sh", line: "echo x >> made" } },
      },
      end: { kind: "stop", accepts: ["Made"], config: {} },
    }),
  );
  await expect(run.ask("Sure?")).toBeVisible();
  await runner.withdrawApprovals();
  await run.ask("Sure?").getByRole("button", { name: "yes" }).click();
  await expect(run.step("make")).toHaveAttribute("data-outcome", "denial");
  await expect(run.run).toHaveAttribute("data-lifecycle", "completed");
  await run.select("make");
  await expect(page.getByText(/Not approved yet on this runner/).first()).toBeVisible();
  expect(existsSync(join(runner.workspace, "made"))).toBe(false);
});

test("[R80] a run whose storage is full stands still and says why, and goes on by itself when there is room", async ({
  page,
  runner,
}) => {
  test.setTimeout(480_000);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: runner.url, quotaSize: 1_800_000 });
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(
    workflow("Too much", {
      fill: {
        kind: "code",
        title: "Fill",
        accepts: ["Start"],
        emits: { done: "Filled" },
        config: {
          cpuMs: 60_000,
          source:
            "export default () => Array.from({ length: 300_000 }, () => Math.random().toString(36).slice(2)).join('');\n",
        },
      },
      end: { kind: "stop", title: "End", accepts: ["Filled"], config: { result: "'filled'" } },
    }),
  );
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await expect(page.getByText("The run waits because nothing can be saved.")).toBeVisible({ timeout: 60_000 });
  await expect(run.run).toHaveAttribute("data-lifecycle", "running");
  await session.send("Storage.overrideQuotaForOrigin", { origin: runner.url });
  await run.ended("success");
  await expect(page.getByText("The run waits because nothing can be saved.")).toBeHidden();
});
