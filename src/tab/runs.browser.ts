import { transfer } from "comlink";
import { expect, test } from "vitest";
import type { LibraryUpdate } from "../protocol/libraryUpdate.ts";
import type { OutputUpdate } from "../protocol/runUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { createEngineApi } from "./createEngineApi.ts";
import { fixtureOutside } from "./fixtures/fixtureOutside.ts";
import {
  asking,
  counting,
  finishes,
  lifecycle,
  newName,
  openTab,
  patient,
  start,
  until,
  watch,
} from "./fixtures/runsOfTabs.ts";
import type { Outside } from "./outside.ts";

const fillStep = {
  kind: "code",
  accepts: ["Start"],
  emits: { done: "Done" },
  config: { source: "fill 70000" },
} as const;

test("a run goes from its start to its end, and a watcher sees the whole once and then changes", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, counting(50), 0);
  const seen = await watch(tab, runId);
  await until(seen, (now) => lifecycle(now) === "completed");
  expect(seen).toMatchObject({ wholes: 1, view: { outcome: "success", result: 51 } });
  await until(seen, (now) => now.owner === "none");
  const ticks = await tab.api.readTicks(runId, 1, 1_000);
  expect(ticks.map((tick) => tick.seq)).toEqual(ticks.map((_, index) => index + 1));
  expect(finishes(ticks)).toHaveLength(52);
  expect(seen.seq).toBe(ticks.length);
  expect(await tab.api.loadRun(runId)).toMatchObject({
    ok: true,
    value: { input: 0, summary: { number: 1, lifecycle: "completed", outcome: "success", line: "51", needsYou: 0 } },
  });
  const second = await start(tab, counting(1), 0);
  expect(await tab.api.loadRun(second)).toMatchObject({ value: { summary: { number: 2 } } });
});

test("what went through the steps of the newest run can be read, large values whole", async () => {
  const tab = openTab(newName());
  expect(await tab.api.lastRun("w")).toEqual({ ok: true, value: null });
  await start(tab, counting(1), 0);
  const fill: Workflow = { ...counting(1), steps: { ...counting(1).steps, count: fillStep } };
  const runId = await start(tab, fill, 0);
  const seen = await watch(tab, runId);
  await until(seen, (now) => lifecycle(now) === "completed");
  const last = await tab.api.lastRun("w");
  if (!last.ok || last.value === null) throw new Error("there is a run");
  expect(last.value.run).toMatchObject({ id: runId, number: 2 });
  expect(last.value.steps.count?.input).toBe(0);
  expect(last.value.steps.count?.output).toHaveLength(70_000);
  expect(last.value.steps.end?.input).toBe(last.value.steps.count?.output);
});

test("what a step logs is shown live and again afterwards", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, counting(3), 0);
  const seen = await watch(tab, runId);
  await until(seen, (now) => lifecycle(now) === "completed");
  const [finished] = finishes(await tab.api.readTicks(runId, 1, 100));
  const { port1, port2 } = new MessageChannel();
  const updates: OutputUpdate[] = [];
  const ended = new Promise<void>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<OutputUpdate>) => {
      updates.push(data);
      if (data.kind === "end") resolve();
    };
  });
  await tab.api.watchOutput({ runId, execution: finished?.execution ?? "" }, transfer(port2, [port2]));
  await ended;
  expect(updates).toEqual([
    { kind: "bytes", stream: "log", from: 0, text: "count 0\n", at: expect.any(Number), level: "log" },
    { kind: "end" },
  ]);
});

test("a workflow with mistakes is not started", async () => {
  const tab = openTab(newName());
  const broken = { ...counting(1), steps: { a: { kind: "code", accepts: ["Start"] } } } as unknown as Workflow;
  expect(await tab.api.startRun({ workflow: broken, input: null })).toMatchObject({
    ok: false,
    refusal: { code: "invalid", problems: [expect.objectContaining({ severity: "error" })] },
  });
  const wrong = await tab.api.startRun({ workflow: { ...asking, input: { type: "number" } }, input: "x" });
  expect(wrong).toMatchObject({ refusal: { code: "invalid", problems: [{ message: "A number is expected." }] } });
});

test("the lists of the other tab follow a run", async () => {
  const name = newName();
  const [first, second] = [openTab(name), openTab(name)];
  const { port1, port2 } = new MessageChannel();
  let runs: readonly RunSummary[] = [];
  port1.onmessage = ({ data }: MessageEvent<LibraryUpdate>) => {
    if (data.kind === "runs") runs = data.runs;
  };
  await second.api.watchLibrary(transfer(port2, [port2]));
  const runId = await start(first, asking);
  await expect.poll(() => runs, patient).toMatchObject([{ id: runId, needsYou: 1, lifecycle: "running" }]);
  await first.api.cancel(runId);
  await expect.poll(() => runs, patient).toMatchObject([{ id: runId, needsYou: 0, outcome: "cancellation" }]);
});

test("a part that cannot be loaded now is loaded a little later, and the run begins then", async () => {
  let tries = 0;
  const outside: Outside = {
    ...fixtureOutside,
    async executorsOf(run) {
      if (++tries === 1) throw new TypeError("Failed to fetch dynamically imported module: http://page/steps.js");
      return fixtureOutside.executorsOf(run);
    },
  };
  const api = createEngineApi(outside, { name: newName(), version: "0" });
  const started = await api.startRun({ workflow: counting(3), input: 0 });
  if (!started.ok) throw new Error(started.refusal.message);
  await expect
    .poll(async () => {
      const run = await api.loadRun(started.value.runId);
      return run.ok && run.value.summary.outcome;
    }, patient)
    .toBe("success");
  expect(tries).toBe(2);
});

test("[R77] a reload that waits for a part of Tickwork is one session more, however often it tries", async () => {
  const name = newName();
  const before = openTab(name);
  const runId = await start(before, asking);
  const seen = await watch(before, runId);
  await until(seen, (now) => now.summary?.needsYou === 1);
  before.kill();
  let tries = 0;
  const outside: Outside = {
    ...fixtureOutside,
    async executorsOf(run) {
      if (++tries <= 3) throw new TypeError("Failed to fetch dynamically imported module: http://page/steps.js");
      return fixtureOutside.executorsOf(run);
    },
  };
  const api = createEngineApi(outside, { name, version: "0" });
  // The claim of the first try stands; the session that goes on is the second.
  const sessions = async () =>
    (await api.readTicks(runId, 1, 99)).flatMap((tick) => (tick.kind === "session-started" ? [tick.epoch] : []));
  await expect.poll(sessions, patient).toEqual([2, 5]);
  const run = await api.loadRun(runId);
  expect(run.ok && run.value.summary).toMatchObject({ lifecycle: "running", needsYou: 1 });
});
