import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type {} from "../../src/app/console.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

/** Counts its starts, says so, and ends when `go` is there. */
const line = "echo x >> starts; echo begun; while [ ! -e go ]; do sleep 0.1; done; echo done";

const workflow = {
  format: "tickwork/workflow@1",
  name: "Moves house",
  steps: {
    work: {
      kind: "command",
      title: "Work",
      accepts: ["Start"],
      emits: { done: "Worked" },
      config: { shell: { program: "sh", line } },
    },
    end: { kind: "stop", accepts: ["Worked"], config: { result: "event.data.stdout" } },
  },
};

test("a log whose command still runs is continued in another browser: the command is found again, not begun again", async ({
  page,
  browser,
  runner,
}) => {
  await new HomePage(page).pair(runner.pairUrl);
  await new HomePage(page).importWorkflow(workflow);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await expect(run.step("work")).toHaveAttribute("data-status", "running");
  await expect.poll(() => existsSync(join(runner.workspace, "starts"))).toBe(true);
  const id = await run.id();
  const log = await page.evaluate((run) => window.tickwork.export(run), id);
  await page.context().close();

  const elsewhere = await (await browser.newContext()).newPage();
  const home = new HomePage(elsewhere);
  await home.pair(runner.pairUrl);
  await home.chooseFile("moves.runlog.jsonl", log);
  const there = new RunPage(elsewhere);
  await expect(there.run).toHaveAttribute("data-run", id);
  await expect(there.run).toHaveAttribute("data-owner", "none");
  await there.button("Continue here").click();
  // The runner knows what was allowed to whom: another document of the same steps is asked about anew.
  const allow = elsewhere.getByRole("dialog").getByRole("button", { name: "Allow" });
  await allow.or(elsewhere.locator('[data-owner="this-tab"]')).first().waitFor();
  if (await allow.isVisible()) await allow.click();
  await expect(there.run).toHaveAttribute("data-owner", "this-tab");
  await expect(there.step("work")).toHaveAttribute("data-status", "running");

  writeFileSync(join(runner.workspace, "go"), "");
  await there.ended("success");
  expect(readFileSync(join(runner.workspace, "starts"), "utf8")).toBe("x\n");
  const ticks = (await elsewhere.evaluate((run) => window.tickwork.export(run), id))
    .split("\n")
    .filter((text) => text.startsWith('{"kind"'))
    .map((text) => JSON.parse(text) as { kind: string; reason?: string; execution?: string });
  expect(ticks.filter(({ kind }) => kind === "session-started").map(({ reason }) => reason)).toEqual(["import"]);
  expect(ticks.filter(({ kind }) => kind === "execution-started")).toHaveLength(1);
  expect(JSON.stringify(ticks.at(-1))).toContain("begun\\ndone");
  await elsewhere.context().close();
});
