import { expect, test } from "vitest";
import { stepViewOf } from "../engine/testing/stepViewOf.ts";
import type { StateView } from "../engine/view.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { Attempt } from "./attempt.ts";
import { whyNot } from "./whyNot.ts";

const workflow = {
  format: "tickwork/workflow@1",
  name: "why",
  steps: {
    review: {
      kind: "ask",
      accepts: ["Start"],
      emits: { approve: "Approved", reject: "Rejected" },
      config: { choices: ["approve", "reject"] },
    },
    fetch: { kind: "http", accepts: ["Start"], emits: { done: "Fetched", error: "Missed" }, config: {} },
    publish: { kind: "code", accepts: ["Approved"], config: {} },
    mend: { kind: "code", accepts: ["Missed"], config: {} },
    join: { kind: "join", accepts: ["Fetched", "Nudge"], join: "one-of-each", config: {} },
    rescue: { kind: "code", accepts: ["StepFailed"], config: {} },
    off: { kind: "code", accepts: ["Fetched"], disabled: true, config: {} },
    alone: { kind: "code", accepts: [], config: {} },
  },
} as unknown as Workflow;

interface Past {
  readonly attempts?: Readonly<Record<string, Partial<Attempt>>>;
  readonly emitted?: Readonly<Record<string, readonly string[]>>;
  readonly steps?: StateView["steps"];
  readonly run?: Partial<Pick<StateView, "lifecycle" | "stopped">>;
}

const why = (step: string, { attempts = {}, emitted = {}, steps = {}, run = {} }: Past = {}) => {
  const history = {
    attemptsOf: (of: string) => (attempts[of] ? [attempts[of] as Attempt] : []),
    emitted: (of: string, type: string) => (emitted[of]?.includes(type) ? 1 : 0),
  };
  return whyNot(step, workflow, { steps, lifecycle: "running", ...run }, history, (of) => of.toUpperCase());
};

test("what handed on something else is named with the tick in which it did", () => {
  expect(why("publish")).toEqual(["It begins with Approved from “REVIEW”, which has not run"]);
  expect(why("publish", { attempts: { review: { returned: "Rejected", toSeq: 1_042 } } })).toEqual([
    "It begins with Approved from “REVIEW”, which handed on Rejected instead (tick 1,042)",
  ]);
  const running = { review: stepViewOf({ status: "running" }) };
  expect(why("publish", { attempts: { review: {} }, steps: running })).toEqual([
    "It begins with Approved from “REVIEW”, which is running",
  ]);
});

test("what waits is said to wait, and for whom", () => {
  const waiter = { waiter: "w1", item: "i1", since: 0, type: "Answer" };
  const said = (view: Parameters<typeof stepViewOf>[0]) =>
    why("publish", { attempts: { review: { end: "waiting" } }, steps: { review: stepViewOf(view) } })?.[0];
  expect(said({ waiters: [{ ...waiter, ask: { type: "Ask", data: {} } }] })).toMatch(/, which waits for you$/);
  expect(said({ waiters: [waiter] })).toMatch(/, which still waits$/);
  expect(said({ nextRetryAt: 9 })).toMatch(/, which waits for its next try$/);
  const uncertain = [{ step: "review", worker: 0, execution: "x1", attempt: 1 }];
  expect(said({ uncertain })).toMatch(/, which waits for your decision$/);
});

test("a way for failures was not taken because the step succeeded, or ended otherwise", () => {
  const ended = (lastOutcome: "success" | "cancellation") => ({
    attempts: { fetch: { toSeq: 7 } },
    steps: { fetch: stepViewOf({ lastOutcome }) },
  });
  expect(why("mend", ended("success"))).toEqual(["It begins with Missed from “FETCH”, which succeeded (tick 7)"]);
  expect(why("mend", ended("cancellation"))).toEqual([
    "It begins with Missed from “FETCH”, which ended with cancellation (tick 7)",
  ]);
});

test("each type that starts a step has its sentence, with what came and what did not", () => {
  expect(why("join", { emitted: { fetch: ["Fetched"] } })).toEqual([
    "Fetched came from “FETCH”, and is kept until the others are there",
    "It begins with Nudge from outside, and none came",
  ]);
  expect(why("rescue")).toEqual(["It begins when a step fails, and none did without a way of its own"]);
});

test("what is switched off, or leads nowhere, says so; what ran and what is a task has no such reason", () => {
  expect(why("off")).toEqual(["It is switched off"]);
  expect(why("alone")).toEqual(["Nothing leads to it"]);
  expect(why("publish", { attempts: { publish: {} } })).toBeNull();
  expect(why("nowhere")).toBeNull();
});

test("what came and has not begun says that the run is paused, or that it stopped there", () => {
  const emitted = { review: ["Approved"] };
  const run = { lifecycle: "paused" } as const;
  expect(why("publish", { emitted })).toEqual(["Approved came from “REVIEW”, and nothing has begun with it yet"]);
  expect(why("publish", { emitted, run })).toEqual([
    "Approved came from “REVIEW”, and nothing begins while the run is paused",
  ]);
  expect(why("publish", { emitted, run: { ...run, stopped: { step: "publish", item: "i3" } } })).toEqual([
    "Approved came from “REVIEW”, and the run stopped at a breakpoint before it begins",
  ]);
});
