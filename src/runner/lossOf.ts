import { readdirSync } from "node:fs";
import type { RunningRecord } from "./host/hostMessages.ts";
import { belongsTo, endGroup, groupIsEmpty, groupMembers } from "./host/processGroup.ts";
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
  const group = await endOrphans(key, running);
  return group === undefined ? { end: "lost", cause } : { end: "uncertain", cause, group };
}

/**
 * Ends what a dead host left running of an attempt: nobody reads its output or its exit any more, and it must not work
 * on in the workspace beside its successor. Answers the group that could not be ended, `undefined` when nothing is left.
 */
async function endOrphans(key: string, record: RunningRecord): Promise<number | undefined> {
  const group = record.pid ?? groupByMarker(key);
  if (group === undefined || groupIsEmpty(group)) return undefined;
  const isOurs =
    (record.startTime !== undefined && startTimeOf(group) === record.startTime) ||
    (process.platform === "linux" && groupMembers(group).some((pid) => belongsTo(pid, key)));
  // A pid that is used again is not ours to end. If it were the rest of ours, nobody could tell.
  if (!isOurs) return startTimeOf(group) === null ? group : undefined;
  return (await endGroup(group)) ? undefined : group;
}

/** Linux: the group of an attempt whose host died before it wrote the pid. */
function groupByMarker(key: string): number | undefined {
  if (process.platform !== "linux") return undefined;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => belongsTo(pid, key) && groupMembers(pid).includes(pid));
}
