import { expect, test } from "vitest";
import type { Step } from "../workflow/workflow.ts";
import { planWorkflow } from "./plan.ts";
import { Retelling } from "./retelling.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { viewStep } from "./viewRun.ts";

type Steps = Parameters<typeof workflowOf>[0];

const steps: Steps = {
  a: { accepts: ["Start"], emits: { done: "ADone" } },
  b: { accepts: ["ADone"], emits: { done: "BDone" } },
};

/** `a` has ended, `b` is in flight. */
function played(of: Steps = steps): PlayedRun {
  const run = new PlayedRun(workflowOf(of));
  run.start({});
  run.finish(run.on("a"), [{ kind: "return", value: { type: "ADone", data: 1 } }]);
  return run;
}

function retell(run: PlayedRun, after: Steps) {
  const retelling = new Retelling(run.plan, planWorkflow(workflowOf(after), { unlimited: true }));
  const ticks = run.journal.flatMap((tick) => retelling.add(tick)?.tick ?? []);
  return Object.assign(retelling, { ticks });
}

const running = ({ state }: Retelling, after: Steps, step: string) =>
  viewStep(planWorkflow(workflowOf(after), { unlimited: true }), state, step).running;

test("a version that changes only what steps do is told word for word", () => {
  const run = played();
  const after: Steps = { ...steps, b: { ...steps.b, title: "Other" } };
  const retold = retell(run, after);
  expect(retold.misfits()).toEqual([]);
  expect(retold.ticks).toEqual(run.journal);
  expect(running(retold, after, "b")).toBe(1);
  expect(retold.anew).toEqual(["x2"]);
});

test("[R50] a new step that takes an old event begins, and later ticks are told by the names that they have now", () => {
  const run = played();
  run.finish(run.on("b"), [{ kind: "return", value: { type: "BDone", data: 2 } }]);
  const after: Steps = { first: { accepts: ["Start"] }, ...steps };
  const retold = retell(run, after);
  expect(retold.misfits()).toEqual([]);
  expect(retold.ticks.flatMap((tick) => (tick.kind === "execution-finished" ? [tick.execution] : []))).toEqual([
    "x2",
    "x3",
  ]);
  expect(running(retold, after, "first")).toBe(1);
  expect(running(retold, after, "b")).toBe(0);
});

test("an event that a port handed on has the type that the port has now", () => {
  const after: Steps = {
    a: { accepts: ["Start"], emits: { done: "Drafted" } },
    b: { accepts: ["Drafted"], emits: { done: "BDone" } },
  };
  const retold = retell(played(), after);
  expect(retold.misfits()).toEqual([]);
  expect(running(retold, after, "b")).toBe(1);
});

test("a removed step is said with what is lost: its ticks, and its live work", () => {
  const { b, ...withoutA } = steps;
  const gone = retell(played(), { b: { ...b, accepts: ["Start"] } as Partial<Step> });
  expect(gone.misfits()).toContainEqual({ kind: "left-out", step: "a", ticks: 1, removed: true });
  const dropped = retell(played(), withoutA);
  expect(dropped.misfits()).toContainEqual({ kind: "dropped", step: "b", items: 1 });
});

test("a result that means something else there is said", () => {
  const after: Steps = { ...steps, a: { accepts: ["Start"], kind: "code", emits: { done: "Other" } } as Partial<Step> };
  const run = new PlayedRun(workflowOf({ ...steps, a: { accepts: ["Start"] } }));
  run.start({});
  run.finish(run.on("a"), [{ kind: "return", value: { type: "ADone", data: 1 } }]);
  const retold = retell(run, after);
  expect(retold.misfits()).toContainEqual({ kind: "other-end", step: "a", seq: 2, was: "completed", is: "failed" });
  expect(retold.misfits().map(({ kind }) => kind)).toContain("ended");
});
