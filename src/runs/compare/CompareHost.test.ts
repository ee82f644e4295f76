import { expect, test } from "vitest";
import { TimeTravel } from "../../engine/TimeTravel.ts";
import { PlayedRun } from "../../engine/testing/playedRun.ts";
import { workflowOf } from "../../engine/testing/workflowOf.ts";
import type { Tick } from "../../engine/tick.ts";
import type { Json } from "../../workflow/json.ts";
import { RunHistory } from "../runHistory.ts";
import { CompareHost } from "./CompareHost.ts";
import type { Compared, FromCompare } from "./compareMessages.ts";
import { RunDigest } from "./RunDigest.ts";

const workflow = workflowOf({ work: { accepts: ["Start", "Again"], emits: { done: "Again", stop: "Done" } } });

/** `work` goes round so often; the last round hands on `last`. */
function play(rounds: number, last: Json): PlayedRun {
  const run = new PlayedRun(workflow);
  run.start({});
  for (let round = 1; round <= rounds; round++) {
    const data = round === rounds ? last : { round, text: "x".repeat(100) };
    run.now += 10;
    run.finish(run.on("work"), [{ kind: "return", value: { type: "Again", data } }]);
  }
  return run;
}

/** The journal of a run that goes round so often, written down as it would be. */
function longJournal(rounds: number): readonly Tick[] {
  const value = { type: "Again" };
  return Array.from({ length: rounds + 1 }, (_, round): Tick => {
    const place = { seq: round + 1, at: 10 * round };
    return round === 0
      ? { ...place, kind: "run-started", input: {} }
      : { ...place, kind: "execution-finished", execution: `x${round}`, results: [{ kind: "return", value }] };
  });
}

function compare(...runs: readonly [Pick<PlayedRun, "journal">, Pick<PlayedRun, "journal">]): Compared {
  const heard: FromCompare[] = [];
  // What it answers has to cross from the worker.
  const host = new CompareHost((message) => heard.push(structuredClone(message)));
  const [a, b] = runs.map((_, index) => ({ id: `r${index}`, workflow, digest: "d" }));
  if (a === undefined || b === undefined) throw new Error("there are two");
  host.hear({ kind: "begin", runs: [a, b] });
  for (const side of [0, 1] as const)
    for (let at = 0; at < runs[side].journal.length; at += 70)
      host.hear({ kind: "ticks", side, ticks: runs[side].journal.slice(at, at + 70) });
  host.hear({ kind: "compare" });
  const last = heard.at(-1);
  if (last?.kind !== "compared") throw new Error("it has not compared");
  return last;
}

test("journals that are told in pieces are compared, and what is drawn of them crosses without their values", () => {
  const compared = compare(play(150, "a"), play(150, "b"));
  expect(compared.comparison.first).toEqual({ what: "result", step: "work", left: 151, right: 151 });
  expect(compared.rows).toMatchObject([{ step: "work", left: { attempts: 151, outputs: 150, unlike: [151] } }]);
  expect(compared.sides[0]).toMatchObject({ seq: 151, emitted: { "work Again": 150, "Start Start": 1 } });
  expect(JSON.stringify(compared)).not.toContain("xxx");
});

test("a long run has as many bars as can be told apart", () => {
  const { sides } = compare({ journal: [...longJournal(4_500)] }, play(3, "a"));
  const bars = sides[0].timeline.flatMap(({ lanes }) => lanes).reduce((sum, lane) => sum + lane.length, 0);
  expect(bars).toBeLessThan(4_000);
  expect(bars).toBeGreaterThan(200);
  expect(sides[1].timeline.flatMap(({ lanes }) => lanes).flat().length).toBeGreaterThan(2);
});

test("what a fork copied stands right before it, on the axis and in the times of its steps", () => {
  const run = play(2, "a");
  run.now += 90_000;
  run.post({ kind: "run-forked", of: { run: "r0", number: 1, seq: 3 }, epoch: 1, owner: "test", anew: [] });
  run.now += 5;
  run.post({ kind: "resume-requested" });
  run.finish(run.on("work"), [{ kind: "return", value: null }]);
  const { sides, rows } = compare(run, play(2, "b"));
  const bars = sides[0].timeline.flatMap(({ lanes }) => lanes.flat());
  expect(Math.max(...bars.map(({ to }) => to)) - Math.min(...bars.map(({ from }) => from))).toBeLessThan(100);
  expect(rows[0]?.left.tookMs).toBe(20);
});

test("the attempts of an outline are those of the whole history, without values", () => {
  const run = play(20, "a");
  const travel = new TimeTravel(run.plan);
  const whole = new RunHistory();
  const digest = new RunDigest({ id: "r", workflow, digest: "d" });
  for (const tick of run.journal) {
    whole.add(tick, travel.add(tick).effects);
    digest.add(tick);
  }
  const bare = (history: RunHistory) =>
    history.attemptsOf("work").map(({ context: _, output: _output, data: _data, event, ...rest }) => ({
      ...rest,
      ...(event && { event: event.type }),
    }));
  expect(bare(digest.history)).toEqual(bare(whole));
  expect(digest.history.entries).toEqual([]);
});
