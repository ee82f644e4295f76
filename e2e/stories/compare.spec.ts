import { expect } from "@playwright/test";
import { axeFindings } from "../pages/axeFindings.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

const counting = {
  format: "tickwork/workflow@1",
  name: "Count",
  steps: {
    list: {
      kind: "fan-out",
      title: "List",
      accepts: ["Start"],
      batches: { done: "Item" },
      config: { items: "[1..4]" },
    },
    double: {
      kind: "transform",
      title: "Double",
      accepts: ["Item"],
      emits: { done: "Doubled" },
      workers: 4,
      config: { expression: "event.data * 2" },
    },
    all: {
      kind: "join",
      title: "All",
      accepts: ["Doubled"],
      emits: { done: "Counted" },
      join: { batch: "all" },
      config: {},
    },
    ask: {
      kind: "ask",
      title: "Keep it?",
      accepts: ["Counted"],
      emits: { yes: "Yes", no: "No" },
      config: { question: "Keep it?", choices: ["yes", "no"] },
    },
    kept: { kind: "stop", title: "Kept", accepts: ["Yes"], config: { result: "'kept'" } },
    thrown: { kind: "stop", title: "Thrown away", accepts: ["No"], config: { result: "'thrown'" } },
  },
};

test("two runs are compared: where they part is said in words and leads there, what differs is marked", async ({
  browser,
  runner,
}) => {
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(counting);
  const editor = page.url();
  const run = new RunPage(page);
  const ids: string[] = [];
  for (const answer of ["yes", "no"]) {
    await page.goto(editor);
    await run.button("Run").first().click();
    await run.ask("Keep it?").getByRole("button", { name: answer }).first().click();
    await run.ended("success");
    ids.push(await run.id());
  }

  // Both journals are being read: what stands below stays where it is when something is found.
  let read: () => void = () => {};
  const reading = new Promise<void>((resolve) => {
    read = resolve;
  });
  await page.route(/\/assets\/compare-[^/]+\.js$/, async (route) => {
    await reading;
    await route.continue();
  });
  await run.button("Compare").click();
  await page.getByRole("menuitem", { name: /^run 1/ }).click();
  await expect(page.getByText("Reading both journals …")).toBeVisible();
  const canvas = page.getByRole("region", { name: "Canvas of run 1" });
  const before = await canvas.boundingBox();
  read();
  await expect(page).toHaveURL(new RegExp(`#/compare/${ids[0]}/${ids[1]}$`));
  await expect(page.getByText("They part at the answer to “Keep it?”.")).toBeVisible();
  expect(await canvas.boundingBox()).toEqual(before);
  const left = page.getByRole("region", { name: "Canvas of run 1" });
  const right = page.getByRole("region", { name: "Canvas of run 2" });
  await expect(left.locator('[data-step="kept"]')).toHaveAttribute("data-outcome", "success");
  await expect(right.locator('[data-step="kept"]')).not.toHaveAttribute("data-outcome", /./);
  await expect(right.locator('[data-step="kept"]')).toContainText("differs");
  await expect(left.locator('[data-step="double"]')).not.toContainText("differs");
  await expect(page.locator('[data-compared="double"]')).toContainText("the same");
  await page.getByRole("button", { name: "different: Keep it?" }).click();
  await expect(page.getByRole("cell", { name: "yes" }).last()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("tab", { name: "Timelines" }).click();
  await expect(page.getByRole("region", { name: "Timeline of run 1" })).toBeVisible();
  await page
    .getByRole("link", { name: /^tick \d+$/ })
    .first()
    .click();
  await expect(run.run).toHaveAttribute("data-run", ids[0] ?? "");
  await expect(run.run).toHaveAttribute("data-past", "true");
  await page.close();
});
