import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import { makeGitRepository } from "../pages/gitRepository.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { type RunnerProcess, startRunner } from "../pages/runnerProcess.ts";

let repository: string;
let runner: RunnerProcess;

test.beforeEach(async () => {
  repository = await makeGitRepository();
  runner = await startRunner(repository);
});

test.afterEach(async () => {
  await runner.stop();
  await rm(repository, { recursive: true, force: true });
});

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, as `rule: element`; the expected value is always the empty list. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(await axe);
  return page.evaluate(async () => {
    const engine = (globalThis as unknown as { axe: { run(): Promise<{ violations: AxeFinding[] }> } }).axe;
    interface AxeFinding {
      id: string;
      nodes: { html: string }[];
    }
    const { violations } = await engine.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

for (const colorScheme of ["dark", "light"] as const) {
  test(`axe finds nothing on start page, editor, run and settings (${colorScheme})`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme, bypassCSP: true });
    await new HomePage(page).pair(runner.pairUrl);
    await expect(page.getByRole("button", { name: "Run the example" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: "Commit report" }).click();
    await expect(page.locator('[data-step="Start"]')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Allow" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
    const run = new RunPage(page);
    await expect(page.getByRole("form")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("form").getByRole("button", { name: "approve" }).click();
    await run.ended("success");
    expect(await findings(page)).toEqual([]);
    await page.goto(`${runner.url}/#/settings`);
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.close();
  });
}
