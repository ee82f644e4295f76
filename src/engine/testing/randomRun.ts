import type { JsonObject } from "../../workflow/json.ts";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import { doesWork } from "../eachPart.ts";
import type { Dispatch } from "../effect.ts";
import type { Result } from "../result.ts";
import type { RetryVerdict } from "../tick.ts";
import { viewRun } from "../viewRun.ts";
import { PlayedRun } from "./playedRun.ts";

/** Chooses one of `n`, from 0; the same tape gives the same run. */
export type Choose = (n: number) => number;

export function chooseFrom(tape: readonly number[]): Choose & { readonly left: () => number } {
  let at = 0;
  const choose = (n: number) => (tape[at++] ?? 0) % n;
  return Object.assign(choose, { left: () => tape.length - at });
}

const types = ["A", "B", "C", "D"] as const;

function pick<T>(choose: Choose, list: readonly T[]): T {
  return list[choose(list.length)] as T;
}

/** A small workflow with event steps, joins, tasks, ports, a handler and limits. `depth`: how far inside another one. */
export function randomWorkflow(choose: Choose, depth = 0): Workflow {
  const steps: Record<string, Step> = {};
  const events = 1 + choose(4);
  for (let index = 0; index < events; index++) steps[`s${index}`] = randomEventStep(choose, index);
  if (choose(3) === 0) steps.handler = scripted({ accepts: ["StepFailed"], workers: 1 });
  if (choose(3) === 0) steps.joined = scripted({ accepts: ["A", "B"], join: "one-of-each", workers: 1 });
  if (choose(2) === 0) {
    const batch = choose(2) === 0 ? ("all" as const) : { take: 1 + choose(2) };
    steps.gathered = scripted({ accepts: ["D"], join: { batch }, workers: 1 });
  }
  const tasks = choose(4);
  for (let index = 0; index < tasks; index++) steps[`t${index}`] = randomTask(choose, index, depth);
  if (depth > 0 && depth < 3 && choose(2) === 0) steps.deep = randomSubWorkflow(choose, depth);
  const limits = {
    ...(choose(3) === 0 && { maxParallel: 1 + choose(3) }),
    ...(choose(4) === 0 && { maxParallelCommands: 1 }),
    ...(choose(4) === 0 && { timeoutMs: 500 }),
  };
  return { format: "tickwork/workflow@1", name: "random", limits, steps };
}

function randomEventStep(choose: Choose, index: number): Step {
  const accepts = [
    ...new Set([...(index === 0 || choose(3) === 0 ? ["Start"] : []), pick(choose, types), pick(choose, types)]),
  ];
  const fields = {
    accepts,
    workers: 1 + choose(3),
    ...(choose(4) === 0 && { batches: { done: pick(choose, types) } }),
    ...(choose(4) === 0 && { emits: { done: "B", error: "C" } }),
    ...(choose(5) === 0 && { onFailure: pick(choose, ["park", "skip"] as const) }),
    ...(choose(6) === 0 && { maxRecoveries: 1 }),
    ...(choose(6) === 0 && { onInterrupt: "ask" as const }),
    ...(choose(6) === 0 && { perSecond: 20 }),
    ...(choose(4) === 0 && { forEach: "event.data" }),
  };
  if (choose(4) === 0)
    return { kind: "command", config: { argv: ["true"] }, access: pick(choose, ["none", "read", "write"]), ...fields };
  if (choose(8) === 0) return { kind: "delay", config: { forMs: 20 }, ...fields };
  if (choose(6) === 0) return { kind: "ask", config: {}, ...fields };
  return scripted(fields);
}

/** A run of which nearly everything happens in workflows inside it (R79), and that seldom ends by itself. */
export function playNestedRun(seed: number, watch: (run: PlayedRun) => void = () => {}): PlayedRun {
  let state = seed;
  const choose = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % n;
  };
  const calm = { onFailure: "skip" } as const;
  const steps: Record<string, Step> = {
    more: scripted({ accepts: ["Start", "B"], workers: 2, batches: { done: "A" }, ...calm }),
    build: { ...randomSubWorkflow(choose, 0), accepts: ["Start", "A"] },
    other: { ...randomSubWorkflow(choose, 0), accepts: ["A"] },
    gathered: scripted({ accepts: ["B"], join: { batch: "all" }, ...calm }),
  };
  const limits = choose(3) === 0 ? { maxParallel: 1 + choose(3) } : {};
  const run = new PlayedRun({ format: "tickwork/workflow@1", name: "nested", limits, steps });
  run.start({});
  watch(run);
  for (let turn = 0; turn < 120 && run.state.lifecycle !== "completed"; turn++) {
    happen(run, choose);
    watch(run);
  }
  run.post({ kind: "cancel-requested", request: "last" });
  for (const execution of run.inFlight.keys()) run.finish(execution, [{ kind: "cancelled" }]);
  watch(run);
  run.acknowledge();
  run.post({ kind: "resume-requested" });
  watch(run);
  for (let turn = 0; turn < 40; turn++) {
    happen(run, choose);
    watch(run);
  }
  return run;
}

function randomSubWorkflow(choose: Choose, depth: number): Step {
  const workflow = randomWorkflow(choose, depth + 1);
  const events = choose(6) === 0 ? { Go: { role: "external" as const } } : undefined;
  return {
    kind: "workflow",
    config: { workflow: { ...workflow, ...(events && { events }) } as unknown as JsonObject },
    workers: 1 + choose(3),
    accepts: ["Start", pick(choose, types)],
    emits: { done: "B" },
    onFailure: pick(choose, ["park", "skip", "skip"] as const),
  };
}

function randomTask(choose: Choose, index: number, depth: number): Step {
  const needs = Array.from({ length: index }, (_, need) => `t${need}`).filter(() => choose(2) === 0);
  const [first] = needs;
  return scripted({
    needs,
    ...(first !== undefined && choose(3) === 0 && { when: { status: first, in: ["success", "failure"] } }),
    ...(choose(4) === 0 && { allowFailure: true }),
    ...(depth === 0 && choose(6) === 0 && { always: true }),
    ...(choose(4) === 0 && { forEach: "[1, 2, 3]", workers: 2, onFailure: pick(choose, ["fail", "park", "skip"]) }),
    ...(choose(4) === 0 && { emits: { error: "C" } }),
  });
}

function scripted(fields: Partial<Step>): Step {
  return { kind: "scripted", config: {}, ...fields } as Step;
}

/** Does one thing that can happen to a run. */
export function happen(run: PlayedRun, choose: Choose): void {
  const running = [...run.inFlight.keys()];
  switch (choose(12)) {
    case 0:
      return void run.post({
        kind: "event-added",
        event: { type: pick(choose, [...types, "Go"]), data: choose(3) },
        ...(choose(3) === 0 && { to: pick(choose, run.plan.steps).id }),
      });
    case 1:
      return run.passTo(run.now + pick(choose, [1, 10, 50, 200]));
    case 2:
      return choose(2) === 0 ? run.reload() : undefined;
    case 3:
      return void run.post({ kind: choose(3) === 0 ? "pause-requested" : "resume-requested" });
    case 4:
      return choose(8) === 0 ? void run.post({ kind: "cancel-requested", request: `c${choose(3)}` }) : undefined;
    case 5:
      return decideSomething(run, choose);
    case 6:
      return void run.acknowledge();
    case 7:
      return sendSomething(run, choose, running);
    default: {
      const execution = running.length === 0 ? "x1" : pick(choose, running);
      if (choose(25) === 0)
        return void run.post({ kind: "execution-lost", execution, ...(choose(2) === 0 && { never: true }) });
      const dispatch = run.inFlight.get(execution);
      const child = run.plan.byId.get(dispatch?.step ?? "")?.child;
      if (dispatch !== undefined && child !== undefined && doesWork(dispatch) && choose(3) > 0) {
        return void run.post({ kind: "instance-started", execution, input: choose(3) });
      }
      return run.finish(execution, resultsFor(dispatch, choose), randomVerdict(choose));
    }
  }
}

function sendSomething(run: PlayedRun, choose: Choose, running: readonly string[]): void {
  if (running.length === 0) return;
  const execution = pick(choose, running);
  const event = { type: pick(choose, types), data: "sent" };
  run.post({ kind: "event-added", event, from: { execution, index: choose(2) } });
}

function decideSomething(run: PlayedRun, choose: Choose): void {
  const { steps } = viewRun(run.plan, run.state);
  const [uncertain] = Object.values(steps).flatMap((step) => step.uncertain);
  const decision = pick(choose, [{ kind: "rerun" }, { kind: "failed" }, { kind: "succeeded", output: 1 }] as const);
  if (uncertain !== undefined) {
    run.post({ kind: "recovery-decided", execution: uncertain.execution, decision, by: "test" });
  } else {
    run.post({ kind: "recovery-decided", item: `i${1 + choose(12)}`, decision, by: "test" });
  }
}

function randomVerdict(choose: Choose): RetryVerdict {
  return pick(choose, [null, null, { retryAfterMs: 0 }, { retryAfterMs: 20 }, { retryAfterMs: 100 }]);
}

/** Mostly a list where one is asked for (R72), and whatever else at times. */
function resultsFor(dispatch: Dispatch | undefined, choose: Choose): readonly Result[] {
  const part = dispatch?.each?.kind;
  if (part === undefined || part === "element" || choose(6) === 0) return randomResults(choose);
  if (part === "gather")
    return [{ kind: "return", value: pick(choose, [null, { type: pick(choose, types), data: [] }]) }];
  return [{ kind: "each", elements: Array.from({ length: choose(5) }, (_, index) => index) }];
}

/** What a step may do, and what a broken executor may say. */
function randomResults(choose: Choose): readonly Result[] {
  const event = () => ({ type: pick(choose, types), data: choose(3) });
  const fail: Result = {
    kind: "fail",
    failure: { name: "Error", message: "boom" },
    ...(choose(6) === 0 && { denied: true }),
  };
  const before: Result[] = [];
  if (choose(6) === 0) before.push({ kind: "collect", buffer: "default", event: event() });
  if (choose(8) === 0) before.push({ kind: "consume", buffer: "default", events: 1 });
  if (choose(8) === 0) before.push({ kind: "send", event: event() });
  switch (choose(12)) {
    case 0:
    case 1:
      return [...before, { kind: "return", value: null }];
    case 2:
    case 3:
    case 4:
      return [...before, { kind: "return", value: event() }];
    case 5:
      return [...before, { kind: "return", value: Array.from({ length: choose(4) }, event) }];
    case 6:
      return [...before, fail];
    case 7: {
      const wait = { kind: "wait", ordinal: 0, type: pick(choose, ["Go", "A"]) } as const;
      const timeout = choose(2) === 0 ? { timeoutMs: 30 } : {};
      return [...before, { ...wait, ...timeout, ...(choose(3) === 0 && { id: "w" }), ask: { type: "Question" } }];
    }
    case 8:
      return [{ kind: "cancelled" }];
    case 9:
      return choose(6) === 0 ? [{ kind: "return", value: { type: "Stop", data: 1 } }] : before;
    case 10:
      return [
        { kind: "exit", exit: { code: choose(2) } },
        { kind: "output", value: choose(2) },
      ];
    default:
      return pick<readonly Result[]>(choose, [
        [{ kind: "return", value: 42 }],
        [{ kind: "nonsense" } as unknown as Result],
        [null as unknown as Result],
        "results" as unknown as Result[],
      ]);
  }
}

/** Plays until the tape is used up. `watch` sees the run after each thing that happened. */
export function playRandomRun(tape: readonly number[], watch: (run: PlayedRun) => void = () => {}): PlayedRun {
  const choose = chooseFrom(tape);
  const run = new PlayedRun(randomWorkflow(choose));
  run.start({});
  watch(run);
  while (choose.left() > 0) {
    happen(run, choose);
    watch(run);
  }
  return run;
}
