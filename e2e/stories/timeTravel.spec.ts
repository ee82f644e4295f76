import { expect } from "@playwright/test";
import { axeFindings } from "../pages/axeFindings.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

/** Fails once and is tried again, then checks six items three at a time, and asks what to do with them. */
const checking = {
  format: "tickwork/workflow@1",
  name: "Check items",
  steps: {
    fetch: {
      kind: "code",
      title: "Fetch",
      accepts: ["Start"],
      emits: { done: "Fetched" },
      retry: { maxAttempts: 2, wait: { fixedMs: 300 } },
      config: {
        source: `export default async (event, ctx) => {
  await ctx.store.set("tries", ctx.attempt.number);
  if (ctx.attempt.number === 1) throw new Error("The server was away");
  return [1, 2, 3, 4, 5, 6];
};
`,
      },
    },
    items: {
      kind: "fan-out",
      title: "Items",
      accepts: ["Fetched"],
      batches: { done: "Item" },
      config: { items: "event.data" },
    },
    check: {
      kind: "transform",
      title: "Check",
      accepts: ["Item"],
      emits: { done: "Checked" },
      workers: 3,
      config: { expression: "event.data * 10" },
    },
    all: {
      kind: "join",
      title: "All checked",
      accepts: ["Checked"],
      emits: { done: "AllChecked" },
      join: { batch: "all" },
      config: {},
    },
    ask: {
      kind: "ask",
      title: "Publish?",
      accepts: ["AllChecked"],
      emits: { yes: "Yes", no: "No" },
      config: { question: "Publish them?", choices: ["yes", "no"] },
    },
    published: { kind: "stop", title: "Published", accepts: ["Yes"], config: { result: "'published'" } },
    dropped: { kind: "stop", title: "Dropped", accepts: ["No"], config: { result: "'dropped'" } },
  },
};

test("a person scrubs back over a retry, a fan-out and a question, with keys, and sees each moment as it was", async ({
  browser,
  runner,
}) => {
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(checking);
  const run = new RunPage(page);
  await run.button("Run").first().click();
  await run.ask("Publish?").getByRole("button", { name: "yes" }).first().click();
  await run.ended("success");
  const last = Number(await run.run.getAttribute("data-seq"));

  // From the end to the question: it is there, and cannot be answered again.
  const slider = page.getByRole("slider", { name: "Tick" });
  await slider.focus();
  await page.keyboard.press("Shift+Q");
  await page.keyboard.press("Shift+Q");
  await expect(run.run).toHaveAttribute("data-past", "true");
  await expect(run.step("ask")).toHaveAttribute("data-waiting", "you");
  await expect(run.step("published")).not.toHaveAttribute("data-outcome", /./);
  await expect(run.ask("Publish?")).toBeVisible();
  await expect(run.ask("Publish?").getByRole("button", { name: "yes" })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  // In the middle of the batch: three run, others are queued, the join has some.
  await slider.focus();
  while ((await run.step("check").getAttribute("data-queued")) === "0") await page.keyboard.press("ArrowLeft");
  await expect(run.step("check")).toHaveAttribute("data-status", "running");
  await expect(run.step("check")).toHaveAttribute("data-running", "3");
  const middle = Number(await run.run.getAttribute("data-seq"));
  await expect(slider).toHaveAttribute(
    "aria-valuetext",
    new RegExp(`^tick ${middle} of ${last}, \\d\\d:\\d\\d:\\d\\d\\.\\d{3}$`),
  );
  await expect(page.getByRole("status").filter({ hasText: `tick ${middle} of ${last}` })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(run.run).toHaveAttribute("data-seq", String(middle + 1));

  // At the failure: it waits for its next try, the store has what the first try wrote.
  await page.keyboard.press("Shift+E");
  await expect(run.step("fetch")).toHaveAttribute("data-waiting", "retry");
  await expect(run.step("fetch")).toContainText("retry in");
  await expect(run.step("items")).toHaveAttribute("data-status", "not-running");
  const failed = await run.run.getAttribute("data-seq");
  await run.select("fetch");
  await expect(page.getByText("The server was away").first()).toBeVisible();
  await page.getByRole("tab", { name: "Store" }).click();
  await expect(page.getByRole("tabpanel", { name: "Store" })).toContainText("tries1");

  // The address names the moment, and the journal shows it.
  await expect(page).toHaveURL(new RegExp(`tick=${failed}$`));
  await page.reload();
  await expect(run.run).toHaveAttribute("data-seq", failed ?? "");
  await page.getByRole("tab", { name: "Journal" }).click();
  await expect(page.getByRole("option", { selected: true })).toContainText("The server was away");
  await page.getByRole("option").first().click();
  await expect(run.run).toHaveAttribute("data-seq", "1");

  // It plays to its end and is live again.
  await page.getByRole("button", { name: "Jump to …" }).click();
  await page.getByRole("menuitemcheckbox", { name: "20", exact: true }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await expect(run.run).not.toHaveAttribute("data-past", "true");
  await expect(run.run).toHaveAttribute("data-seq", String(last));
  await expect(page).not.toHaveURL(/tick=/);
  await page.close();
});

test("the timeline is read with keys: bars, their attempt and its moment", async ({ browser, runner }) => {
  const page = await browser.newPage();
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(checking);
  const run = new RunPage(page);
  await run.button("Run").first().click();
  await run.ask("Publish?").getByRole("button", { name: "no" }).first().click();
  await run.ended("success");

  const rows = page.getByRole("list", { name: "Attempts by step" });
  await expect(rows.getByRole("button", { name: /^Fetch: 2 attempts, 1 failed/ })).toBeVisible();
  await expect(rows.getByRole("button", { name: /^Check: 6 attempts/ })).toBeVisible();
  const bars = page.getByRole("application", { name: /Bars of attempts/ });
  await bars.focus();
  await page.keyboard.press("ArrowRight");
  // The first bar of a row may be the time in the queue: the attempt is the same.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Attempt" })).toContainText("1 of 2");
  await page.keyboard.press("m");
  await expect(run.run).toHaveAttribute("data-past", "true");
  await page.keyboard.press("+");
  await page.getByRole("button", { name: "Fit the whole run" }).click();
  await page.getByRole("button", { name: "To the end" }).first().click();
  await expect(run.run).not.toHaveAttribute("data-past", "true");
  await page.close();
});
