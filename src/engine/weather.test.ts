import { expect, test } from "vitest";
import type { Step, StepId } from "../workflow/workflow.ts";
import type { Dispatch } from "./effect.ts";
import { type Plan, planWorkflow } from "./plan.ts";
import { reduce } from "./reduce.ts";
import type { Result } from "./result.ts";
import { initialState, type RunState } from "./runState.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import type { TickBody } from "./tick.ts";

/* What people with other tools reported, where no scenario shows it. */

test("[R35] unrelated events never wake a step that waits, so it never repeats what it did before", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] }, other: { accepts: ["News"] } }));
  run.start();
  run.post({ kind: "event-added", event: { type: "News", data: 1 }, from: { execution: "x1", index: 0 } });
  run.finish("x1", [{ kind: "wait", ordinal: 0, type: "Answer", where: { to: 1 }, ask: { type: "Ask" } }]);
  run.finish(run.on("other"), [{ kind: "return", value: null }]);
  run.lines();
  for (const event of [
    { type: "News", data: 2 },
    { type: "Nobody" },
    { type: "Answer", data: { to: 2 } },
    { type: "Answer" },
  ]) {
    run.post({ kind: "event-added", event });
  }
  run.finish(run.on("other"), [{ kind: "return", value: null }]);
  run.reload();
  expect(run.lines().filter((line) => line.includes(" s#") || line.startsWith("publish"))).toEqual([]);
  run.post({ kind: "event-added", event: { type: "Answer", data: { to: 1 } } });
  expect([...run.inFlight.values()]).toMatchObject([
    { step: "s", attempt: 1, waits: [{ event: { data: { to: 1 } } }] },
  ]);
});

/** Plays what collects, joins and competes for a worker; steps act by their place, not by their name. */
function played(ids: readonly [StepId, StepId, StepId, StepId]): unknown {
  const [split, left, right, sum] = ids;
  const steps: Record<StepId, Partial<Step>> = {
    [split]: { accepts: ["Start"] },
    [left]: { accepts: ["Part"], workers: 1 },
    [right]: { accepts: ["Part"], workers: 2 },
    [sum]: { accepts: ["Left", "Right"], join: { batch: "all" } },
  };
  const run = new PlayedRun(workflowOf(steps, { limits: { maxParallel: 2 } }));
  const place = (id: StepId) => ids.indexOf(id);
  const resultsOf = ({ step, event }: Dispatch): readonly Result[] => {
    if (step === split) return [{ kind: "return", value: [1, 2, 3].map((data) => ({ type: "Part", data })) }];
    if (step === left) return [{ kind: "return", value: { type: "Left", data: event?.data ?? null } }];
    if (step === right) return [{ kind: "return", value: { type: "Right", data: event?.data ?? null } }];
    return [
      {
        kind: "return",
        value: { type: "Stop", data: (event?.events ?? []).map(({ type, data }) => [type, data ?? 0]) },
      },
    ];
  };
  run.start();
  const order: number[] = [];
  for (let [next] = run.inFlight.values(); next !== undefined; [next] = run.inFlight.values()) {
    order.push(place(next.step));
    run.finish(next.execution, resultsOf(next));
  }
  expect(run.state.outcome).toBe("success");
  return { order, result: run.state.result };
}

test("[R3] the names of steps change nothing of what event steps do", () => {
  expect(played(["z", "y", "x", "w"])).toEqual(played(["a", "b", "c", "d"]));
  expect(played(["m", "a", "z", "b"])).toEqual(played(["a", "b", "c", "d"]));
});

test("[R69] a step that is tried again still sees what its ancestors handed on", () => {
  const run = new PlayedRun(workflowOf({ a: { accepts: ["Start"] }, b: { accepts: ["B"] } }));
  run.start();
  run.finish("x1", [{ kind: "return", value: { type: "B", data: 7 } }]);
  const first = run.inFlight.get(run.on("b"));
  run.finish(run.on("b"), [{ kind: "fail", failure: { name: "Error", message: "once" } }], { retryAfterMs: 10 });
  run.reload();
  run.passTo(10);
  const { trail, event, attempt } = run.inFlight.get(run.on("b")) ?? {};
  expect({ trail, event, attempt }).toEqual({ trail: first?.trail, event: { type: "B", data: 7 }, attempt: 2 });
});

/** Reduces under the limits that a workflow has by itself, and answers what begins. */
function limited(plan: Plan) {
  let state: RunState = initialState(plan);
  let seq = 0;
  const begun: Dispatch[] = [];
  return {
    begun,
    get state() {
      return state;
    },
    post(body: TickBody): void {
      const reduction = reduce(plan, state, { ...body, seq: ++seq, at: seq });
      state = reduction.state;
      for (const effect of reduction.effects) if (effect.kind === "start") begun.push(effect.dispatch);
    },
  };
}

test("[R11] [R44] of 800 steps that could begin at once as many do as the limit of a workflow allows, then the others", () => {
  const ids = Array.from({ length: 800 }, (_, index) => `s${index}`);
  const plan = planWorkflow(workflowOf(Object.fromEntries(ids.map((id) => [id, { accepts: ["Start"] }]))));
  const run = limited(plan);
  run.post({ kind: "run-started", input: null });
  expect(run.begun).toHaveLength(plan.bounds.maxParallel);
  expect(plan.bounds.maxParallel).toBeLessThan(100);
  for (let done = 0; done < run.begun.length; done++) {
    const execution = run.begun[done]?.execution ?? "";
    run.post({ kind: "execution-finished", execution, results: [{ kind: "return", value: null }] });
    expect(run.begun.length - done - 1).toBeLessThanOrEqual(plan.bounds.maxParallel);
  }
  expect(run.begun.map(({ step }) => step)).toEqual(ids);
  expect(run.state.lifecycle).toBe("completed");
});

test("[R30] [R31] a fan-out of 1,000 is joined once, whole and in the order of its list", () => {
  const plan = planWorkflow(
    workflowOf({
      split: { accepts: ["Start"] },
      work: { accepts: ["Part"], workers: 4 },
      sum: { accepts: ["Done"], join: { batch: "all" } },
    }),
  );
  const run = limited(plan);
  run.post({ kind: "run-started", input: null });
  const parts = Array.from({ length: 1_000 }, (_, data) => data);
  const resultOf = ({ step, event }: Dispatch): Result => {
    const data = event?.data ?? null;
    if (step === "split") return { kind: "return", value: parts.map((part) => ({ type: "Part", data: part })) };
    if (step === "work") return { kind: "return", value: { type: "Done", data } };
    return {
      kind: "return",
      value: { type: "Stop", data: (event?.events ?? []).map((member) => member.data ?? null) },
    };
  };
  const running: Dispatch[] = [];
  for (let seen = 0; ; ) {
    for (; seen < run.begun.length; seen++) running.push(run.begun[seen] as Dispatch);
    // The newest ends first, so that results arrive in another order than that of the list.
    const next = running.pop();
    if (next === undefined) break;
    run.post({ kind: "execution-finished", execution: next.execution, results: [resultOf(next)] });
  }
  expect(run.begun.filter(({ step }) => step === "sum")).toHaveLength(1);
  expect(run.state).toMatchObject({ lifecycle: "completed", outcome: "success", result: parts });
});
