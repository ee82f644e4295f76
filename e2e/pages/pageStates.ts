import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { HomePage } from "./HomePage.ts";
import { RunPage } from "./RunPage.ts";
import type { RunnerProcess } from "./runnerProcess.ts";

/** A thing that a person may look at, reached from the one before it. */
export interface PageState {
  readonly name: string;
  readonly open: (page: Page, runner: RunnerProcess) => Promise<void>;
  /** What lies over the page then, and is left by Escape. */
  readonly layer?: "dialog" | "menu" | "listbox";
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).first();
const dialogOpen = (page: Page) =>
  expect(page.getByRole("dialog").or(page.getByRole("alertdialog")).first()).toBeVisible();
const editorOpen = (page: Page) => expect(page.locator('[data-step="Start"]').first()).toBeVisible();
const go = (page: Page, runner: RunnerProcess, hash: string) => page.goto(`${runner.url}/${hash}`);
const select = (page: Page, step: string) => page.locator(`[data-step="${step}"] .tw-card-title`).click();

/** Carries a command of the command palette out. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill(words);
  await expect(page.getByRole("option", { selected: true })).toContainText(words, { ignoreCase: true });
  await page.keyboard.press("Enter");
}

const unknowable = {
  format: "tickwork/workflow@1",
  name: "Nobody knows",
  steps: {
    copy: {
      kind: "command",
      title: "Copy",
      accepts: ["Start"],
      emits: { done: "Copied" },
      access: "none",
      config: { shell: { program: "sh", line: "touch copying; exec sleep 600" } },
    },
    lost: {
      kind: "code",
      title: "Loses",
      accepts: ["Start"],
      config: { source: "export default (event) => event.nothing.here;" },
    },
    end: { kind: "stop", title: "End", accepts: ["Copied"], config: {} },
  },
};

export const editorStates: readonly PageState[] = [
  { name: "start page of a newcomer", open: async (page) => expect(button(page, "Run the example")).toBeVisible() },
  {
    name: "runner",
    open: async (page) => {
      await button(page, /^Runner/).click();
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "command palette",
    open: async (page) => {
      await page.keyboard.press("ControlOrMeta+k");
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "keyboard map",
    open: async (page) => {
      await page.keyboard.press("?");
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "import",
    open: async (page) => {
      await button(page, "Import").click();
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "empty canvas",
    open: async (page) => {
      await button(page, "New workflow").click();
      await expect(
        page.getByRole("heading", { name: "An empty canvas" }).or(page.locator(".tw-empty-hint")).first(),
      ).toBeVisible();
    },
  },
  {
    name: "a question what to add",
    open: async (page) => {
      await page.keyboard.press("a");
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "the first hint",
    open: async (page, runner) => {
      await go(page, runner, "#/");
      await page.getByRole("button", { name: "Three ways for an order" }).click();
      await editorOpen(page);
      await expect(page.getByRole("complementary", { name: "First steps" })).toContainText("Click a card");
    },
  },
  {
    name: "result of a test",
    open: async (page) => {
      const settings = page.getByRole("region", { name: "Settings" });
      await select(page, "total");
      await settings.getByRole("tab", { name: "Test" }).click();
      await settings.getByRole("button", { name: "Test this step" }).click();
      await expect(settings.getByRole("region", { name: "Result of the test" })).toBeVisible();
    },
  },
  {
    name: "editor",
    open: async (page, runner) => {
      await go(page, runner, "#/");
      await page.getByRole("button", { name: "Commit report" }).click();
      await editorOpen(page);
    },
  },
  ...["log", "count", "confirm", "write"].map((step) => ({
    name: `settings of ${step}`,
    open: async (page: Page) => {
      await command(page, "Fit the cards");
      await select(page, step);
      await expect(page.getByRole("region", { name: "Settings" }).getByLabel("Title", { exact: true })).toBeVisible();
    },
  })),
  {
    name: "try a step",
    open: async (page) => {
      await page.getByRole("region", { name: "Settings" }).getByRole("tab", { name: "Test" }).click();
      await expect(button(page, "Test this step")).toBeVisible();
    },
  },
  {
    name: "outline",
    open: async (page) => {
      await button(page, "Outline").click();
      await expect(page.getByRole("tree").first()).toBeVisible();
    },
  },
  {
    name: "search of the canvas",
    open: async (page) => {
      await command(page, "Find on the canvas");
    },
  },
  {
    name: "problems",
    open: async (page) => {
      await button(page, "Close the search").click();
      await button(page, "Add").click();
      await command(page, "Add Command");
      await command(page, "Show the problems");
      await expect(page.locator("[data-problem]").first()).toBeVisible();
    },
  },
  {
    name: "outline with a problem",
    open: async (page) => {
      await button(page, "Outline").click();
      await expect(page.getByRole("tree", { name: "Outline" })).toBeVisible();
    },
  },
  {
    name: "versions",
    open: async (page) => {
      await command(page, "Show earlier versions");
      await page
        .getByRole("region", { name: "Versions" })
        .getByRole("button", { name: /The first version/ })
        .click();
      await expect(button(page, "Restore")).toBeVisible();
      await expect(page.getByText("Changed since then")).toBeVisible();
    },
  },
  {
    name: "more about the workflow",
    open: async (page) => {
      await button(page, "More about this workflow").click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    layer: "menu",
  },
  {
    name: "make it yours",
    open: async (page) => {
      await command(page, "Make this workflow yours");
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "deleting",
    open: async (page) => {
      await command(page, "Delete this workflow");
      await dialogOpen(page);
    },
    layer: "dialog",
  },
];

export const runStates: readonly PageState[] = [
  {
    name: "consent",
    open: async (page) => {
      await page.getByRole("button", { name: "Commit report" }).click();
      await expect(page.locator('[data-step="log"]')).toBeVisible();
      await button(page, "Run").click();
      await expect(page.getByRole("dialog").getByRole("button", { name: "Allow" })).toBeVisible();
    },
  },
  {
    name: "run that asks",
    open: async (page) => {
      await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
      await expect(page.getByRole("form")).toBeVisible();
    },
  },
  {
    name: "details of a step",
    open: async (page) => {
      await select(page, "log");
      await expect(page.getByText("/usr/bin/git").first()).toBeVisible();
    },
  },
  {
    name: "answers",
    open: async (page) => {
      await page.getByRole("tab", { name: /Answers/ }).click();
      await expect(page.getByRole("form")).toBeVisible();
    },
  },
  {
    name: "start page with a run that needs you",
    open: async (page, runner) => {
      await go(page, runner, "#/");
      await expect(page.getByRole("form")).toBeVisible();
    },
  },
  {
    name: "run that ended",
    open: async (page) => {
      await button(page, "Open the run").click();
      await page.getByRole("form").getByRole("button", { name: "approve" }).click();
      await new RunPage(page).ended("success");
    },
  },
  {
    name: "journal",
    open: async (page) => {
      await page.getByRole("tab", { name: "Journal" }).click();
      await page.locator('[role="option"][data-seq]').nth(3).click();
    },
  },
  {
    name: "fork",
    open: async (page) => {
      await button(page, "Fork from here").click();
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "a moment of the past",
    open: async (page) => {
      await page.getByRole("slider").first().focus();
      for (let press = 0; press < 4; press++) await page.keyboard.press("ArrowLeft");
      await expect(page.locator("[data-past]")).toBeVisible();
    },
  },
  {
    name: "store",
    open: async (page) => {
      await page.getByRole("tab", { name: "Store" }).click();
    },
  },
  {
    name: "exports",
    open: async (page) => {
      await button(page, "Export as …").click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    layer: "menu",
  },
  {
    name: "run that failed",
    open: async (page, runner) => {
      await go(page, runner, "#/");
      await new HomePage(page).importWorkflow({ ...unknowable, steps: { lost: unknowable.steps.lost } });
      await button(page, "Run").click();
      await new RunPage(page).ended("failure");
    },
  },
  {
    name: "a workflow from a file",
    open: async (page, runner) => {
      await go(page, runner, "#/");
      await new HomePage(page).importWorkflow({
        ...unknowable,
        name: "Nobody knows it",
        steps: { copy: unknowable.steps.copy, end: unknowable.steps.end },
      });
    },
  },
  {
    name: "recovery",
    open: async (page, runner) => {
      await button(page, "Run").click();
      await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
      // A host that dies before it began the command loses nothing: the next one begins it.
      await expect.poll(() => existsSync(join(runner.workspace, "copying"))).toBe(true);
      await runner.killHost();
      await expect(page.locator("[data-recovery]")).toBeVisible({ timeout: 60_000 });
    },
  },
  {
    name: "compare",
    open: async (page, runner) => {
      const [left, right] = await page.evaluate(async () => {
        const { tickwork } = window as unknown as { tickwork: { runs(): Promise<readonly { id: string }[]> } };
        return (await tickwork.runs()).map(({ id }) => id);
      });
      await go(page, runner, `#/compare/${left}/${right}`);
      await expect(page.getByRole("heading", { name: "Compare" })).toBeVisible();
      await expect(page.getByText("Reading both journals")).toBeHidden();
    },
  },
  {
    name: "start page with runs",
    open: async (page, runner) => {
      await go(page, runner, "#/");
      await expect(page.getByRole("checkbox").nth(1)).toBeVisible();
    },
  },
  {
    name: "chosen runs",
    open: async (page) => {
      await page.getByRole("checkbox").nth(1).check();
      await page.getByRole("checkbox").nth(2).check();
    },
  },
  {
    name: "a filter of runs",
    open: async (page) => {
      await page.getByRole("combobox", { name: /state/i }).click();
      await expect(page.getByRole("listbox")).toBeVisible();
    },
    layer: "listbox",
  },
  {
    name: "settings",
    open: async (page, runner) => {
      await go(page, runner, "#/settings");
      await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    },
  },
  {
    name: "a new model",
    open: async (page) => {
      await button(page, "Add a model").click();
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "a new secret",
    open: async (page) => {
      await button(page, /Add a secret/).click();
      await dialogOpen(page);
    },
    layer: "dialog",
  },
  {
    name: "an address that leads nowhere",
    open: async (page, runner) => {
      await go(page, runner, "#/nowhere");
      await expect(page.getByText("This address leads nowhere")).toBeVisible();
    },
  },
];
