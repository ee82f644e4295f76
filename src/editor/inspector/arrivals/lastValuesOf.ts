import type { LastRun } from "../../../protocol/storedRun.ts";
import type { LastValues } from "./arrivals.ts";

/** What each step last handed on. */
export function lastValuesOf(run: LastRun | null): LastValues {
  const entries = Object.entries(run?.steps ?? {});
  return Object.fromEntries(entries.flatMap(([id, { output }]) => (output === undefined ? [] : [[id, output]])));
}
