import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { JsonObject } from "../workflow/json.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";
import { nextDeadline } from "./deadlines.ts";
import type { Dispatch } from "./effect.ts";
import { values } from "./persistent/sortedMap.ts";
import { replay } from "./replay.ts";
import type { Result } from "./result.ts";
import { PlayedRun } from "./testing/playedRun.ts";

// Not a bound on the reducer: a shared machine may be slow.
vi.setConfig({ testTimeout: 60_000 });

const types = ["A", "B", "C", "D"] as const;

/** Steps whose results follow from their event alone; every event leads to later types, so that runs end. */
function deterministicWorkflow(seed: number): Workflow {
  const step = (fields: Partial<Step>): Step => ({ kind: "scripted", config: {}, ...fields }) as Step;
  return {
    format: "tickwork/workflow@1",
    name: "deterministic",
    limits: seed % 3 === 0 ? { maxParallel: 1 + (seed % 2) } : {},
    steps: {
      begin: step({ accepts: ["Start"], batches: { done: "A" } }),
      first: step({
        accepts: ["A"],
        workers: 1 + (seed % 3),
        batches: { done: "B" },
        emits: { done: "B", error: "C" },
      }),
      second: step({ accepts: ["B", "C"], workers: 2, emits: { done: "D" } }),
      third: step({ accepts: ["D"], workers: 1 }),
      listed: step({
        accepts: ["D"],
        workers: 1 + (seed % 2),
        forEach: "event.data",
        emits: { done: "E", error: "F" },
        ...(seed % 4 === 1 && { onFailure: "skip" }),
      }),
      afterList: step({ accepts: ["E", "F"] }),
      matrix: step({ needs: ["task"], forEach: "[1, 2, 3]", workers: 2, allowFailure: true }),
      joined: step({ accepts: ["D"], join: { batch: "all" } }),
      inner: {
        kind: "workflow",
        accepts: ["A"],
        workers: 2,
        emits: { done: "D", error: "D" },
        config: { workflow: innerWorkflow(seed, step) as unknown as JsonObject },
      },
      task: step({ needs: [] }),
      after: step({ needs: ["task"] }),
    },
  };
}

function innerWorkflow(seed: number, step: (fields: Partial<Step>) => Step): Workflow {
  return {
    format: "tickwork/workflow@1",
    name: "inner",
    steps: {
      make: step({ accepts: ["Start"], batches: { done: "B" }, emits: { done: "B" }, workers: 1 + (seed % 2) }),
      second: step({ accepts: ["B"], emits: { done: "D" } }),
      joined: step({ accepts: ["D"], join: { batch: "all" } }),
    },
  };
}

/** Nothing, a later event, a batch of later events, a wait for a time, or a failure that is retried once. */
function resultsOf(seed: number, dispatch: Dispatch): readonly Result[] {
  const type = dispatch.event?.type ?? "";
  const place = (types as readonly string[]).indexOf(type);
  const data = Number(dispatch.event?.data ?? 0) || 0;
  const choice = (seed + dispatch.step.length * 7 + place * 3 + data * 5) % 6;
  if (dispatch.step === "afterList") return [{ kind: "return", value: null }];
  const later = types[place + 1];
  const element = dispatch.element?.index ?? 0;
  if (dispatch.each?.kind === "open") {
    return [{ kind: "each", elements: Array.from({ length: (seed + data) % 4 }, (_, index) => index) }];
  }
  if (dispatch.each?.kind === "element") {
    const choice = (seed + element * 3 + data) % 7;
    if (choice === 0 && dispatch.waits.length === 0) return [{ kind: "wait", ordinal: 0, type: "Never", timeoutMs: 9 }];
    if (choice === 1 && dispatch.failures === 0) return [{ kind: "fail", failure: { name: "Error", message: "once" } }];
    if (choice === 2) return [{ kind: "fail", failure: { name: "Error", message: "always" } }];
    return [{ kind: "return", value: { type: "E", data: element } }];
  }
  if (dispatch.each?.kind === "gather") {
    const list = [...values(dispatch.each.results)].map((result) => result.data ?? null);
    return [{ kind: "return", value: { type: "E", data: list } }];
  }
  const next = (value: number) => ({ type: later ?? "D", data: (data + value) % 3 });
  if (dispatch.step === "begin") {
    return [{ kind: "return", value: [0, 1, 2].map((value) => ({ type: "A", data: value })) }];
  }
  if (dispatch.step === "inner/make") {
    return [{ kind: "return", value: [0, 1].map((value) => ({ type: "B", data: value })) }];
  }
  if (choice === 0 && dispatch.waits.length === 0) return [{ kind: "wait", ordinal: 0, type: "Never", timeoutMs: 7 }];
  if (choice === 1 && dispatch.failures === 0) {
    return [{ kind: "fail", failure: { name: "Error", message: "once" } }];
  }
  if (choice === 2 && dispatch.step === "first")
    return [{ kind: "fail", failure: { name: "Error", message: "always" } }];
  if (later === undefined || dispatch.event?.events !== undefined) return [{ kind: "return", value: null }];
  if (choice === 3 && dispatch.step === "first") return [{ kind: "return", value: [next(0), next(1)] }];
  return [{ kind: "return", value: choice === 4 ? null : next(0) }];
}

function playToEnd(run: PlayedRun, seed: number): PlayedRun {
  for (let turn = 0; turn < 500 && run.state.lifecycle !== "completed"; turn++) {
    const dispatch = [...run.inFlight.values()].find((each) => !isHosting(run, each));
    if (dispatch === undefined) {
      const due = nextDeadline(run.state);
      if (due === null) break;
      run.passTo(due);
      continue;
    }
    run.now += 1;
    if (dispatch.step === "inner" && !isOver(run, dispatch)) {
      run.post({ kind: "instance-started", execution: dispatch.execution, input: dispatch.event?.data ?? null });
      continue;
    }
    const verdict = dispatch.failures === 0 ? { retryAfterMs: 5 } : null;
    run.finish(dispatch.execution, resultsOf(seed, dispatch), verdict);
  }
  return run;
}

/** Whether it waits for a workflow that it entered. */
function isHosting(run: PlayedRun, dispatch: Dispatch): boolean {
  return run.hosting.has(dispatch.execution) && !isOver(run, dispatch);
}

function isOver(run: PlayedRun, { execution, hosts }: Dispatch): boolean {
  return run.ended.includes(execution) || Boolean(hosts?.end);
}

test("[R49] every prefix of a journal resumes to a run that ends the same way, with each event consumed once", () => {
  fc.assert(
    fc.property(fc.nat({ max: 500 }), (seed) => {
      const workflow = deterministicWorkflow(seed);
      const whole = new PlayedRun(workflow);
      whole.start();
      playToEnd(whole, seed);
      expect(whole.state.lifecycle).toBe("completed");
      for (let length = 1; length < whole.journal.length; length++) {
        const journal = whole.journal.slice(0, length);
        const resumed = new PlayedRun(workflow, { journal });
        resumed.state = replay(resumed.plan, resumed.state, journal);
        if (resumed.state.lifecycle === "completed") continue;
        resumed.reload();
        playToEnd(resumed, seed);
        expect({ length, end: endOf(resumed) }).toEqual({ length, end: endOf(whole) });
      }
    }),
    { numRuns: 6 },
  );
});

function endOf({ state }: PlayedRun) {
  return { outcome: state.outcome, result: state.result, items: state.counters.item, batches: state.counters.batch };
}
