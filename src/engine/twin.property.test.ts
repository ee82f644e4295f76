import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Step, Workflow } from "../workflow/workflow.ts";
import { nextDeadline } from "./deadlines.ts";
import type { Result } from "./result.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { type Choose, chooseFrom } from "./testing/randomRun.ts";
import { SlowRun } from "./testing/SlowRun.ts";
import { viewRun } from "./viewRun.ts";

// Not a bound on the reducer: a shared machine may be slow.
vi.setConfig({ testTimeout: 60_000 });

const types = ["A", "B", "C", "D"] as const;

function pick<T>(choose: Choose, list: readonly T[]): T {
  return list[choose(list.length)] as T;
}

/** Event steps with joins, ports, a handler, few workers and little capacity. */
function eventWorkflow(choose: Choose): Workflow {
  const scripted = (fields: Partial<Step>): Step => ({ kind: "scripted", config: {}, ...fields }) as Step;
  const steps: Record<string, Step> = {};
  const count = 2 + choose(4);
  for (let index = 0; index < count; index++) {
    const accepts = [...new Set([...(index === 0 ? ["Start"] : []), pick(choose, types), pick(choose, types)])];
    steps[`s${index}`] = scripted({
      accepts,
      workers: 1 + choose(3),
      ...(choose(3) === 0 && { batches: { done: pick(choose, types) } }),
      ...(choose(4) === 0 && { emits: { done: "B", error: pick(choose, ["C", "D"]) } }),
      ...(choose(4) === 0 && { onFailure: "skip" as const }),
      ...(choose(5) === 0 && { maxRecoveries: 1 + choose(2) }),
    });
  }
  if (choose(3) === 0) steps.handler = scripted({ accepts: ["StepFailed"], workers: 1 });
  if (choose(2) === 0) steps.pair = scripted({ accepts: ["A", "B"], join: "one-of-each", workers: 1 });
  if (choose(3) > 0) {
    const batch = choose(2) === 0 ? ("all" as const) : { take: 1 + choose(3) };
    steps.gathered = scripted({ accepts: ["D", ...(choose(2) === 0 ? ["C"] : [])], join: { batch }, workers: 1 });
  }
  const limits = choose(2) === 0 ? { maxParallel: 1 + choose(4) } : {};
  return { format: "tickwork/workflow@1", name: "twin", limits, steps };
}

function results(choose: Choose): readonly Result[] {
  const event = () => ({ type: pick(choose, types), data: { k: choose(3) } });
  const sends: Result[] = choose(6) === 0 ? [{ kind: "send", event: event() }] : [];
  switch (choose(10)) {
    case 0:
    case 1:
      return [...sends, { kind: "return", value: null }];
    case 2:
    case 3:
      return [...sends, { kind: "return", value: Array.from({ length: choose(5) }, event) }];
    case 4:
      return [{ kind: "fail", failure: { name: "Error", message: "boom" } }];
    case 5:
    case 6: {
      const where = choose(2) === 0 ? { where: { k: choose(3) } } : {};
      const timeout = choose(2) === 0 ? { timeoutMs: 10 + choose(40) } : {};
      return [{ kind: "wait", ordinal: 0, type: pick(choose, ["Go", ...types]), ...where, ...timeout }];
    }
    case 7:
      return choose(8) === 0 ? [{ kind: "return", value: { type: "Stop", data: 1 } }] : [];
    default:
      return [...sends, { kind: "return", value: event() }];
  }
}

/** Plays a run and its twin; `agree` is told after each tick what both said. */
function playBoth(tape: readonly number[]): { readonly ticks: number; readonly kinds: ReadonlySet<string> } {
  const choose = chooseFrom(tape);
  const workflow = eventWorkflow(choose);
  const run = new PlayedRun(workflow);
  const twin = new SlowRun(workflow);
  const kinds = new Set<string>();
  let seen = 0;

  const agree = () => {
    const said = run.lines().map((line) => line.replace(/^(end (?:blocked|failure|success)).*$/, shorten));
    const expected = run.journal.slice(seen).flatMap((tick) => twin.reduce(tick));
    seen = run.journal.length;
    expect(said).toEqual(expected);
    for (const line of said) kinds.add(line.split(" ", 1)[0] ?? "");
    expect(nextDeadline(run.state)).toBe(twin.nextDue());
    if (run.state.lifecycle === "completed") return;
    const { steps } = viewRun(run.plan, run.state);
    for (const [id, { queued, delayed, running, waiting }] of Object.entries(steps)) {
      expect({ id, queued, delayed, running, waiting }).toEqual({ id, ...twin.counts(id) });
    }
  };

  run.start({});
  agree();
  while (choose.left() > 0) {
    const running = [...run.inFlight.keys()];
    switch (choose(8)) {
      case 0: {
        const event = { type: pick(choose, [...types, "Go", "Nobody"]), data: { k: choose(3) } };
        const to = choose(4) === 0 ? { to: pick(choose, Object.keys(workflow.steps)) } : {};
        run.post({ kind: "event-added", event, ...to });
        break;
      }
      case 1:
        run.passTo(run.now + pick(choose, [1, 10, 50]));
        break;
      case 2:
        // With an event between two sessions, none of them is barren (R77).
        if (choose(3) > 0) break;
        run.reload();
        run.post({ kind: "event-added", event: { type: "Nobody" } });
        break;
      default: {
        const execution = running.length === 0 || choose(20) === 0 ? "x1" : pick(choose, running);
        run.finish(execution, results(choose), pick(choose, [null, { retryAfterMs: 0 }, { retryAfterMs: 20 }]));
      }
    }
    agree();
  }
  return { ticks: run.journal.length, kinds };
}

/** The result of a run counts, the words for people do not. */
function shorten(line: string, end: string): string {
  return end === "end success" ? line : end;
}

const tapes = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 60, maxLength: 400 });

test("the reducer says at every tick what its slow twin says, and holds the same work", () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(tapes, (tape) => {
      for (const kind of playBoth(tape).kinds) kinds.add(kind);
    }),
    { numRuns: 250 },
  );
  // The property would hold for runs in which nothing happens.
  expect([...kinds]).toEqual(
    expect.arrayContaining(["running", "preparing", "not-running", "batch", "timer", "unhandled", "idle", "end"]),
  );
});
