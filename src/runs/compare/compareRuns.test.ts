import { expect, test } from "vitest";
import { PlayedRun } from "../../engine/testing/playedRun.ts";
import { workflowOf } from "../../engine/testing/workflowOf.ts";
import type { TakesOver } from "../../engine/tick.ts";
import type { Json } from "../../workflow/json.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { differenceWords } from "./differenceWords.ts";
import { compareRuns, compareSteps } from "./firstDifference.ts";
import { RunDigest } from "./RunDigest.ts";
import { valueDiff } from "./valueDiff.ts";

const workflow = workflowOf({
  list: { accepts: ["Start"], batches: { done: "Item" } },
  work: { accepts: ["Item"], emits: { done: "Worked", error: "Broke" }, workers: 2 },
  ask: { accepts: ["Worked"] },
});
const done = (type: string, data: Json) => [{ kind: "return", value: { type, data } }] as const;
const two = [
  {
    kind: "return",
    value: [
      { type: "Item", data: 1 },
      { type: "Item", data: 2 },
    ],
  },
] as const;
const title = (step: string) => step;
let ids = 0;

function readOf(run: PlayedRun, digest = "same", of: Workflow = workflow): RunDigest {
  const read = new RunDigest({ id: `run-${++ids}`, workflow: of, digest });
  for (const tick of run.journal) read.add(tick);
  return read;
}

/** Both items are worked on; `order` says whose result comes first. */
function play({
  input = {},
  order = [0, 1],
  results = [done("Worked", 10), done("Worked", 20)],
}: {
  readonly input?: Json;
  readonly order?: readonly number[];
  readonly results?: readonly (readonly [...Parameters<PlayedRun["finish"]>[1]])[];
} = {}): PlayedRun {
  const run = new PlayedRun(workflow);
  run.now = Math.round(ids * 1_000);
  run.start(input);
  run.finish(run.on("list"), two);
  const executions = [run.on("work", 0), run.on("work", 1)];
  for (const worker of order) run.finish(executions[worker] ?? "", results[worker] ?? []);
  return run;
}

test("runs that did the same at other times and in another order do not differ", () => {
  const comparison = compareRuns(readOf(play()), readOf(play({ order: [1, 0] })));
  expect(comparison).toMatchObject({ first: null, differing: { left: 0, right: 0 }, workflow: [] });
  expect(comparison.steps.size).toBe(0);
});

test("what a session, a pause or the run's own id brings is no difference", () => {
  const run = play();
  const left = readOf(run);
  const paused = new PlayedRun(workflow);
  paused.start();
  paused.post({ kind: "pause-requested" });
  paused.post({ kind: "resume-requested" });
  paused.reload();
  paused.finish(paused.on("list"), two);
  const executions = [paused.on("work", 0), paused.on("work", 1)];
  paused.finish(executions[0] ?? "", done("Worked", 10));
  paused.finish(executions[1] ?? "", done("Worked", 20));
  expect(compareRuns(left, readOf(paused)).first).toBeNull();
});

test("[T26] that a run repeats another is no difference, as long as it takes over nothing of it", () => {
  const read = (takesOver: TakesOver | undefined) => {
    const run = new RunDigest({ id: `run-${++ids}`, workflow, digest: "same" });
    run.add({ seq: 1, at: 0, kind: "run-started", input: {}, ...(takesOver && { takesOver }) });
    return run;
  };
  expect(compareRuns(read(undefined), read({ run: "other", tasks: {} })).first).toBeNull();
  const tasks = { work: { output: 1, seq: 4 } } as unknown as TakesOver["tasks"];
  expect(compareRuns(read(undefined), read({ run: "other", tasks })).first).toMatchObject({ left: 1, right: 1 });
});

test("another input is the first difference, whatever follows from it", () => {
  const { first } = compareRuns(readOf(play({ input: { n: 1 } })), readOf(play({ input: { n: 2 }, order: [1, 0] })));
  expect(first).toMatchObject({ what: "input", left: 1, right: 1 });
  expect(first && differenceWords(first, title)).toBe("what they were started with");
});

test("another result of a step is named with its ticks in both runs, although other work came between", () => {
  const left = readOf(play({ order: [0, 1] }));
  const right = readOf(play({ order: [1, 0], results: [done("Worked", 11), done("Worked", 20)] }));
  const { first, steps } = compareRuns(left, right);
  expect(first).toMatchObject({
    what: "result",
    step: "work",
    left: 3,
    right: 4,
  });
  expect(first && differenceWords(first, title)).toBe("the result of “work”");
  expect([...steps]).toEqual(["work"]);
});

test("the same step that went another way, or failed, is told apart from another result", () => {
  const failed = [{ kind: "fail", failure: { name: "Boom", message: "no" } }] as const;
  const otherWay = compareRuns(readOf(play()), readOf(play({ results: [done("Broke", 10), done("Worked", 20)] })));
  expect(otherWay.first).toMatchObject({ what: "route", step: "work" });
  const otherEnd = compareRuns(readOf(play()), readOf(play({ results: [failed, done("Worked", 20)] })));
  expect(otherEnd.first).toMatchObject({ what: "outcome", step: "work" });
});

test("what only one run did is named, and an event from outside", () => {
  const more = play();
  more.post({ kind: "event-added", event: { type: "Worked", data: 30 }, by: "ana" });
  const { first, differing } = compareRuns(readOf(play()), readOf(more));
  expect(first).toMatchObject({ what: "only", right: more.journal.length });
  expect(first).not.toHaveProperty("left");
  expect(differing).toEqual({ left: 0, right: 1 });
});

test("another version of the workflow is told, and its steps are marked", () => {
  const changed: Workflow = {
    ...workflow,
    steps: { ...workflow.steps, ask: { ...workflow.steps.ask, workers: 9 } as never },
  };
  const { workflow: changes, steps } = compareRuns(readOf(play()), readOf(play(), "other", changed));
  expect(changes).toMatchObject([{ kind: "changed", step: "ask" }]);
  expect([...steps]).toEqual(["ask"]);
});

test("steps are compared by what they handed on, in whatever order", () => {
  const left = readOf(play());
  const right = readOf(play({ order: [1, 0] }));
  const rows = compareSteps(["list", "work", "never"], left, right);
  expect(rows.map(({ step, isSameOutput }) => [step, isSameOutput])).toEqual([
    ["list", true],
    ["work", true],
  ]);
  const other = readOf(play({ results: [done("Worked", 10), done("Worked", 21)] }));
  const [, work] = compareSteps(["list", "work"], left, other);
  expect(work).toMatchObject({
    isSameOutput: false,
    left: { attempts: 2, outputs: 2, unlike: [4] },
    right: { unlike: [4] },
  });
});

test("a diff of values names the innermost places", () => {
  expect(valueDiff({ a: 1, b: [1, 2], c: { d: "x" } }, { a: 1, b: [1, 3, 4], c: { d: "y" } })).toEqual([
    { path: ["b", 1], left: 2, right: 3 },
    { path: ["b", 2], right: 4 },
    { path: ["c", "d"], left: "x", right: "y" },
  ]);
  expect(valueDiff(1, undefined)).toEqual([{ path: [], left: 1 }]);
  expect(valueDiff({ a: 1 }, { a: 1 })).toEqual([]);
  const own = JSON.parse('{"__proto__": 1}');
  expect(valueDiff(own, {})).toEqual([{ path: ["__proto__"], left: 1 }]);
  expect(
    valueDiff(
      Array.from({ length: 500 }, () => 1),
      Array.from({ length: 500 }, () => 2),
    ),
  ).toHaveLength(200);
});
