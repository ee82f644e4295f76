import { type Remote, transfer, wrap } from "comlink";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Tick } from "../engine/tick.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { Fork } from "../protocol/fork.ts";
import type { OutputUpdate } from "../protocol/runUpdate.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { startTabWorker } from "./fixtures/startTabWorker.ts";

vi.setConfig({ testTimeout: 60_000 });

let worker: Worker;
let api: Remote<EngineApi>;

beforeEach(() => {
  worker = startTabWorker(`fork-${crypto.randomUUID()}`);
  api = wrap<EngineApi>(worker);
});

afterEach(() => worker.terminate());

const counting = (limit: number): Workflow => ({
  format: "tickwork/workflow@1",
  name: "counting",
  steps: {
    count: {
      kind: "code",
      accepts: ["Start", "Next"],
      emits: { next: "Next", done: "Done" },
      config: { source: String(limit) },
    },
    end: { kind: "stop", accepts: ["Done"], config: {} },
  },
});

const asking: Workflow = {
  format: "tickwork/workflow@1",
  name: "asking",
  steps: {
    ask: {
      kind: "ask",
      accepts: ["Start"],
      emits: { yes: "Yes", no: "No" },
      config: { question: "Well?", choices: ["yes", "no"], form: { type: "number" } },
    },
    end: { kind: "stop", accepts: ["Yes", "No"], config: {} },
  },
};

async function started(workflow: Workflow, input: number | null = 0): Promise<string> {
  const answer = await api.startRun({ workflowId: "w", workflow, input });
  if (!answer.ok) throw new Error(answer.refusal.message);
  return answer.value.runId;
}

async function forked(id: string, fork: Fork, confirmed?: true): Promise<string> {
  const answer = await api.fork(id, fork, confirmed);
  if (!answer.ok) throw new Error(answer.refusal.message);
  return answer.value.runId;
}

const ticksOf = (id: string): Promise<readonly Tick[]> => api.readTicks(id, 1, 10_000);

async function ended(id: string): Promise<{ readonly line?: string; readonly ticks: readonly Tick[] }> {
  await expect
    .poll(
      async () => {
        const run = await api.loadRun(id);
        return run.ok && run.value.summary.lifecycle;
      },
      { timeout: 20_000 },
    )
    .toBe("completed");
  const run = await api.loadRun(id);
  if (!run.ok) throw new Error(run.refusal.message);
  return { ...(run.value.summary.line !== undefined && { line: run.value.summary.line }), ticks: await ticksOf(id) };
}

test("a fork begins with the ticks of its run word for word, goes its own way, and the run stays as it is", async () => {
  const id = await started(counting(5));
  const { ticks } = await ended(id);
  const foreseen = await api.foreseeFork(id, { seq: 3 });
  expect(foreseen).toMatchObject({
    ok: true,
    value: { begins: [{ step: "count", event: "Next", data: 2 }], misfits: [] },
  });
  const fork = await forked(id, { seq: 3 });
  const own = await ended(fork);
  expect(own.ticks.slice(0, 3)).toEqual(ticks.slice(0, 3));
  expect(own.ticks[3]).toMatchObject({
    kind: "run-forked",
    of: { run: id, number: 1, seq: 3 },
    epoch: 1,
    anew: ["x3"],
  });
  expect(own.ticks.map(({ seq }) => seq)).toEqual(own.ticks.map((_, index) => index + 1));
  expect(own.line).toBe("6");
  expect(await ticksOf(id)).toEqual(ticks);
  expect(await api.loadRun(fork)).toMatchObject({
    value: { summary: { number: 2, forkOf: { id, number: 1, seq: 3 } } },
  });
});

test("an event of a fork may be another one, and the tick says who changed it", async () => {
  const id = await started(counting(5));
  await ended(id);
  const foreseen = await api.foreseeFork(id, { seq: 3 });
  const item = foreseen.ok ? foreseen.value.begins[0]?.item : undefined;
  const { ticks, line } = await ended(await forked(id, { seq: 3, change: { item: item ?? "", data: 100 } }));
  expect(line).toBe("101");
  expect(ticks).toContainEqual(expect.objectContaining({ kind: "event-changed", item, data: 100, by: "person" }));
});

test("a fork from before the first tick has another input", async () => {
  const id = await started(counting(5));
  await ended(id);
  const fork = await forked(id, { seq: 0, input: 3 });
  const { ticks } = await ended(fork);
  expect(ticks[0]).toMatchObject({ kind: "run-started", input: 3 });
  expect(await api.loadRun(fork)).toMatchObject({ value: { summary: { forkOf: { id, seq: 0 } } } });
});

test("[R76] a fork asks again, and takes another answer at once when it is given one, checked as any", async () => {
  const id = await started(asking);
  await expect.poll(async () => (await ticksOf(id)).length).toBe(2);
  const asked = await api.foreseeFork(id, { seq: 2 });
  const ask = asked.ok ? asked.value.asks[0]?.ask : undefined;
  expect(ask).toBeDefined();
  await api.answer(id, { step: "ask", ask: ask ?? "", value: 1, choice: "yes" });
  const first = await ended(id);
  expect(first.line).toBe("yes");

  const again = await forked(id, { seq: 2 });
  await expect
    .poll(async () => {
      const run = await api.loadRun(again);
      return run.ok && run.value.summary.needsYou;
    })
    .toBe(1);

  const other = { step: "ask", ask: ask ?? "", value: 2, choice: "no" };
  expect(await api.fork(id, { seq: 2, answer: { ...other, value: "two" } })).toMatchObject({
    ok: false,
    refusal: { code: "invalid" },
  });
  expect((await ended(await forked(id, { seq: 2, answer: other }))).line).toBe("no");
});

test("another version: what does not fit is said all at once and changes nothing until it is confirmed", async () => {
  const id = await started(counting(5));
  const { ticks } = await ended(id);
  expect((await ended(await forked(id, { seq: 3, workflow: counting(2) }))).line).toBe("3");
  const { count, ...rest } = counting(5).steps;
  if (count?.kind !== "code" || rest.end === undefined) throw new Error("it has these steps");
  const other: Workflow = { ...counting(5), steps: { again: { ...count, config: { source: "9" } }, end: rest.end } };
  const refused = await api.fork(id, { seq: 3, workflow: other });
  expect(refused).toMatchObject({ ok: false, refusal: { code: "conflict" } });
  if (!refused.ok) expect(refused.refusal.message).toMatch(/“count” is not in this version: 2 ticks.*1 item waits/s);
  expect((await ended(await forked(id, { seq: 3, workflow: other }, true))).line).toBe("10");
  expect(await ticksOf(id)).toEqual(ticks);
});

test("what a changed schema would refuse is said by step, with what to do and the tick to fork at", async () => {
  const id = await started(asking);
  await expect.poll(async () => (await ticksOf(id)).length).toBe(2);
  const asked = await api.foreseeFork(id, { seq: 2 });
  const ask = (asked.ok && asked.value.asks[0]?.ask) || "";
  await api.answer(id, { step: "ask", ask, value: 1, choice: "yes" });
  await ended(id);
  const { ask: question, end } = asking.steps;
  if (question === undefined || end === undefined) throw new Error("it has these steps");
  const workflow: Workflow = {
    ...asking,
    input: { type: "number" },
    steps: {
      ask: { ...question, output: { type: "number" } },
      end,
      more: { kind: "delay", accepts: ["Yes"], config: { forMs: 9e6 } },
    },
  };
  const foreseen = await api.foreseeFork(id, { seq: 4, workflow: { ...workflow, input: { type: "string" } } });
  expect(foreseen).toMatchObject({
    value: {
      misfits: [{ text: expect.stringMatching(/output of “ask”.*tick 4/), forkAt: 3, todo: expect.any(String) }],
    },
  });
  expect(await api.fork(id, { seq: 4, workflow })).toMatchObject({ refusal: { code: "conflict" } });
});

/** What is shown of an execution, until its end was told. */
async function logOf(runId: string, execution: string): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  let text = "";
  const told = new Promise<void>((done) => {
    port1.onmessage = ({ data }: MessageEvent<OutputUpdate>) => {
      if (data.kind === "bytes") text += data.text;
      if (data.kind === "end") done();
    };
  });
  await api.watchOutput({ runId, execution }, transfer(port2, [port2]));
  await told;
  port1.close();
  return text;
}

test("a fork keeps what its copied attempts wrote, also when the run is deleted, and nothing of later ones", async () => {
  const id = await started(counting(5));
  await ended(id);
  await expect.poll(() => logOf(id, "x5")).toBe("count 4\n");
  const fork = await forked(id, { seq: 3, paused: true });
  expect(await api.deleteRun(id)).toMatchObject({ ok: true });
  expect([await logOf(fork, "x1"), await logOf(fork, "x2")]).toEqual(["count 0\n", "count 1\n"]);
  const log = await api.exportLog(fork);
  if (!log.ok) throw new Error(log.refusal.message);
  const streams = (await log.value.text()).split("\n").filter((line) => line.includes('"stream":"log"'));
  expect(streams).toHaveLength(2);
});

test("a fork near the end of a long run is folded from a snapshot, and holds every tick before it", async () => {
  const id = await started(counting(1_300));
  const { ticks } = await ended(id);
  const fork = await forked(id, { seq: 1_290, paused: true });
  await expect.poll(async () => (await ticksOf(fork)).length).toBe(1_291);
  const own = await ticksOf(fork);
  expect(own.slice(0, 1_290)).toEqual(ticks.slice(0, 1_290));
  await api.resume(fork);
  expect((await ended(fork)).line).toBe("1301");
});

test("there is no fork behind the end, of a tick that is not there, or of a run that is gone", async () => {
  const id = await started(counting(2));
  const { ticks } = await ended(id);
  expect(await api.foreseeFork(id, { seq: ticks.length })).toMatchObject({ ok: false, refusal: { code: "conflict" } });
  expect(await api.foreseeFork(id, { seq: 99 })).toMatchObject({ ok: false, refusal: { code: "not-found" } });
  expect(await api.fork("nobody", { seq: 1 })).toMatchObject({ ok: false, refusal: { code: "not-found" } });
});

test("a fork that was stored and never driven goes its own way when the next tab takes it up", async () => {
  const id = await started(counting(5));
  await ended(id);
  const fork = await forked(id, { seq: 3, paused: true });
  await expect.poll(async () => (await ticksOf(fork)).at(-1)?.kind).toBe("run-forked");
  expect(await api.resume(fork)).toMatchObject({ ok: true });
  expect((await ended(fork)).line).toBe("6");
});

test("a log of a fork says where it is from", async () => {
  const id = await started(counting(5));
  await ended(id);
  const fork = await forked(id, { seq: 3 });
  await ended(fork);
  const log = await api.exportLog(fork);
  if (!log.ok) throw new Error(log.refusal.message);
  const [header = ""] = (await log.value.text()).split("\n", 1);
  expect(JSON.parse(header)).toMatchObject({ forkedFrom: { run: id, number: 1, seq: 3 } });
});

test("a run stops at a breakpoint of its workflow, takes one step by hand, other data, and goes on", async () => {
  await api.saveDraft("breakpoints/w", { steps: ["count", "gone"], events: [] });
  const id = await started(counting(3));
  await expect.poll(async () => (await api.waitingItems(id)).ok).toBe(true);
  const [first] = await ticksOf(id);
  expect(first).toMatchObject({ kind: "run-started", breakpoints: { steps: ["count"], events: [] } });
  expect(await api.step(id)).toEqual({ ok: true, value: null });
  await expect.poll(async () => (await ticksOf(id)).at(-1)?.kind).toBe("execution-finished");
  const waiting = await api.waitingItems(id);
  const [next] = waiting.ok ? waiting.value : [];
  expect(next).toMatchObject({ step: "count", event: "Next", data: 1 });
  expect(await api.changeEvent(id, next?.item ?? "", 50)).toEqual({ ok: true, value: null });
  expect(await api.setBreakpoints(id, { steps: [], events: [] })).toEqual({ ok: true, value: null });
  expect(await api.resume(id)).toEqual({ ok: true, value: null });
  const { line } = await ended(id);
  expect(line).toBe("51");
  expect(await api.step(id)).toMatchObject({ ok: false, refusal: { code: "conflict" } });
});
