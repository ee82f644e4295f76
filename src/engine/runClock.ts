import type { Draft } from "./draft.ts";
import { endRun, stopClock } from "./ending.ts";

/*
 * The run timeout counts alive time (R42): a pause does not count, nor waiting for people with nothing else to do,
 * nor the time in which nobody drove the run. While the clock runs, its deadline stands among the others; while it
 * stands still, the state keeps what is left.
 */

/** Starts or stops the clock after what the tick changed. `timer run` is said at each start (R58). */
export function keepClock(draft: Draft): void {
  const { clock } = draft.run;
  const alive = isAlive(draft);
  if (!alive) stopClock(draft);
  else if (clock.kind === "stopped") startClock(draft, clock.leftMs);
}

/** The time between the last tick and a new session does not count (R42). Armed again without a line (R58). */
export function skipLostTime(draft: Draft, lastTickAt: number): void {
  const { clock } = draft.run;
  if (clock.kind !== "running") return;
  draft.disarm(clock.deadline);
  startClock(draft, Math.max(0, clock.deadline.at - lastTickAt));
  draft.flushTimers({ silent: true });
}

/** The `run-timed-out` tick: one that the clock does not know any more means nothing. */
export function timeOut(draft: Draft): void {
  const { clock } = draft.run;
  if (clock.kind !== "running" || clock.deadline.at > draft.at) return draft.ignore();
  const { timeoutMs } = draft.plan.bounds;
  endRun(draft, {
    outcome: "timeout",
    reason: `The run reached its time limit of ${timeoutMs} ms${describeWork(draft)}.`,
  });
}

function startClock(draft: Draft, leftMs: number): void {
  const deadline = draft.arm("run", { kind: "run", at: draft.at + leftMs });
  draft.run.clock = { kind: "running", deadline };
}

function isAlive(draft: Draft): boolean {
  const { lifecycle, tally, paused, cancel, ending } = draft.run;
  if (lifecycle === "planned" || paused || cancel !== null || ending !== null) return false;
  const busy = tally.queued + tally.delayed + tally.running - tally.hosting + tally.sleeping > 0;
  const waitsForPeople = tally.openWaiters + tally.parked + tally.uncertain > 0;
  return busy || !waitsForPeople;
}

/** Names running, queued, delayed and waiting steps (R42). */
function describeWork(draft: Draft): string {
  const names = (what: string, ids: readonly string[]) => (ids.length === 0 ? [] : [`${what} ${ids.join(", ")}`]);
  const those = (holds: (step: ReturnType<Draft["peek"]>) => boolean) =>
    draft.plan.steps.filter((step) => holds(draft.peek(step))).map(({ id }) => id);
  const parts = [
    ...names(
      "running",
      those(({ workers }) => workers.length > 0),
    ),
    ...names(
      "queued",
      those(({ queue }) => Boolean(queue.interrupted ?? queue.retried ?? queue.arrived)),
    ),
    ...names(
      "delayed",
      those(({ delayed }) => delayed !== undefined),
    ),
    ...names(
      "waiting",
      those(({ suspended }) => suspended !== undefined),
    ),
  ];
  return parts.length === 0 ? "" : `; ${parts.join("; ")}`;
}
