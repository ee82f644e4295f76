import { expect } from "@playwright/test";
import { axeFindings } from "../pages/axeFindings.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

/** Twenty parcels are weighed; the scale fails for two of them, for one whenever it is asked. */
const weighing = {
  format: "tickwork/workflow@1",
  name: "Weigh parcels",
  steps: {
    parcels: {
      kind: "fan-out",
      title: "Parcels",
      accepts: ["Start"],
      batches: { done: "Parcel" },
      config: { items: "[1..20].{ 'parcel': $ }" },
    },
    weigh: {
      kind: "code",
      title: "Weigh",
      accepts: ["Parcel"],
      emits: { done: "Weighed" },
      onFailure: "park",
      output: { type: "object", properties: { grams: { type: "integer", minimum: 1 } }, required: ["grams"] },
      config: {
        source: `export default (event, ctx) => {
  const { parcel } = event.data;
  if (parcel === 7 && ctx.attempt.number === 1) throw new Error("The scale was busy");
  if (parcel === 13) throw new Error("The scale does not know this parcel");
  return { grams: parcel * 100 };
};
`,
      },
    },
    all: {
      kind: "join",
      title: "All weighed",
      accepts: ["Weighed"],
      emits: { done: "AllWeighed" },
      join: { batch: "all" },
      config: {},
    },
    report: {
      kind: "stop",
      title: "Report",
      accepts: ["AllWeighed"],
      config: { result: "event.data.events.data.grams" },
    },
  },
};

test("an item that failed waits for a person while the others go on, over a reload, and the list keeps its order", async ({
  browser,
  runner,
}) => {
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(weighing);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await expect(run.step("weigh")).toHaveAttribute("data-waiting", "you");
  await expect(run.step("weigh")).toContainText("2 parked for you");
  await expect(run.step("all")).toContainText("has 18, 2 open");
  await expect(run.step("all")).toHaveAttribute("data-waiting", "event");
  await expect(run.step("parcels")).toContainText("18 of 20 done");
  await expect(run.run).toHaveAttribute("data-lifecycle", "running");
  await expect(page).toHaveTitle(/^\(2\)/);

  await page.reload();
  await page.getByRole("tab", { name: /Answers/ }).click();
  const card = page.getByRole("region", { name: "Weigh: 2 items failed" });
  await expect(card.getByText("The scale was busy").first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await card.getByRole("button", { name: "Run again", exact: true }).click();
  await expect(run.step("weigh")).toContainText("1 parked for you");
  await expect(run.step("parcels")).toContainText("19 of 20 done");

  const last = page.getByRole("region", { name: "Weigh: an item failed" });
  await expect(last.getByText("The scale does not know this parcel").first()).toBeVisible();
  await last.getByRole("button", { name: "It succeeded" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "grams" }).fill("0");
  await dialog.getByRole("button", { name: "Go on with this" }).click();
  await expect(dialog.getByText("At least 1.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "grams" }).fill("1234");
  await dialog.getByRole("button", { name: "Go on with this" }).click();

  await run.ended("success");
  await page.getByRole("tab", { name: "Journal" }).click();
  await run.select("report");
  const grams = Array.from({ length: 20 }, (_, index) => (index === 12 ? 1234 : (index + 1) * 100));
  await page.getByRole("tab", { name: "Details" }).click();
  await expect(page.getByRole("region", { name: "Handed on" })).toContainText(`${grams[0]}`);
  const result = await page.evaluate(async () => {
    const runs = await (
      window as unknown as { tickwork: { runs(): Promise<readonly { line?: string }[]> } }
    ).tickwork.runs();
    return runs[0]?.line;
  });
  expect(JSON.parse(result ?? "null")).toEqual(grams);
  await page.close();
});
