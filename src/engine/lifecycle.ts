import type { Draft } from "./draft.ts";

/**
 * What the lifecycle is follows from the rest of the state: uncertain attempts come before a cancel, which comes
 * before a pause. Each change gets its line.
 */
export function settleLifecycle(draft: Draft): void {
  const { lifecycle, tally, cancel, paused } = draft.run;
  if (lifecycle === "planned" || lifecycle === "completed") return;
  if (tally.uncertain > 0) draft.moveTo("needs-recovery");
  else if (cancel !== null) draft.moveTo("cancelling");
  else if (paused) draft.moveTo("paused");
  else draft.moveTo("running");
}
