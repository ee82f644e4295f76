import { expect, type Page } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

/** The text of the run's newest line on the start page: its result. */
async function resultLine(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { tickwork } = window as unknown as { tickwork: { runs(): Promise<readonly { line?: string }[]> } };
    return (await tickwork.runs())[0]?.line;
  });
}

test("a question about a thousand rows is whole: what it shows, its table, and the answer", async ({
  page,
  runner,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Rows",
    steps: {
      rows: {
        kind: "transform",
        accepts: ["Start"],
        emits: { done: "Rows" },
        config: { expression: "[1..1000].{ 'id': $, 'name': 'Row ' & $, 'note': $pad('', 60, 'x') }" },
      },
      check: {
        kind: "ask",
        title: "Check the rows",
        accepts: ["Rows"],
        emits: { done: "Checked" },
        config: {
          question: "Are the rows right?",
          show: "event.data",
          prefill: "event.data",
          form: {
            type: "array",
            items: {
              type: "object",
              properties: { id: { type: "integer" }, name: { type: "string" }, note: { type: "string" } },
              required: ["id", "name"],
            },
          },
        },
      },
      end: {
        kind: "stop",
        accepts: ["Checked"],
        config: {
          result: "{ 'count': $count(event.data), 'first': event.data[0].name, 'last': event.data[999].name }",
        },
      },
    },
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  const ask = run.ask("Check the rows");
  await expect(ask.getByRole("region", { name: "What it shows" })).toContainText("Row 50");
  await expect(ask.getByText("1,000 rows").first()).toBeVisible();
  const first = ask.locator('[data-cell="0:1"]');
  await expect(first).toHaveValue("Row 1");
  await first.fill("Changed");
  await page.reload();
  await expect(first).toHaveValue("Changed");
  await ask.getByRole("button", { name: "Answer" }).click();
  await run.ended("success");
  expect(JSON.parse((await resultLine(page)) ?? "null")).toEqual({ count: 1000, first: "Changed", last: "Row 1000" });
});
