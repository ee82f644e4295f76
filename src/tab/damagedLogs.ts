import { type Plan, planWorkflow } from "../engine/plan.ts";
import { replay } from "../engine/replay.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { importedSummary } from "../transfer/runSummary.ts";

/**
 * A damaged log that is looked at up to its last good tick. It lives in this tab's memory only: nothing of it is
 * stored, listed or continued.
 */
export interface DamagedLog {
  readonly id: string;
  readonly plan: Plan;
  readonly digest: string;
  readonly state: RunState;
  readonly ticks: readonly Tick[];
  readonly summary: RunSummary;
  /** Bytes of the large values that its ticks name, by digest. */
  readonly values: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

export function openDamagedLog(
  header: RunLogHeader,
  content: Pick<DamagedLog, "ticks" | "values">,
  message: string,
): DamagedLog {
  const { ticks, values } = content;
  const id = `damaged-${crypto.randomUUID()}`;
  const plan = planWorkflow(header.workflow);
  const state = replay(plan, initialState(plan), ticks);
  const summary = {
    ...importedSummary(plan, { id, createdAt: header.createdAt, number: 1 }, state, ticks.at(-1)),
    line: message,
  };
  return { id, plan, digest: header.digest, state, ticks, summary, values };
}
