import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Result } from "../engine/result.ts";
import { TimeTravel } from "../engine/TimeTravel.ts";
import type { PlayedRun } from "../engine/testing/playedRun.ts";
import { playNestedRun, playRandomRun } from "../engine/testing/randomRun.ts";
import type { Tick } from "../engine/tick.ts";
import type { HistoryAt } from "./historyAt.ts";
import { RunHistory } from "./runHistory.ts";

vi.setConfig({ testTimeout: 60_000 });

function read({ plan, journal }: PlayedRun, upTo: number): RunHistory {
  const travel = new TimeTravel(plan);
  const history = new RunHistory(() => "B");
  for (const tick of journal.slice(0, upTo)) history.add(wellFormed(tick), travel.add(tick).effects);
  return history;
}

/** Random runs hold results that no journal takes in: only the reducer has to stand them. */
function wellFormed(tick: Tick): Tick {
  if (tick.kind !== "execution-finished") return tick;
  const results: readonly unknown[] = Array.isArray(tick.results) ? tick.results : [];
  return { ...tick, results: results.filter((result) => isResult(result)) };
}

function isResult(result: unknown): result is Result {
  return typeof result === "object" && result !== null && "kind" in result && typeof result.kind === "string";
}

/** Everything that a history can be asked. */
function told(history: HistoryAt, { plan }: PlayedRun, whole: RunHistory) {
  return {
    seq: history.seq,
    lastAt: history.lastAt,
    takesOver: history.takesOver,
    attempts: [...whole.attempts.keys()].map((execution) => history.attempt(execution)),
    items: [...new Set([...whole.attempts.values()].map(({ item }) => item))].map((item) => history.lastOfItem(item)),
    ended: whole.entries.map(({ tick }) => history.endedBy(tick.seq)),
    steps: plan.steps.map(({ id }) => ({
      attempts: history.attemptsOf(id),
      done: history.lastDone(id),
      decided: history.decidedAt(id),
      emitted: ["A", "B", "C", "D", "Start"].map((type) => history.emitted(id, type)),
      unhandled: history.unhandledOf(id),
    })),
  };
}

test("a history at a tick tells what one that was read up to there tells", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 60, maxLength: 300, size: "max" }),
      fc.nat(),
      fc.array(fc.nat(), { minLength: 3, maxLength: 8 }),
      (tape, seed, moments) => {
        for (const run of [playRandomRun(tape), playNestedRun(seed)]) {
          const whole = read(run, run.journal.length);
          for (const moment of moments) {
            const seq = moment % (run.journal.length + 1);
            expect(told(whole.at(seq), run, whole)).toEqual(told(read(run, seq), run, whole));
          }
        }
      },
    ),
    { numRuns: 25 },
  );
});
