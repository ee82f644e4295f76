import { planWorkflow } from "../../../src/engine/plan.ts";
import { initialState } from "../../../src/engine/runState.ts";
import type { Tick } from "../../../src/engine/tick.ts";
import { createRunLoop } from "../../../src/runtime/runLoop.ts";
import { createAlarmClock } from "../../../src/tab/alarmClock.ts";
import { createTurns } from "../../../src/tab/turns.ts";
import { executorsOf } from "./execute.ts";
import type { Bench } from "./workflows.ts";

const appended = Promise.resolve({ ok: true } as const);
const clock = createAlarmClock();
const defer = createTurns();

export interface Timed {
  readonly ticks: number;
  readonly ms: number;
}

/** Runs to the end with a journal that is an array. `marks`: the time since the start at each of these ticks. */
export function runInMemory(
  bench: Bench,
  marks: readonly number[] = [],
): Promise<Timed & { readonly at: readonly number[] }> {
  const plan = planWorkflow(bench.workflow);
  const journal: Tick[] = [];
  const at: number[] = [];
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const loop = createRunLoop({
      runId: "bench",
      plan,
      state: initialState(plan),
      seq: 0,
      world: {
        now: Date.now,
        setAlarm: clock.createAlarm(),
        defer,
        executors: executorsOf(bench.acts),
        findPattern: () => false,
        journal: {
          append({ ticks }) {
            for (const tick of ticks) journal.push(tick);
            return appended;
          },
          async read(seq) {
            const tick = journal[seq - 1];
            if (!tick) throw new Error(`no tick ${seq}`);
            return tick;
          },
          artifact: (digest) => Promise.reject(new Error(`no value ${digest}`)),
        },
        committed({ state }) {
          while (at.length < marks.length && journal.length >= Number(marks[at.length]))
            at.push(performance.now() - begin);
          if (state.lifecycle !== "completed") return;
          loop.close();
          if (state.outcome !== "success") reject(new Error(`the run ended as ${state.outcome}: ${state.reason}`));
          resolve({ ticks: journal.length, ms: performance.now() - begin, at });
        },
        stalled: (failure) => failure && reject(new Error(failure.message)),
      },
    });
    loop.post({ kind: "run-started", input: bench.input });
  });
}
