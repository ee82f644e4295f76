import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { type RunnerProcess, startRunner } from "../pages/runnerProcess.ts";

let folder: string;
let runner: RunnerProcess;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickwork-kinds-"));
  runner = await startRunner(folder);
});

test.afterEach(async () => {
  await runner.stop();
  await rm(folder, { recursive: true, force: true });
});

const price = `export default (event, ctx) => {
  const { n } = event.data;
  if (n === 3 && ctx.attempt.number === 1) {
    throw new Error("No price for 3 yet");
  }
  return { n, price: n * 10 };
};
`;

/** The text of the run's newest line on the start page: its result. */
async function resultLine(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { tickwork } = window as unknown as { tickwork: { runs(): Promise<readonly { line?: string }[]> } };
    return (await tickwork.runs())[0]?.line;
  });
}

test("a batch with a failed element, a sum, a choice and a question: drawn by mouse, run, decided, answered", async ({
  page,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).page.getByRole("button", { name: "New workflow" }).first().click();
  const editor = new EditorPage(page);
  await expect(editor.step("Start")).toBeVisible();
  const chain: readonly [kind: string, id: string, from: string, port: string][] = [
    ["fan-out", "fan_out", "Start", "done"],
    ["code", "code", "fan_out", "done"],
    ["join", "join", "code", "done"],
    ["transform", "transform", "join", "done"],
    ["branch", "branch", "transform", "done"],
  ];
  const add = async ([kind, id, from, port]: (typeof chain)[number]) => {
    await editor.dragStep(kind, id, { x: 330, y: 420 });
    await page.getByRole("button", { name: "Tidy" }).click();
    await editor.fit();
    await editor.connect(from, port, id);
    await page.getByRole("button", { name: "Tidy" }).click();
    await editor.fit();
  };
  for (const link of chain) await add(link);

  await editor.select("fan_out");
  await editor.field("List").fill("[1..4].{ 'n': $ }");
  await editor.select("code");
  await editor.writeCode(price);
  await editor.choose("On failure", "park it");
  await editor.select("join");
  await editor.choose("Gathers", "the whole batch");
  await editor.select("transform");
  await editor.field("Expression").fill("{ 'total': $sum(event.data.events.data.price) }");
  await editor.select("branch");
  await page.getByRole("button", { name: "Expression", exact: true }).first().click();
  await editor.field("Output of case 1").fill("big");
  await editor.field("Output of case 1").press("Enter");
  await editor.field("When big").fill("event.data.total > 50");

  await add(["ask", "ask", "branch", "big"]);
  await editor.select("ask");
  await editor.field("Title").fill("Pay it?");
  await editor.field("Question").fill("Pay {{ steps.transform.data.total }}?");
  await editor.field("Show beside it").fill("steps.join.data.events.data");
  for (const [index, choice] of ["pay", "refuse"].entries()) {
    await editor.field(`Choice ${index + 1}`).fill(choice);
    await editor.field(`Choice ${index + 1}`).press("Enter");
  }
  for (const link of [
    ["stop", "stop", "ask", "pay"],
    ["stop", "stop_2", "ask", "refuse"],
    ["stop", "stop_3", "branch", "else"],
  ] as const)
    await add([...link]);
  await editor.select("stop");
  await editor.field("Result").fill("{ 'paid': steps.transform.data.total, 'by': steps.ask.data }");
  await editor.select("stop_2");
  await editor.field("Result").fill('"refused"');
  await editor.saved();

  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await expect(run.step("code")).toContainText("1 parked for you");
  await expect(run.step("fan_out")).toContainText("3 of 4 done");
  await expect(run.step("join")).toHaveAttribute("data-waiting", "event");
  await page.getByRole("tab", { name: /Answers/ }).click();
  const parked = page.getByRole("region", { name: /an item failed$/ });
  await expect(parked.getByText("No price for 3 yet").first()).toBeVisible();
  await parked.getByRole("button", { name: "Run again", exact: true }).click();

  const ask = run.ask("Pay it?");
  await expect(ask.getByText("Pay 100?")).toBeVisible();
  await expect(ask.getByRole("columnheader", { name: "price" })).toBeVisible();
  await ask.getByRole("button", { name: "pay" }).click();
  await run.ended("success");
  expect(JSON.parse((await resultLine(page)) ?? "null")).toEqual({ paid: 100, by: "pay" });

  // Back in the editor: what went through each step stands beside its settings, and is offered in expressions.
  await page.goBack();
  await editor.select("transform");
  await page.getByText("Last run", { exact: true }).click();
  await expect(page.getByRole("region", { name: "Output in the last run" })).toContainText("100");
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 150; presses++) {
    const there = await wanted.evaluate((element) => {
      const root = element.getRootNode() as Document | ShadowRoot;
      return root.activeElement === element;
    });
    if (there) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

test("four steps without a mouse: built, run and answered by keyboard alone", async ({ page }) => {
  const { keyboard } = page;
  await page.goto(runner.url);
  await tabTo(page, page.getByRole("button", { name: "New workflow", exact: true }).first());
  await keyboard.press("Enter");
  const editor = new EditorPage(page);
  await expect(editor.step("Start")).toBeVisible();

  // Each step is added beside the one that has the focus, and hangs on it.
  const steps: readonly [kind: string, id: string, field: string, text: string][] = [
    ["Transform", "transform", "Expression", "{ 'n': 20 + 1 }"],
    ["Ask", "ask", "Question", "How many times {{ event.data.n }}?"],
    ["Transform", "transform_2", "Expression", "steps.transform.data.n * $number(event.data)"],
    ["Stop", "stop", "Result", "'it is ' & event.data"],
  ];
  for (const [kind, id, field, text] of steps) {
    await keyboard.press("a");
    await expect(page.getByRole("dialog", { name: /^Add step/ })).toBeVisible();
    await keyboard.type(kind);
    await keyboard.press("Enter");
    await expect(editor.step(id)).toBeFocused();
    await keyboard.press("Enter");
    await tabTo(page, editor.field(field));
    await keyboard.insertText(text);
    await tabTo(page, editor.step(id));
  }
  await expect(editor.wire("ask", "AskDone", "transform_2")).toHaveCount(1);
  await editor.saved();
  await keyboard.press("ControlOrMeta+Enter");

  const run = new RunPage(page);
  const ask = run.ask("ask");
  await expect(ask.getByText("How many times 21?")).toBeVisible();
  await tabTo(page, ask.getByRole("textbox", { name: "Your answer" }));
  await keyboard.type("2");
  await keyboard.press("ControlOrMeta+Enter");
  await run.ended("success");
  expect(await resultLine(page)).toBe("it is 42");
});

test("a question about a thousand rows is whole: what it shows, its table, and the answer", async ({ page }) => {
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
