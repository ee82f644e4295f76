import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { deriveIndexes } from "./deriveIndexes.ts";
import { toArray } from "./persistent/queue.ts";
import { entries, find, natural, type SortedMap, sizeOf, values } from "./persistent/sortedMap.ts";
import { replay } from "./replay.ts";
import { initialState, type RunState, stepAt } from "./runState.ts";
import { decodeState, encodeState } from "./stateCodec.ts";
import type { StepState } from "./stepState.ts";
import type { PlayedRun } from "./testing/playedRun.ts";
import { playNestedRun, playRandomRun } from "./testing/randomRun.ts";
import type { WorkItem } from "./workItem.ts";
import { queuedItems } from "./workQueue.ts";

/*
 * Whatever happens to whatever workflow. Every state and every tick is deeply frozen before it is reduced, so that
 * a change of what came in throws (invariant 7 of reduce.ts).
 */

// Not a bound on the reducer: a shared machine may be slow.
vi.setConfig({ testTimeout: 60_000 });

const tapes = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 60, maxLength: 400, size: "max" });

type Check = (run: PlayedRun) => void;

const checks = new Map<string, Check>();
// The same runs, whether all rules are looked at or one.
const seed = Math.trunc(Math.random() * 2 ** 31);
let broken: ReadonlyMap<string, unknown> | undefined;

/** A rule that holds after every tick. The runs are played once for all rules, and once more for one that is broken. */
function always(title: string, check: Check): void {
  checks.set(title, check);
  test(title, () => {
    broken ??= findBroken();
    if (!broken.has(title)) return;
    playRuns(check);
    throw broken.get(title);
  });
}

function findBroken(): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  playRuns((run) => {
    for (const [title, check] of checks) {
      if (found.has(title)) continue;
      try {
        check(run);
      } catch (error) {
        found.set(title, error);
      }
    }
  });
  return found;
}

function playRuns(check: Check): void {
  fc.assert(
    fc.property(tapes, (tape) => {
      playRandomRun(tape, check);
    }),
    { numRuns: 60, seed },
  );
  fc.assert(
    fc.property(fc.nat(), (number) => {
      playNestedRun(number, check);
    }),
    { numRuns: 30, seed },
  );
}

describe("after every tick of every run", () => {
  always(
    "[R11] [R44] [T11] no more executions than workers and limits allow, each on a slot of its own",
    ({ plan, state }) => {
      const inFlight = plan.steps.flatMap((step) =>
        stepAt(state, step.index).workers.flatMap((execution, worker) => {
          if (execution === null) return [];
          expect(execution.worker).toBe(worker);
          return execution.uncertain === undefined && step.lane !== "free" ? [step.lane] : [];
        }),
      );
      for (const step of plan.steps) expect(stepAt(state, step.index).workers.length).toBeLessThanOrEqual(step.workers);
      expect(inFlight.length).toBeLessThanOrEqual(plan.bounds.maxParallel);
      expect(inFlight.filter((lane) => lane === "command").length).toBeLessThanOrEqual(plan.bounds.maxParallelCommands);
    },
  );

  always("[R11] with free capacity no eligible item of a step with a free worker stays queued", ({ plan, state }) => {
    if (state.lifecycle === "completed" || state.paused || state.cancel !== null) return;
    for (const step of plan.steps) {
      const { claim } = stepAt(state, step.index);
      if (claim === null) continue;
      const full = state.capacity.total >= plan.bounds.maxParallel;
      const laneFull = step.lane === "command" && state.capacity.command >= plan.bounds.maxParallelCommands;
      expect(full || laneFull || step.access !== "none").toBe(true);
    }
  });

  always("[T12] a workspace has any number of readers or one writer", ({ state }) => {
    for (const { readers, writers } of values(state.workspaces)) {
      expect(writers).toBeLessThanOrEqual(1);
      expect(writers === 1 && readers > 0).toBe(false);
    }
  });

  always("tallies, capacity, claims and indexes agree with what the steps hold", ({ plan, state }) => {
    expect(indexesOf(state)).toEqual(indexesOf(deriveIndexes(plan, state)));
  });

  always("[R32] a batch is open exactly while something live is in it", ({ state }) => {
    for (const batch of values(state.batches)) expect(batch.live).toBeGreaterThan(0);
  });

  always(
    "[R32] [R72] a batch counts exactly the items and batches in it, and an open list has its batch and its item",
    ({ plan, state }) => {
      const counted = new Map<number, number>();
      const count = (scope: readonly number[]) => {
        const innermost = scope.at(-1);
        if (innermost !== undefined) counted.set(innermost, (counted.get(innermost) ?? 0) + 1);
      };
      for (const batch of values(state.batches)) count(batch.outer.scope);
      const numbers = new Set<number>();
      for (const { index } of plan.steps) {
        for (const item of itemsOf(stepAt(state, index))) {
          expect(numbers.has(item.number)).toBe(false);
          numbers.add(item.number);
          count(item.lineage.scope);
        }
        for (const [batch, { total, results }] of entries(stepAt(state, index).each?.open)) {
          expect(find(state.batches, batch, natural)?.step).toBe(index);
          expect(sizeOf(results)).toBeLessThanOrEqual(total);
        }
      }
      for (const [number, { live }] of entries(state.batches))
        expect([number, live]).toEqual([number, counted.get(number)]);
    },
  );

  always("[R79] an instance belongs to one item, and only an open one holds work", ({ plan, state }) => {
    const items = plan.steps.flatMap((step) => itemsOf(stepAt(state, step.index)));
    const owned = items.flatMap(({ instance }) => (instance === null ? [] : [instance]));
    expect([...owned].sort((a, b) => a - b)).toEqual([...entries(state.instances)].map(([number]) => number));
    const known = new Set([...entries(state.batches), ...entries(state.instances)].map(([number]) => number));
    for (const { lineage } of items) expect(lineage.scope.filter((number) => !known.has(number))).toEqual([]);
    for (const [number, instance] of entries(state.instances)) {
      const inside = items.filter(({ lineage }) => lineage.scope.includes(number));
      if (instance.end !== null) expect(inside).toEqual([]);
      else if (!plan.steps[instance.step]?.child?.acceptsExternal) expect(instance.live).toBeGreaterThan(0);
      expect(instance.live > 0).toBe(inside.length > 0);
    }
  });

  always("[R39] the alarm is set for the earliest deadline of the state", (run) => {
    expect(run.alarmAgrees).toBe(true);
  });

  test("[R49] the journal folds to the live state, and a snapshot of it goes on the same way", () => {
    fc.assert(
      fc.property(tapes, fc.nat(), (tape, cut) => {
        const { plan, journal, state } = cut % 3 === 0 ? playNestedRun(cut) : playRandomRun(tape);
        const at = cut % (journal.length + 1);
        const half = replay(plan, initialState(plan), journal.slice(0, at));
        const restored = decodeState(plan, throughText(encodeState(half)));
        expect(encodeState(restored)).toEqual(encodeState(half));
        expect(indexesOf(restored)).toEqual(indexesOf(half));
        expect(encodeState(replay(plan, restored, journal.slice(at)))).toEqual(encodeState(state));
      }),
      { numRuns: 60 },
    );
  });
});

describe("over a whole run", () => {
  test("[R41] [T36] there is one end in a session, and nothing after it but ignored ticks", () => {
    fc.assert(
      fc.property(tapes, (tape) => {
        let ended = false;
        for (const notice of playRandomRun(tape).notices) {
          if (ended) {
            const reopened = notice.kind === "lifecycle" && notice.lifecycle === "running";
            expect(notice.kind === "ignored" || reopened).toBe(true);
            if (reopened) ended = false;
          } else {
            ended = notice.kind === "end";
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("[R8] items of a step begin in the order in which they arrived", () => {
    fc.assert(
      fc.property(tapes, (tape) => {
        const begun = new Map<string, number>();
        const known = new Set<string>();
        for (const effect of playRandomRun(tape).effects) {
          if (effect.kind !== "start" || known.has(effect.dispatch.item)) continue;
          const { step, item } = effect.dispatch;
          known.add(item);
          const number = Number(item.slice(1));
          expect(number).toBeGreaterThan(begun.get(step) ?? 0);
          begun.set(step, number);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("[T17] an execution id is never used twice, and attempts of an item never go back", () => {
    fc.assert(
      fc.property(tapes, (tape) => {
        const executions = new Set<string>();
        const attempts = new Map<string, number>();
        for (const effect of playRandomRun(tape).effects) {
          if (effect.kind !== "start") continue;
          const { execution, item, attempt } = effect.dispatch;
          expect(executions.has(execution)).toBe(false);
          executions.add(execution);
          expect(attempt).toBeGreaterThanOrEqual(attempts.get(item) ?? 1);
          attempts.set(item, attempt);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Everything that a step has to do, wherever it stands. */
function itemsOf(step: StepState): readonly WorkItem[] {
  return [
    ...queuedItems(step.queue),
    ...[...values(step.delayed)].map(({ item }) => item),
    ...step.workers.flatMap((execution) => (execution === null ? [] : [execution.item])),
    ...values(step.suspended),
    ...values(step.parked),
    ...toArray(step.setAside).map(({ item }) => item),
    ...[...values(step.each?.open)].flatMap(({ item }) => (item === null ? [] : [item])),
  ];
}

/** What follows from the steps, in a shape that does not depend on how the trees grew. */
function indexesOf(state: RunState): unknown {
  const flat = (map: SortedMap<unknown, unknown>) => [...entries(map)];
  return {
    tally: state.tally,
    capacity: { ...state.capacity, claims: Object.values(state.capacity.claims).map(flat) },
    executions: flat(state.executions),
    deadlines: flat(state.deadlines),
    delayed: flat(state.delayed),
    awaited: [...entries(state.awaited)].map(([type, keys]) => [
      type,
      [...entries(keys)].map(([key, tokens]) => [
        key,
        [...entries(tokens)].map(([token, open]) => [token, flat(open)]),
      ]),
    ]),
    workspaces: [...entries(state.workspaces)].map(([name, { waiting, ...rest }]) => [name, rest, flat(waiting)]),
    claims: state.steps.flat().map(({ claim }) => claim),
  };
}

function throughText(json: ReturnType<typeof encodeState>): ReturnType<typeof encodeState> {
  return JSON.parse(JSON.stringify(json));
}
