import type { RunningRecord } from "./host/hostMessages.ts";
import { belongsTo, endTree, groupMembers, markedBy, treeIsEmpty } from "./host/processTree.ts";
import type { EndedRecord } from "./ledger.ts";
import { startTimeOf } from "./processIdentity.ts";

/** `forgot`: it lives, but neither has the attempt nor wrote an exit of it. */
export type HostFate = "killed" | "forgot";

/** What becomes of an attempt that its host, or the whole machine, left behind: its command is ended first. */
export async function lossOf(
  key: string,
  running: RunningRecord,
  boot: string,
  fate: HostFate,
): Promise<Extract<EndedRecord, { end: "lost" | "uncertain" }>> {
  if (running.boot !== boot) return { end: "lost", cause: "The machine was restarted while the command ran." };
  const what =
    fate === "killed"
      ? "The attempt host was killed while the command ran."
      : "The attempt host has no record of how the command ended.";
  const cause = `${what} What was left of the command was stopped.`;
  const left = await endOrphans(key, running);
  if (left === undefined) return { end: "lost", cause };
  return { end: "uncertain", cause, ...(left.group !== undefined && { group: left.group }) };
}

/**
 * Ends what a dead host left running of an attempt: nobody reads its output or its exit any more, and it must not work
 * on in the workspace beside its successor. Answers what could not be ended, `undefined` when nothing is left.
 */
async function endOrphans(key: string, record: RunningRecord): Promise<{ readonly group?: number } | undefined> {
  const group = record.pid ?? groupByMarker(key);
  if (group === undefined || treeIsEmpty({ group })) return endStrays(key);
  const isOurs =
    (record.startTime !== undefined && startTimeOf(group) === record.startTime) ||
    groupMembers(group).some((pid) => belongsTo(pid, key));
  if (isOurs) return (await endTree({ group, key })) ? undefined : { group };
  // A pid that is used again is not ours to end. If it were the rest of ours, nobody could tell.
  return (await endStrays(key)) ?? (startTimeOf(group) === null ? { group } : undefined);
}

/** What left the group of its command. */
async function endStrays(key: string): Promise<Record<string, never> | undefined> {
  return (await endTree({ key })) ? undefined : {};
}

/** Linux: the group of an attempt whose host died before it wrote the pid. */
function groupByMarker(key: string): number | undefined {
  return markedBy(key).find((pid) => groupMembers(pid).includes(pid));
}
