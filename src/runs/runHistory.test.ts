import { expect, test } from "vitest";
import type { Dispatch, Effect } from "../engine/effect.ts";
import type { Notice } from "../engine/notice.ts";
import type { Tick, TickBody } from "../engine/tick.ts";
import { type Attempt, tookMs } from "./attempt.ts";
import { journalLine } from "./journalLine.ts";
import { RunHistory } from "./runHistory.ts";
import { axisMarks, axisText, barsOf, timelineRows } from "./timeline/timelineBars.ts";

const start = (over: Partial<Dispatch>): Effect => ({
  kind: "start",
  dispatch: {
    execution: "x1",
    item: "i1",
    step: "a",
    worker: 0,
    attempt: 1,
    failures: 0,
    firstAttemptAt: 0,
    at: 0,
    waits: [],
    once: {},
    buffers: {},
    ...over,
  } as Dispatch,
});
const notice = (notice: Notice): Effect => ({ kind: "notice", notice });

/** A journal whose reductions are written by hand: the history must read them, not decide them. */
function historyOf(...ticks: readonly (readonly [at: number, body: TickBody, ...effects: Effect[]])[]): RunHistory {
  const history = new RunHistory();
  ticks.forEach(([at, body, ...effects], index) => {
    history.add({ seq: index + 1, at, ...body } as Tick, effects);
  });
  return history;
}

const finished = (
  execution: string,
  results: Extract<TickBody, { kind: "execution-finished" }>["results"],
): TickBody => ({
  kind: "execution-finished",
  execution,
  results,
});
const notRunning = (why: Extract<Notice, { kind: "not-running" }>["why"], returned?: string, step = "a"): Effect =>
  notice({ kind: "not-running", step, worker: 0, why, ...(returned !== undefined && { returned }) });

test("an attempt is followed from its queue to its end", () => {
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [5, { kind: "event-added", event: { type: "A" } }, notice({ kind: "preparing", step: "a", event: "A" })],
    [
      20,
      finished("x1", [{ kind: "return", value: { type: "Done", data: 7 } }]),
      notRunning("completed", "Done"),
      start({ execution: "x2", item: "i2", event: { type: "A" } }),
    ],
    [30, finished("x2", [{ kind: "return", value: null }]), notRunning("completed")],
  );
  expect(history.attemptsOf("a")).toMatchObject([
    { execution: "x1", queuedAt: 0, dispatchedAt: 0, endedAt: 20, end: "completed", returned: "Done", output: 7 },
    { execution: "x2", queuedAt: 5, dispatchedAt: 20, endedAt: 30, end: "completed", queuedFor: "worker" },
  ]);
  expect(history.emitted("Start", "Start")).toBe(1);
  expect(history.emitted("a", "Done")).toBe(1);
  expect(history.lastDone("a")?.execution).toBe("x2");
});

test("a retry waits since the failure, and the bars keep queue, delay and work apart", () => {
  const failure = { name: "Error", message: "no" };
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [
      10,
      { ...finished("x1", [{ kind: "fail", failure }]), retry: { retryAfterMs: 5 } } as TickBody,
      notRunning("retrying"),
    ],
    [15, { kind: "wake-up", item: "i1" }, start({ execution: "x2", attempt: 2 })],
  );
  const [first, second] = history.attemptsOf("a");
  expect(first).toMatchObject({ end: "retrying", retryAfterMs: 5, failure });
  expect(second).toMatchObject({ queuedFor: "retry", queuedAt: 10, dispatchedAt: 15, attempt: 2 });
  expect(second && barsOf(second, 40).map(({ kind, from, to, open }) => [kind, from, to, open])).toEqual([
    ["retry", 10, 15, false],
    ["running", 15, 40, true],
  ]);
});

test("a step that waits for a person shows the wait until it is over", () => {
  const ask = finished("x1", [{ kind: "wait", ordinal: 0, type: "Answer" }]);
  const waiting = historyOf([0, { kind: "run-started", input: null }, start({})], [1, ask, notRunning("waiting")]);
  const [row] = timelineRows(["a"], (step) => waiting.attemptsOf(step), { now: 50 });
  expect(row?.lanes.flat().map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["success", 0, 1],
    ["waiting", 1, 50],
  ]);
  const answered = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [1, ask, notRunning("waiting")],
    [30, { kind: "event-added", event: { type: "Answer" }, to: "a" }, start({ execution: "x2" })],
    [31, finished("x2", []), notRunning("completed")],
  );
  const last = answered.lastDone("a");
  expect(last && tookMs(last)).toBe(31);
  const [after] = timelineRows(["a"], (step) => answered.attemptsOf(step), { now: 50 });
  expect(after?.lanes.flat().map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["success", 0, 1],
    ["waiting", 1, 30],
    ["success", 30, 31],
  ]);
});

test("parallel attempts get lanes of their own", () => {
  const history = historyOf([
    0,
    { kind: "run-started", input: null },
    start({}),
    start({ execution: "x2", item: "i2", worker: 1 }),
  ]);
  const [row] = timelineRows(["a", "never"], (step) => history.attemptsOf(step), { now: 10 });
  expect(row?.lanes).toHaveLength(2);
});

test("items that wait for one worker share a lane, which says how many they were", () => {
  const history = new RunHistory();
  const parcels = Array.from({ length: 4 }, () => notice({ kind: "preparing", step: "a", event: "P" }));
  history.add({ seq: 1, at: 0, kind: "run-started", input: null }, parcels);
  for (let index = 0; index < 4; index++) {
    const dispatch = { execution: `x${index}`, item: `i${index}` };
    const before = index === 0 ? [] : [notRunning("completed")];
    const end = finished(`x${index - 1}`, []);
    history.add({ seq: index + 2, at: index * 100, ...end } as Tick, [...before, start(dispatch)]);
  }
  const [row] = timelineRows(["a"], (step) => history.attemptsOf(step), { now: 400 });
  expect(row?.lanes.map((lane) => lane.length)).toEqual([1, 4]);
  expect(row?.depth).toEqual([
    { at: 0, count: 3 },
    { at: 100, count: 2 },
    { at: 200, count: 1 },
    { at: 300, count: 0 },
  ]);
});

test("a crowd of attempts has one lane of waiting and one per worker", () => {
  const history = new RunHistory();
  const parcels = Array.from({ length: 60 }, () => notice({ kind: "preparing", step: "a", event: "P" }));
  history.add({ seq: 1, at: 0, kind: "run-started", input: null }, parcels);
  for (let index = 0; index < 60; index++) {
    const dispatch = { execution: `x${index}`, item: `i${index}`, worker: index % 2 };
    history.add({ seq: index + 2, at: index * 100, kind: "event-added", event: { type: "P" } }, [start(dispatch)]);
  }
  const [row] = timelineRows(["a"], (step) => history.attemptsOf(step), { now: 9_000, resolution: 1 });
  expect(row?.lanes).toHaveLength(3);
  expect(row?.lanes[0]?.map(({ kind, count }) => [kind, count])).toEqual([["queued", 59]]);
});

test("a crowd that never waited has no lane of waiting: its first lane is the first worker's", () => {
  const history = new RunHistory();
  history.add({ seq: 1, at: 0, kind: "run-started", input: null }, []);
  for (let index = 0; index < 60; index++) {
    const execution = `x${index}`;
    const event = { type: "A" };
    history.add({ seq: 2 * index + 2, at: 2 * index, kind: "event-added", event }, [
      start({ execution, item: execution }),
    ]);
    const end = finished(execution, [{ kind: "return", value: null }]);
    history.add({ seq: 2 * index + 3, at: 2 * index + 1, ...end } as Tick, [notRunning("completed")]);
  }
  const [row] = timelineRows(["a"], (step) => history.attemptsOf(step), { now: 200 });
  expect(row?.lanes.map(({ length }) => length)).toEqual([60]);
  expect(row?.depth).toBeUndefined();
});

test("bars that are too narrow to be told apart are drawn as one and counted", () => {
  const history = new RunHistory();
  history.add({ seq: 1, at: 0, kind: "run-started", input: null }, []);
  for (let index = 0; index < 1_000; index++) {
    const execution = `x${index}`;
    const begin = { seq: 2 * index + 2, at: 2 * index, kind: "event-added", event: { type: "A" } } as const;
    history.add(begin, [start({ execution, item: `i${index}` })]);
    const end = finished(execution, [{ kind: "return", value: null }]);
    history.add({ seq: 2 * index + 3, at: 2 * index + 1, ...end } as Tick, [notRunning("completed")]);
  }
  const rows = (resolution: number) =>
    timelineRows(["a"], (step) => history.attemptsOf(step), { now: 2_000, resolution })[0]?.lanes.flat() ?? [];
  expect(rows(0.5)).toHaveLength(1_000);
  expect(rows(10).length).toBeLessThan(210);
  expect(rows(10).reduce((sum, bar) => sum + (bar.count ?? 1), 0)).toBe(1_000);
});

test("[R53] what the end of the run stopped is over, although no line says so", () => {
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [9, { kind: "run-timed-out" }, notice({ kind: "end", outcome: "timeout" })],
  );
  expect(history.attemptsOf("a")).toMatchObject([{ end: "ended", endedAt: 9 }]);
});

test("[R12] a late result changes nothing of an attempt that is over", () => {
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [5, { kind: "pause-requested" }, notRunning("rerun")],
    [
      9,
      finished("x1", [{ kind: "return", value: { type: "Done" } }]),
      notice({ kind: "ignored", tick: "execution-finished" }),
    ],
  );
  expect(history.attemptsOf("a")).toMatchObject([{ end: "rerun", endedAt: 5 }]);
  expect(history.emitted("a", "Done")).toBe(0);
});

test("[T21] a person's decision ends an uncertain attempt", () => {
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [5, { kind: "execution-lost", execution: "x1", cause: "the machine restarted" }, notRunning("uncertain")],
    [9, { kind: "recovery-decided", execution: "x1", decision: { kind: "succeeded", output: 1 }, by: "ana" }],
  );
  expect(history.attemptsOf("a")).toMatchObject([{ end: "completed", output: 1 }]);
  expect(history.entries.map(({ step }) => step)).toEqual([undefined, "a", "a"]);
});

test("nothing stands in the lane of a bar that grows, whatever time it was laid out for", () => {
  const second = { execution: "x2", item: "i2", worker: 1 };
  const ended = notice({ kind: "not-running", step: "a", worker: 1, why: "completed" });
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [600, { kind: "event-added", event: { type: "A" } }, start(second)],
    [700, finished("x2", []), ended],
  );
  const [row] = timelineRows(["a"], (step) => history.attemptsOf(step), { now: 500 });
  expect(row?.lanes.map((lane) => lane.map(({ attempt }) => attempt.execution))).toEqual([["x1"], ["x2"]]);
});

test("[T21] what a decided attempt hands on goes over its wire", () => {
  const history = new RunHistory(() => "Done");
  history.add({ seq: 1, at: 0, kind: "run-started", input: null }, [start({})]);
  const decision = { kind: "succeeded", output: 1 } as const;
  history.add({ seq: 2, at: 9, kind: "recovery-decided", execution: "x1", decision, by: "ana" }, []);
  expect(history.emitted("a", "Done")).toBe(1);
  expect(history.lastAt).toBe(9);
});

test("every tick is said in one line, with titles for ids", () => {
  const history = historyOf(
    [0, { kind: "run-started", input: { topic: "tea" } }, start({})],
    [1, { kind: "execution-started", execution: "x1", owner: "r", key: "k" }],
    [
      2_001,
      {
        kind: "execution-finished",
        execution: "x1",
        results: [
          { kind: "exit", exit: { code: 0 } },
          { kind: "return", value: { type: "Done" } },
        ],
        started: 1,
        ended: 2_001,
      },
      notRunning("completed", "Done"),
    ],
    [
      2_002,
      { kind: "event-added", event: { type: "Answer", data: { ask: "w", choice: "approve" } }, to: "a", by: "ana" },
    ],
    [2_003, { kind: "cancel-requested", request: "c", reason: "enough" }],
    [2_004, { kind: "store-changed", execution: "x1", path: ["a", 0], value: "long ".repeat(40) }],
  );
  const context = { title: () => "Read the log", attempt: (execution: string) => history.attempts.get(execution) };
  const lines = history.entries.map((entry) => journalLine(entry, context));
  expect(lines.map(({ text }) => text)).toEqual([
    'The run began with {"topic":"tea"}',
    "Read the log: the runner is asked to start it",
    "Read the log succeeded (exit 0) in 2 s and handed on Done",
    "Read the log was answered: approve (ana)",
    "The run is to be cancelled: enough",
    expect.stringMatching(/^Read the log set a\.0 to “long .*…”$/),
  ]);
  for (const { text } of lines) expect(text.length).toBeLessThan(160);
});

test("a failure says its first line and when it is tried again", () => {
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [
      3,
      {
        kind: "execution-finished",
        execution: "x1",
        results: [{ kind: "fail", failure: { name: "ExitError", message: "exit 1\nmore" } }],
        retry: { retryAfterMs: 5_000 },
      },
      notRunning("retrying"),
    ],
  );
  const [, entry] = history.entries;
  expect(entry && journalLine(entry, { title: () => "Test", attempt: () => undefined })).toEqual({
    tone: "bad",
    text: "Test failed: exit 1; again in 5 s",
  });
});

test("the axis has round marks, never more than asked for", () => {
  expect(axisMarks(0, 1_000, 5).marks).toEqual([0, 200, 400, 600, 800, 1_000]);
  expect(axisMarks(0, 60_000, 8).marks[1]).toBe(10_000);
  expect(axisMarks(0, 7 * 86_400_000, 8).marks.length).toBeLessThanOrEqual(9);
  expect(axisMarks(1_230, 1_260, 5)).toEqual({ step: 10, marks: [1_230, 1_240, 1_250, 1_260] });
  expect([axisText(1_250, 10), axisText(90_000, 30_000), axisText(0, 10)]).toEqual(["+1.25 s", "+1:30", "0"]);
});

test("[R70] what a person says of a parked item counts for its last attempt, and over its wire", () => {
  const history = new RunHistory((step) => (step === "a" ? "Done" : undefined));
  const ticks: readonly (readonly [TickBody, ...Effect[]])[] = [
    [{ kind: "run-started", input: null }, start({})],
    [
      finished("x1", [{ kind: "fail", failure: { name: "Error", message: "no" } }]),
      notRunning("failed"),
      notice({ kind: "parked", step: "a", event: "Start" }),
    ],
    [{ kind: "recovery-decided", item: "i1", decision: { kind: "succeeded", output: 7 }, by: "person" }],
  ];
  for (const [index, [body, ...effects]] of ticks.entries())
    history.add({ seq: index + 1, at: index, ...body } as Tick, effects);
  expect(history.lastOfItem("i1")).toMatchObject({ execution: "x1", end: "completed", output: 7 });
  expect(history.emitted("a", "Done")).toBe(1);
  expect(history.endedBy(3)?.execution).toBe("x1");
  const context = { title: () => "A", attempt: (execution: string) => history.attempts.get(execution) };
  expect(history.entries.map((entry) => journalLine(entry, context).text).slice(1)).toEqual([
    "A failed: no; it waits for a person",
    "A: a person decided that it succeeded",
  ]);
});

test("the days between a run and its fork belong to no attempt", () => {
  const forked: TickBody = { kind: "run-forked", of: { run: "r", number: 1, seq: 3 }, epoch: 1, owner: "t", anew: [] };
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({}), start({ execution: "x2", item: "i2", step: "b" })],
    [20, finished("x2", [{ kind: "wait", ordinal: 0, type: "Answer" }]), notRunning("waiting", undefined, "b")],
    [90_000, forked, notRunning("rerun")],
    [90_000, { kind: "resume-requested" }, start({ execution: "x3" })],
    [90_040, { kind: "event-added", event: { type: "Answer" } }, start({ execution: "x4", item: "i2", step: "b" })],
    [90_040, finished("x4", []), notRunning("completed", undefined, "b")],
  );
  const took = (execution: string) => tookMs(history.attempts.get(execution) as Attempt);
  expect(history.attempts.get("x1")).toMatchObject({ end: "rerun", endedAt: 20 });
  expect([took("x1"), took("x4")]).toEqual([20, 40]);
});

test("[R5] events that nobody took are counted at the step that gave them", () => {
  const lost = notice({ kind: "unhandled", type: "Odd" });
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [1, { kind: "event-added", event: { type: "Odd" }, from: { execution: "x1", index: 0 } }, lost],
    [2, { kind: "event-added", event: { type: "Odd" }, from: { execution: "x1", index: 1 } }, lost],
    [3, { kind: "event-added", event: { type: "Outside" } }, notice({ kind: "unhandled", type: "Outside" })],
  );
  expect(history.unhandledOf("a")).toEqual([{ notice: { kind: "unhandled", type: "Odd" }, count: 2 }]);
});

test("[R18] what ctx.once recorded stands with its attempt, whatever the key is called", () => {
  const history = historyOf(
    [0, { kind: "run-started", input: null }, start({})],
    [1, { kind: "once-recorded", execution: "x1", key: "__proto__", value: 1 }],
    [2, { kind: "once-recorded", execution: "x1", key: "token", value: 2 }],
  );
  expect(Object.entries(history.attempts.get("x1")?.recorded ?? {})).toEqual([
    ["__proto__", 1],
    ["token", 2],
  ]);
});
