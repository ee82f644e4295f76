import { expect, test } from "vitest";
import { planWorkflow } from "../engine/plan.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { createSnapshotPace } from "./snapshotPace.ts";

const small = initialState(planWorkflow({ format: "tickwork/workflow@1", name: "w", steps: {} }));
const tick = { seq: 1, at: 0, kind: "wake-up", item: "i1" } as Tick;

/** How many ticks pass, one a commit, until a snapshot is due; at most `most`. */
function ticksUntilDue(state: RunState, most: number): number {
  const pace = createSnapshotPace(0);
  for (let count = 1; count <= most; count++) if (pace.take([tick], state) !== undefined) return count;
  return Number.POSITIVE_INFINITY;
}

test("a small state is saved every 200 ticks, a completed one at once", () => {
  expect(ticksUntilDue(small, 2_000)).toBe(200);
  expect(ticksUntilDue({ ...small, lifecycle: "completed" }, 10)).toBe(1);
});

test("a state with long queues is saved less often, the first time too", () => {
  const queued = (count: number) => ({ ...small, tally: { ...small.tally, queued: count } });
  expect(ticksUntilDue(queued(500), 20_000)).toBe(625);
  expect(ticksUntilDue(queued(20_000), 20_000)).toBe(Number.POSITIVE_INFINITY);
});

test("once the queues are short again, it is saved as soon as so many ticks have passed", () => {
  const pace = createSnapshotPace(0);
  const long = { ...small, tally: { ...small.tally, queued: 300 } };
  for (let count = 1; count < 375; count++) expect(pace.take([tick], long)).toBeUndefined();
  expect(pace.take([tick], small)).toBeDefined();
});
