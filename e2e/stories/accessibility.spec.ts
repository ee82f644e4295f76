import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { axeFindings } from "../pages/axeFindings.ts";
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

for (const colorScheme of ["dark", "light"] as const) {
  test(`axe finds nothing on start page, editor, run and settings (${colorScheme})`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme, bypassCSP: true });
    await new HomePage(page).pair(runner.pairUrl);
    await expect(page.getByRole("button", { name: "Run the example" })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Commit report" }).click();
    await expect(page.locator('[data-step="Start"]')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Allow" })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
    const run = new RunPage(page);
    await expect(page.getByRole("form")).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("form").getByRole("button", { name: "approve" }).click();
    await run.ended("success");
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${runner.url}/#/settings`);
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });
}
