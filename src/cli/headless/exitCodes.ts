import type { RunOutcome } from "../../engine/notice.ts";
import type { RunState } from "../../engine/runState.ts";

/** Exit codes of `run` and `resume` (`cli.md`). */
const codeOf: Readonly<Record<RunOutcome, number>> = {
  success: 0,
  failure: 1,
  denial: 2,
  blocked: 3,
  timeout: 7,
  cancellation: 130,
};

export const refusedConsent = codeOf.denial;
const needsRecovery = 4;
export const ownedElsewhere = 5;
const paused = 8;

/** Where a run stands that goes no further here; `undefined`: it goes on. */
export function exitCodeOf({ lifecycle, outcome }: RunState): number | undefined {
  if (outcome !== null) return codeOf[outcome];
  if (lifecycle === "needs-recovery") return needsRecovery;
  return lifecycle === "paused" ? paused : undefined;
}
