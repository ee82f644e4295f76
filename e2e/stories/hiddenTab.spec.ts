import { expect } from "@playwright/test";
import { type BareBrowser, type BareTab, openBareBrowser } from "../pages/bareBrowser.ts";
import { test } from "../pages/storyTest.ts";

let browser: BareBrowser;

test.beforeEach(async () => {
  browser = await openBareBrowser();
});

test.afterEach(async () => {
  await browser.close();
});

const delay = (accepts: string, done: string, forMs: number) => ({
  kind: "delay",
  accepts: [accepts],
  emits: { done },
  config: { forMs },
});

const twoDelays = {
  format: "tickwork/workflow@1",
  name: "Two delays",
  steps: {
    first: delay("Start", "First", 1_000),
    second: delay("First", "Second", 2_000),
    end: { kind: "stop", accepts: ["Second"], config: {} },
  },
};

const start = (tab: BareTab) => tab.evaluate<string>(`tickwork.start(${JSON.stringify(twoDelays)}).then((id) => id)`);

interface LogTick {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
}

async function ticksOf(tab: BareTab, run: string): Promise<readonly LogTick[]> {
  const text = await tab.evaluate<string>(`tickwork.export(${JSON.stringify(run)})`);
  return text
    .split("\n")
    .filter((line) => line.startsWith('{"kind"'))
    .map((line) => JSON.parse(line));
}

const lifecycleOf = (tab: BareTab, run: string) =>
  tab.evaluate<string | undefined>(
    `tickwork.runs().then((runs) => runs.find(({ id }) => id === ${JSON.stringify(run)})?.lifecycle)`,
  );

test("a hidden tab keeps its deadlines; one that was frozen over them catches up when it thaws", async ({ runner }) => {
  const tab = await browser.open(runner.url);
  await expect.poll(() => tab.evaluate("typeof tickwork"), { timeout: 60_000 }).toBe("object");
  const other = await browser.open(runner.url);
  await expect.poll(() => tab.evaluate("document.visibilityState")).toBe("hidden");
  await expect.poll(() => other.evaluate("typeof tickwork"), { timeout: 60_000 }).toBe("object");

  const hidden = await start(tab);
  await expect.poll(() => lifecycleOf(tab, hidden), { timeout: 60_000 }).toBe("completed");
  expect((await ticksOf(tab, hidden)).some(({ kind }) => kind === "session-started")).toBe(false);

  const frozen = await start(tab);
  await tab.setLifecycle("frozen");
  const [begun] = await ticksOf(other, frozen);
  // Its first deadline is long over; nobody takes the run from a tab that only stands still.
  await expect.poll(() => Date.now() - (begun?.at ?? Date.now()), { timeout: 60_000 }).toBeGreaterThan(4_000);
  expect(await lifecycleOf(other, frozen)).toBe("running");
  await tab.setLifecycle("active");
  const thawedAt = Date.now();
  await expect.poll(() => lifecycleOf(other, frozen), { timeout: 60_000 }).toBe("completed");
  const ticks = await ticksOf(other, frozen);
  expect(ticks.some(({ kind }) => kind === "session-started")).toBe(false);
  // The second delay counts from when the first really ended.
  const wakes = ticks.filter(({ kind }) => kind === "wake-up" || kind === "execution-finished");
  expect(wakes.some(({ at }) => at >= thawedAt)).toBe(true);
});
