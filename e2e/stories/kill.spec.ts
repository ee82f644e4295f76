import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { countedWorkflow, effectsFile, findLosses } from "../../scripts/killedRun.mjs";
import { openMortalBrowser } from "../../scripts/mortalBrowser.mjs";
import type {} from "../../src/app/console.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

const rounds = 40;

test.use({ runnerArguments: ["--approve-all"] });

test("worker, tab and browser are killed while a run goes on: nothing is lost and nothing happens twice", async ({
  runner,
}) => {
  test.setTimeout(480_000);
  const folder = await mkdtemp(join(tmpdir(), "tickwork-kill-"));
  let browser = await openMortalBrowser(join(folder, "profile"));
  let id = "";

  const run = () => new RunPage(browser.page);
  const seq = async () => Number(await run().run.getAttribute("data-seq"));
  const look = () => browser.page.goto(`${runner.url}/#/r/${id}`);
  const sessions = () =>
    browser.page
      .evaluate(async (id) => (await window.tickwork.export(id)).match(/"kind":"session-started"/g)?.length ?? 0, id)
      // The engine that was asked may be the one that died.
      .catch(() => 0);
  /** The run has gone on, in its `count`th session, and is not over, so that the next kill meets it at work. */
  const goesOn = async (before: number, count: number) => {
    await expect.poll(sessions, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
    await expect.poll(seq, { timeout: 60_000, intervals: [50] }).toBeGreaterThan(before + 1);
    await expect(run().run).toHaveAttribute("data-lifecycle", "running");
  };

  try {
    await browser.page.goto(runner.pairUrl);
    await expect(browser.page.getByRole("button", { name: /Runner: runner · repo/ })).toBeVisible();
    id = await browser.page.evaluate(
      (workflow) => window.tickwork.start(JSON.parse(workflow)),
      JSON.stringify(countedWorkflow(rounds)),
    );
    await look();
    await goesOn(0, 0);

    let before = await seq();
    await browser.killWorker();
    await goesOn(before, 1);

    before = await seq();
    await browser.closePage();
    await look();
    await goesOn(before, 2);

    before = await seq();
    await browser.crashPage();
    await look();
    await goesOn(before, 3);

    await browser.kill();
    browser = await openMortalBrowser(join(folder, "profile"));
    await look();
    await run().ended("success");

    const log = await browser.page.evaluate((id) => window.tickwork.export(id), id);
    const effects = await readFile(join(runner.workspace, effectsFile), "utf8");
    expect(findLosses({ rounds, effects, log })).toEqual([]);
    expect(log.match(/"kind":"session-started"/g)?.length).toBeGreaterThanOrEqual(4);
    const file = join(folder, "killed.runlog.jsonl");
    await writeFile(file, log);
    const replay = execFileSync(process.execPath, ["dist/node/tickwork.js", "replay", "--json", file], {
      encoding: "utf8",
    });
    expect(JSON.parse(replay)).toMatchObject({ lifecycle: "completed", outcome: "success" });
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});
