import { expect, type Page } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";
import { tabTo } from "../pages/tabTo.ts";

/** The text of the run's newest line on the start page: its result. */
async function resultLine(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { tickwork } = window as unknown as { tickwork: { runs(): Promise<readonly { line?: string }[]> } };
    return (await tickwork.runs())[0]?.line;
  });
}

test("four steps without a mouse: built, run and answered by keyboard alone", async ({ page, runner }) => {
  test.setTimeout(480_000);
  const { keyboard } = page;
  await page.goto(runner.url);
  await tabTo(page, page.getByRole("button", { name: "New workflow", exact: true }).first());
  await keyboard.press("Enter");
  const editor = new EditorPage(page);
  await expect(editor.step("Start")).toBeVisible();

  // Each step is added beside the one that has the focus, and hangs on it.
  const steps: readonly [kind: string, id: string, field: string, text: string][] = [
    ["Transform", "transform", "Expression", "{ 'n': 20 + 1 }"],
    ["Transform", "transform_2", "Expression", "event.data.n * 2"],
    ["Ask", "ask", "Question", "Is it {{ event.data }}?"],
    ["Stop", "stop", "Result", "'it is ' & steps.transform_2.data"],
  ];
  for (const [kind, id, field, text] of steps) {
    await editor.addByKey(kind, id);
    const card = editor.card(id);
    await keyboard.press("Enter");
    await tabTo(page, editor.field(field));
    await keyboard.press("ControlOrMeta+a");
    await keyboard.insertText(text);
    await tabTo(page, card, "Shift+Tab");
  }
  // A question has an output for each choice: which of them leads on is chosen.
  await keyboard.press("ArrowLeft");
  await expect(editor.card("ask")).toBeFocused();
  await editor.connectByKey("yes");
  await expect(editor.wire("ask", "AskYes", "stop")).toHaveCount(1);
  await editor.saved();
  await keyboard.press("ControlOrMeta+Enter");

  const run = new RunPage(page);
  const ask = run.ask("ask");
  await expect(ask.getByText("Is it 42?")).toBeVisible();
  await tabTo(page, ask.getByRole("button", { name: "yes", exact: true }));
  await keyboard.press("Enter");
  await run.ended("success");
  expect(await resultLine(page)).toBe("it is 42");
});
