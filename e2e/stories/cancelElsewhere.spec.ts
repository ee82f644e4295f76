import { readdir, readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import type { RunnerProcess } from "../pages/runnerProcess.ts";
import { test } from "../pages/storyTest.ts";

/** Living processes that were started for attempts of this run, grandchildren too. */
async function processesOf(run: string): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const marked = await Promise.all(
    pids.map(async (pid) => {
      try {
        const environment = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0");
        // The state stands behind the name of the program, which may hold anything but a closing bracket at its end.
        const isZombie = /^.*\) Z/.test(await readFile(`/proc/${pid}/stat`, "utf8"));
        return !isZombie && environment.some((entry) => entry.startsWith(`TICKWORK_ATTEMPT=${run}~`));
      } catch {
        return false;
      }
    }),
  );
  return marked.filter(Boolean).length;
}

const tree = "trap '' TERM; sh -c \"trap '' TERM; sleep 600 & sleep 600\" & while :; do sleep 0.1; done";

async function begin(page: Page, runner: RunnerProcess): Promise<RunPage> {
  await new HomePage(page).pair(runner.pairUrl);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "A tree",
    steps: {
      grow: {
        kind: "command",
        title: "Grow",
        accepts: ["Start"],
        emits: { done: "Grown" },
        config: { shell: { program: "sh", line: tree } },
      },
      end: { kind: "stop", accepts: ["Grown"], config: {} },
    },
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await expect(run.step("grow")).toHaveAttribute("data-status", "running");
  return run;
}

test("[T23] [T24] [T25] cancelled from another tab: the whole tree that ignores TERM is gone when both tabs say cancelled", async ({
  page,
  context,
  runner,
}) => {
  const run = await begin(page, runner);
  const id = await run.id();
  await expect.poll(() => processesOf(id)).toBeGreaterThanOrEqual(4);
  const second = new RunPage(await context.newPage());
  await second.page.goto(`${runner.url}/#/r/${id}`);
  await expect(second.run).toHaveAttribute("data-owner", "other-tab");
  await second.button("Cancel").click();
  await second.ended("cancellation");
  expect(await processesOf(id)).toBe(0);
  await run.ended("cancellation");
});

test("[T25] [T27] cancelled while the runner is away: nothing is claimed before it is back and nothing is left", async ({
  page,
  runner,
}) => {
  const run = await begin(page, runner);
  const id = await run.id();
  await expect.poll(() => processesOf(id)).toBeGreaterThanOrEqual(4);
  await runner.kill();
  await expect(page.getByText("Waiting for the runner.")).toBeVisible();
  await run.button("Cancel").click();
  await expect(run.run).toHaveAttribute("data-lifecycle", "cancelling");
  expect(await processesOf(id)).toBeGreaterThanOrEqual(4);
  await runner.restart();
  await run.ended("cancellation");
  expect(await processesOf(id)).toBe(0);
});
