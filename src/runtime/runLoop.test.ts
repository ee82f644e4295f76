import { expect, test } from "vitest";
import { planWorkflow } from "../engine/plan.ts";
import type { Result } from "../engine/result.ts";
import { initialState } from "../engine/runState.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { HandWorld } from "./HandWorld.ts";
import { createRunLoop } from "./runLoop.ts";

function plan(steps: object, more: object = {}) {
  const parsed = parseWorkflow({ steps, ...more }, { scenario: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planWorkflow(parsed.value);
}

function begin(steps: object, prepare: (world: HandWorld) => void = () => undefined) {
  const world = new HandWorld();
  prepare(world);
  const planned = plan(steps);
  const loop = createRunLoop({ runId: "r", plan: planned, state: initialState(planned), seq: 0, world });
  return { world, loop, plan: planned };
}

const scripted = (accepts: readonly string[], more: object = {}) => ({ kind: "scripted", accepts, ...more });
const returns = (type: string, data = 0): readonly Result[] => [{ kind: "return", value: { type, data } }];
const nothing: readonly Result[] = [{ kind: "return", value: null }];
const quota = { kind: "quota", message: "The disk is full." } as const;

test("what is ready together is one append, and effects come after it", async () => {
  const { world, loop } = begin({ s: scripted(["Start", "A"]) });
  world.held = true;
  loop.post({ kind: "run-started", input: 1 });
  loop.post({ kind: "event-added", event: { type: "A" } });
  await Promise.resolve();
  expect(world.calls).toEqual([]);
  expect(world.lines).toEqual([]);
  expect(loop.state.lifecycle).toBe("planned");
  world.release();
  await loop.settled();
  expect(world.groups.map(({ ticks }) => ticks.map(({ seq, kind }) => `${seq} ${kind}`))).toEqual([
    ["1 run-started", "2 event-added"],
  ]);
  expect(world.calls).toEqual(["start x1", "start x2"]);
  expect(loop.seq).toBe(2);
});

test("what arrives during a commit is the next group", async () => {
  const { world, loop } = begin({ s: scripted(["Start", "A"]) });
  world.held = true;
  loop.post({ kind: "run-started", input: 1 });
  await Promise.resolve();
  loop.post({ kind: "event-added", event: { type: "A" } });
  loop.post({ kind: "event-added", event: { type: "A" } });
  world.held = false;
  world.release();
  await loop.settled();
  expect(world.groups.map(({ ticks }) => ticks.length)).toEqual([1, 2]);
});

test("[R10] watchers hear of a dispatch before its executor begins", async () => {
  const order: string[] = [];
  const { loop } = begin({ s: scripted(["Start"]) }, (world) => {
    world.onCommit = () => order.push("committed");
    world.onStart = () => order.push("started");
  });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  expect(order).toEqual(["committed", "started"]);
});

test("times never go back, though the clock does", async () => {
  const { world, loop } = begin({ s: scripted(["Start", "A"]) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.time = 10;
  loop.post({ kind: "event-added", event: { type: "A" } });
  await loop.settled();
  expect(world.ticks.map(({ at }) => at)).toEqual([1_000, 1_000]);
});

test("[R80] a failed commit keeps the state: no effect, no notice, until one holds", async () => {
  const { world, loop } = begin({ s: scripted(["Start", "A"]) });
  world.refusals.push(quota, quota);
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  expect(world.stalls).toEqual([quota]);
  expect(world.calls).toEqual([]);
  expect(world.lines).toEqual([]);
  expect(loop.state.lifecycle).toBe("planned");
  expect(loop.seq).toBe(0);

  loop.post({ kind: "event-added", event: { type: "A" } });
  await world.pass(1_250, () => loop.settled());
  expect(world.stalls).toEqual([quota, quota]);
  expect(world.ticks).toEqual([]);

  await world.pass(2_000, () => loop.settled());
  await loop.settled();
  expect(world.stalls).toEqual([quota, quota, null]);
  expect(world.ticks.map(({ kind }) => kind)).toEqual(["run-started", "event-added"]);
  expect(world.calls).toEqual(["start x1", "start x2"]);
});

test("[R80] a journal that throws is a commit that failed", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]) });
  const { append } = world.journal;
  Object.assign(world.journal, { append: () => Promise.reject(new Error("The connection closed.")) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  expect(world.stalls).toEqual([{ kind: "other", message: "The connection closed." }]);
  Object.assign(world.journal, { append });
  await world.pass(1_250, () => loop.settled());
  await loop.settled();
  expect(world.calls).toEqual(["start x1"]);
});

test("a loop whose run has another owner ends: nothing more is journaled or begun", async () => {
  const { world, loop } = begin({ s: scripted(["Start", "A"]) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.refusals.push({ kind: "fenced", message: "Another tab has this run." });
  loop.post({ kind: "event-added", event: { type: "A" } });
  await loop.settled();
  loop.post({ kind: "event-added", event: { type: "A" } });
  await loop.settled();
  expect(world.stalls).toEqual([{ kind: "fenced", message: "Another tab has this run." }]);
  expect(world.calls).toEqual(["start x1", "abort x1 superseded"]);
  expect(world.ticks).toHaveLength(1);
  expect(world.alarmAt).toBeNull();
});

test("[R51] a watcher that throws changes nothing", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]) }, (fresh) => {
    fresh.onCommit = () => {
      throw new Error("watcher");
    };
  });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.execution("x1").finish({ results: returns("Stop", 7) });
  await loop.settled();
  expect(loop.state).toMatchObject({ lifecycle: "completed", outcome: "success", result: 7 });
});

test("[R51] an executor that throws is a failure of the step", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]) }, (fresh) => {
    fresh.onStart = () => {
      throw new Error("no executor");
    };
  });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  expect(world.lines.slice(0, 2)).toEqual(["running s#0 Start", "not-running s#0 failed"]);
  expect(loop.state.outcome).toBe("failure");
});

test("[R45] a hot loop yields, so a cancel is seen in it", async () => {
  const finished: number[] = [];
  const { world, loop } = begin({ a: scripted(["Start", "B"]), b: scripted(["A"]) }, (fresh) => {
    fresh.driftMs = 0.05;
    fresh.onStart = (dispatch, execution) => {
      finished.push(finished.length);
      if (finished.length > 10_000) throw new Error("the cancel was never seen");
      execution.finish({ results: returns(dispatch.step === "a" ? "A" : "B") });
    };
  });
  world.onDefer = () => {
    if (world.defers === 5) loop.post({ kind: "cancel-requested", request: "c1" });
  };
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  expect(loop.state).toMatchObject({ lifecycle: "completed", outcome: "cancellation" });
  expect(finished.length).toBeLessThan(2_000);
});

test("a request that cannot be taken back goes out after a strictly durable dispatch, one that only reads does not need it", async () => {
  const durability = async (method: string) => {
    const config = { method, url: "https://example.org" };
    const { world, loop } = begin({ h: { kind: "http", accepts: ["Start"], config } });
    loop.post({ kind: "run-started", input: 1 });
    await loop.settled();
    expect(world.calls).toEqual(["start x1"]);
    return world.groups.map((group) => group.durability);
  };
  expect(await durability("POST")).toEqual(["strict"]);
  expect(await durability("GET")).toEqual(["relaxed"]);
});

test("the intent of an external execution is strictly durable before its promise resolves", async () => {
  const { world, loop } = begin({ c: { kind: "command", accepts: ["Start"], config: { argv: ["true"] } } });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.held = true;
  let asked = false;
  const intent = world
    .execution("x1")
    .intend("runner", "r/x1")
    .then(() => {
      asked = true;
    });
  await Promise.resolve();
  expect(asked).toBe(false);
  world.release();
  await intent;
  expect(world.groups.map(({ durability }) => durability)).toEqual(["relaxed", "strict"]);
  expect(world.ticks.at(-1)).toMatchObject({
    kind: "execution-started",
    execution: "x1",
    owner: "runner",
    key: "r/x1",
  });
});

test("an intent of an execution that was stopped meanwhile is refused, so nobody is asked", async () => {
  const { world, loop } = begin({
    c: { kind: "command", accepts: ["Start"], config: { argv: ["true"] } },
    s: scripted(["Start"]),
  });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.execution("x2").finish({ results: returns("Stop") });
  const intent = world.execution("x1").intend("runner", "r/x1");
  await expect(intent).rejects.toThrow("stopped before it began");
  await loop.settled();
  expect(world.calls).toContain("abort x1 ended");
});

test("an execution that is begun and ended in one group never reaches its executor", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]) });
  loop.post({ kind: "run-started", input: 1 });
  loop.post({ kind: "pause-requested" });
  await loop.settled();
  expect(world.calls).toEqual([]);
  loop.post({ kind: "resume-requested" });
  await loop.settled();
  expect(world.calls).toHaveLength(1);
});

test("[R43] an execution that takes too long is aborted and fails with a timeout error", async () => {
  const { world, loop } = begin({ s: scripted(["Start"], { timeoutMs: 500 }) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  await world.pass(1_499, () => loop.settled());
  expect(world.calls).toEqual(["start x1"]);
  const late = world.execution("x1");
  await world.pass(1_500, () => loop.settled());
  expect(world.calls).toEqual(["start x1", "abort x1 timed-out"]);
  expect(world.ticks.at(-1)).toMatchObject({
    kind: "execution-finished",
    at: 1_500,
    results: [{ kind: "fail", failure: { name: "TimeoutError" } }],
  });
  late.finish({ results: nothing });
  await loop.settled();
  expect(world.lines).not.toContain("ignored execution-finished");
});

test("[T13] the guard of a command is twice its time plus a grace, for the runner bounds it first", async () => {
  const { world, loop } = begin({
    c: { kind: "command", accepts: ["Start"], timeoutMs: 60_000, config: { argv: ["true"] } },
  });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  expect(world.alarmAt).toBe(1_000 + 150_000);
});

test("[R19] [R21] the verdict over a failure stands in its tick, and the retry comes at its time", async () => {
  const retry = { maxAttempts: 2, wait: { fixedMs: 5_000 } };
  const { world, loop } = begin({ s: scripted(["Start"], { retry }) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.time = 1_200;
  world.execution("x1").finish({ results: [{ kind: "fail", failure: { name: "Error", message: "503" } }] });
  await loop.settled();
  expect(world.ticks.at(-1)).toMatchObject({ kind: "execution-finished", retry: { retryAfterMs: 5_000 } });
  expect(world.alarmAt).toBe(6_200);
  await world.pass(6_200, () => loop.settled());
  expect(world.ticks.at(-1)).toMatchObject({ kind: "wake-up", at: 6_200 });
  expect(world.running.get("x2")?.dispatch).toMatchObject({ attempt: 2, failures: 1, firstAttemptAt: 1_000 });
});

test("[R56] deadlines that are due together are one group, each in its turn", async () => {
  const retry = { maxAttempts: 2, wait: { fixedMs: 100 } };
  const { world, loop } = begin({ s: scripted(["Start"], { retry }), t: scripted(["Start"], { retry }) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  const fail: readonly Result[] = [{ kind: "fail", failure: { name: "Error", message: "503" } }];
  world.execution("x1").finish({ results: fail });
  world.execution("x2").finish({ results: fail });
  await loop.settled();
  await world.pass(1_100, () => loop.settled());
  expect(world.groups.at(-1)?.ticks.map(({ kind }) => kind)).toEqual(["wake-up", "wake-up"]);
  expect(world.calls.slice(2)).toEqual(["start x3", "start x4"]);
  expect(world.alarmAt).toBeNull();
});

test("[R4] [R62] a send to a step that does not take the type is refused at the call and no tick", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]), t: scripted(["A"]) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  const execution = world.execution("x1");
  expect(await execution.send({ type: "B" }, "t", 0)).toMatch(/t/);
  expect(await execution.send({ type: "A" }, "nobody", 0)).toMatch(/nobody/);
  expect(world.ticks).toHaveLength(1);
  expect(await execution.send({ type: "A" }, "t", 0)).toBeUndefined();
  expect(world.ticks.at(-1)).toMatchObject({ kind: "event-added", to: "t", from: { execution: "x1", index: 0 } });
});

test("[R17] an update of the store is atomic: it holds only on what it saw, its own changes included", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]), t: scripted(["Start"]) });
  loop.post({ kind: "run-started", input: 1, store: { n: 1 } });
  await loop.settled();
  const first = world.execution("x1");
  const second = world.execution("x2");
  expect(await first.change({ path: ["n"], value: 2, ifSeen: { value: 1 } })).toBe(true);
  expect(first.store()).toEqual({ n: 2 });
  expect(await second.change({ path: ["n"], value: 9, ifSeen: { value: 1 } })).toBe(false);
  expect(await second.change({ path: ["n"], value: 3, ifSeen: { value: 2 } })).toBe(true);
  expect(await second.change({ path: ["list", "x"], value: 1, ifSeen: { value: undefined } })).toBe(true);
  await loop.settled();
  expect(loop.state.store).toEqual({ n: 3, list: { x: 1 } });
});

test("[R18] a recorded value is durable when its promise resolves", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  await world.execution("x1").recordOnce("k", { v: 1 });
  expect(world.ticks.at(-1)).toMatchObject({ kind: "once-recorded", execution: "x1", key: "k", value: { v: 1 } });
});

test("calls after the end of an execution are ignored", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]), t: scripted(["Start"]) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  const over = world.execution("x1");
  over.finish({ results: nothing });
  over.finish({ results: returns("Stop") });
  over.publish({ type: "P" });
  expect(await over.change({ path: ["n"], value: 1 })).toBe(false);
  expect(await over.send({ type: "A" }, undefined, 0)).toBeUndefined();
  await over.recordOnce("k", 1);
  await loop.settled();
  expect(world.ticks.map(({ kind }) => kind)).toEqual(["run-started", "execution-finished"]);
});

test("[R69] a step looks back along its line, from memory and from the journal", async () => {
  const steps = { a: scripted(["Start"]), b: scripted(["A"]), c: scripted(["B"]) };
  const { world, loop, plan: planned } = begin(steps);
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.execution("x1").finish({ results: returns("A", 41) });
  await loop.settled();
  world.execution("x2").finish({ results: returns("B", 42) });
  await loop.settled();
  const c = world.execution("x3");
  expect(await c.lookBack("a")).toMatchObject({ data: 41, outcome: "success", attempt: 1, count: 1 });
  expect(await c.lookBack("b")).toMatchObject({ data: 42 });
  expect(await c.lookBack("c")).toBeUndefined();
  expect(world.calls.filter((call) => call.startsWith("read"))).toEqual([]);
  loop.close();

  const later = new HandWorld();
  later.ticks.push(...world.ticks);
  const again = createRunLoop({ runId: "r", plan: planned, state: loop.state, seq: 3, at: 1_000, world: later });
  again.post({ kind: "session-started", epoch: 2, owner: "t", reason: "load" });
  await again.settled();
  const [rerun] = [...later.running.values()];
  expect(await rerun?.execution.lookBack("a")).toMatchObject({ data: 41 });
  expect(later.calls).toContain("read 2");
});

test("[T23] [T36] a second cancel writes no tick and its request is answered", async () => {
  const { world, loop } = begin({ c: { kind: "command", accepts: ["Start"], config: { argv: ["true"] } } });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  loop.post({ kind: "cancel-requested", request: "c1" }, "row1");
  await loop.settled();
  expect(world.calls).toEqual(["start x1", "stop x1"]);
  loop.post({ kind: "cancel-requested", request: "c2" }, "row2");
  await loop.settled();
  expect(world.ticks.filter(({ kind }) => kind === "cancel-requested")).toHaveLength(1);
  expect(world.deletedRequests).toEqual(["row1"]);
  expect(world.answeredRequests).toEqual(["row2"]);
});

test("[R46] quiet is said when the inbox is empty, not between two of its entries", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]), n: scripted(["Nudge"]) });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  world.held = true;
  world.execution("x1").finish({ results: [{ kind: "wait", ordinal: 0, type: "Go" }] });
  loop.post({ kind: "event-added", event: { type: "Nudge" } });
  world.held = false;
  world.release();
  await loop.settled();
  expect(world.lines).toEqual(["running s#0 Start", "not-running s#0 waiting", "running n#0 Nudge"]);
  world.execution("x2").finish({ results: nothing });
  loop.post({ kind: "event-added", event: { type: "Lost" } });
  await loop.settled();
  expect(world.lines.slice(3)).toEqual(["not-running n#0 completed", "unhandled Lost", "idle"]);
});

test("[T41] a second, explicit cancel stops the clean-up that the first one let run", async () => {
  const { world, loop } = begin({
    s: { kind: "scripted", needs: [] },
    clean: { kind: "scripted", needs: ["s"], always: true },
  });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  loop.post({ kind: "cancel-requested", request: "c1" });
  await loop.settled();
  expect(world.lines.slice(1)).toEqual(["lifecycle cancelling", "not-running s#0 cancelled", "running clean#0"]);
  loop.post({ kind: "cancel-requested", request: "c2" });
  await loop.settled();
  expect(world.lines.slice(4)).toEqual(["not-running clean#0 cancelled", "end cancellation"]);
  expect(loop.state.outcome).toBe("cancellation");
});

test("[T37] a cancel aborts in-tab work at once and the run ends cancelled", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]) });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  loop.post({ kind: "cancel-requested", request: "c1" });
  await loop.settled();
  expect(world.calls).toEqual(["start x1", "abort x1 cancelled"]);
  expect(loop.state).toMatchObject({ lifecycle: "completed", outcome: "cancellation" });
  expect(world.lines.filter((line) => line.startsWith("ignored"))).toEqual([]);
});

test("an end that follows from the dispatch alone goes into the same commit", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]), t: scripted(["A"]) }, (fresh) => {
    fresh.foretold = (dispatch) => (dispatch.step === "s" ? { results: returns("A") } : undefined);
  });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  expect(world.groups.map(({ ticks }) => ticks.map(({ kind }) => kind))).toEqual([
    ["run-started", "execution-finished"],
  ]);
  expect(world.calls).toEqual(["start x2"]);
});

test("a foretold end of an execution that the run ended first is no tick", async () => {
  const { world, loop } = begin({ s: scripted(["Start"]), t: scripted(["Start"]) }, (fresh) => {
    fresh.foretold = (dispatch) => ({ results: dispatch.step === "s" ? returns("Stop") : nothing });
  });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  expect(world.ticks.map(({ kind }) => kind)).toEqual(["run-started", "execution-finished"]);
  expect(world.lines.at(-1)).toBe("end success 0");
});

test("snapshots come with a share of the commits, and with the end", async () => {
  const { world, loop } = begin({ s: scripted(["Start", "A"]) });
  loop.post({ kind: "run-started", input: 1 });
  for (let count = 0; count < 1_500; count++) loop.post({ kind: "event-added", event: { type: "Nobody" } });
  await loop.settled();
  const middle = world.snapshot?.seq ?? 0;
  expect(middle).toBeGreaterThanOrEqual(400);
  world.execution("x1").finish({ results: returns("Stop") });
  await loop.settled();
  expect(world.snapshot?.seq).toBe(world.ticks.length);
});
