import { expect, test } from "vitest";
import { readLastSteps } from "./lastSteps.ts";
import type { Result } from "./result.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";

const returned = (type: string, data?: number): readonly Result[] => [
  { kind: "return", value: { type, ...(data !== undefined && { data }) } },
];
const read = (run: PlayedRun) => readLastSteps(run.plan, run.journal);

test("of each step the newest input and the newest output; a failure hands on nothing", () => {
  const run = new PlayedRun(
    workflowOf({
      a: { accepts: ["Start", "Again"] },
      b: { accepts: ["B"], retry: { maxAttempts: 2, wait: { fixedMs: 0 } } },
      c: { accepts: ["C"] },
    }),
  );
  run.start();
  run.finish("x1", returned("B", 1));
  run.finish(run.on("b"), returned("Again", 2));
  run.finish(run.on("a"), returned("B", 3));
  run.finish(run.on("b"), [{ kind: "fail", failure: { name: "Error", message: "no" } }]);
  expect(read(run)).toMatchObject({ a: { input: 2, output: 3 }, b: { input: 3, output: 2 } });
  expect(read(run).c).toBeUndefined();
});

test("a join got the list of its events", () => {
  const run = new PlayedRun(
    workflowOf({
      split: { accepts: ["Start"], batches: { done: "X" } },
      all: { accepts: ["X"], join: { batch: "all" } },
    }),
  );
  run.start();
  run.finish("x1", [
    {
      kind: "return",
      value: [
        { type: "X", data: 1 },
        { type: "X", data: 2 },
      ],
    },
  ]);
  expect(read(run).split?.output).toEqual([1, 2]);
  expect(read(run).all?.input).toMatchObject([
    { type: "X", data: 1 },
    { type: "X", data: 2 },
  ]);
});

test("of a step with forEach the list counts, not its elements", () => {
  const run = new PlayedRun(workflowOf({ a: { accepts: ["Start"], emits: { done: "A" }, forEach: "[1, 2]" } }));
  run.start();
  run.finish("x1", [{ kind: "each", elements: [1, 2] }]);
  for (const worker of [0, 1]) run.finish(run.on("a", worker), returned("A", worker));
  run.finish(run.on("a"), returned("A", 99));
  expect(read(run).a).toMatchObject({ output: 99 });
});
