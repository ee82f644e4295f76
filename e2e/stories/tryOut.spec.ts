import { expect } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

test("a step is tested alone, its output is pinned, and a run with pins says so and does nothing of it", async ({
  page,
  runner,
}) => {
  const home = new HomePage(page);
  const editor = new EditorPage(page);
  const settings = page.getByRole("region", { name: "Settings" });
  await home.pair(runner.pairUrl);
  await home.importWorkflow({
    format: "tickwork/workflow@1",
    name: "Try it",
    input: { type: "object", properties: { n: { type: "number" } } },
    steps: {
      ask: { kind: "command", accepts: ["Start"], emits: { done: "Asked" }, config: { argv: ["git", "--version"] } },
      twice: {
        kind: "code",
        accepts: ["Asked"],
        emits: { done: "Twice" },
        config: { source: "export default (event, ctx) => { ctx.log('hello'); return event.data.n * 2; }" },
      },
      end: { kind: "stop", accepts: ["Twice"], config: {} },
    },
  });
  // A code step is given an event by hand.
  await editor.select("twice");
  await settings.getByRole("tab", { name: "Test" }).click();
  await settings.getByLabel("Data of the event").fill('{ "n": 21 }');
  await settings.getByRole("button", { name: "Test this step" }).click();
  const result = settings.getByRole("region", { name: "Result of the test" });
  await expect(result).toContainText("success");
  await expect(result.getByRole("region", { name: "Output of the test" })).toContainText("42");
  await expect(result).toContainText("hello");
  await settings.getByLabel("Data of the event").fill("null");
  await settings.getByRole("button", { name: "Test this step" }).click();
  await expect(result).toContainText("failed");

  // A command is asked about as in a run; then its output is pinned.
  await editor.select("ask");
  await settings.getByRole("tab", { name: "Test" }).click();
  await settings.getByRole("button", { name: "Test this step" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  await expect(result).toContainText("git version");
  await result.getByRole("button", { name: "Pin this output" }).click();
  await settings.getByRole("tab", { name: "Settings" }).click();
  await settings.locator("summary", { hasText: "Pinned output" }).click();
  await settings.getByLabel("Pinned output").fill('{ "n": 4 }');
  await editor.saved();

  const places = await Promise.all(
    ["Run", "Run with pins"].map((name) => page.getByRole("button", { name, exact: true }).boundingBox()),
  );
  await page.getByRole("button", { name: "Run with pins" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run with pins" }).click();
  const run = new RunPage(page);
  await run.ended("success");
  await expect(page.getByText("with pins · 1")).toBeVisible();
  await expect(run.step("ask")).toContainText("pinned");
  // What stands now where the run was begun is no way to lose it by a second click.
  for (const place of places) {
    const { x, y, width, height } = place ?? { x: 0, y: 0, width: 0, height: 0 };
    const words = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.closest("button")?.textContent ?? "",
      [x + width / 2, y + height / 2] as const,
    );
    expect(words).not.toMatch(/Cancel|Delete/);
  }
  const { runs } = await page.evaluate(async () => {
    const { tickwork } = window as unknown as { tickwork: { runs(): Promise<readonly { line?: string }[]> } };
    return { runs: await tickwork.runs() };
  });
  expect(runs).toHaveLength(1);
  expect(runs[0]?.line).toBe("8");

  // Up to a step: only what leads to it.
  await page.goBack();
  await editor.select("ask");
  await settings.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: /Run up to here/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await run.ended("success");
  await expect(page.getByText("up to ask")).toBeVisible();
  await expect(editor.step("twice")).toHaveCount(0);
});
