import { withChanges } from "../editor/canvas/changedKeys.ts";
import type { CanvasLive } from "../editor/canvas/live.ts";
import { localId, pathIn } from "../workflow/subWorkflows.ts";
import type { Wire } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { HistoryAt } from "./historyAt.ts";

/**
 * By wire, how many events went over it; `undefined` while the journal has not been read. `senders`: the paths of the
 * only steps that may have sent something since `before`.
 */
export function passedWires(
  history: HistoryAt,
  wires: readonly Wire[],
  before: CanvasLive["passed"],
  scope: string,
  senders?: Iterable<StepId>,
): CanvasLive["passed"] {
  if (history.seq === 0) return before;
  const known = before ?? {};
  const changes: Record<string, number | null> = {};
  for (const { id, kind, from, type } of senders ? wiresFrom(senders, wires) : wires) {
    const count = kind === "event" ? history.emitted(pathIn(scope, from), type ?? "") : 0;
    if (count !== (known[id] ?? 0)) changes[id] = count > 0 ? count : null;
  }
  return withChanges(known, changes);
}

function wiresFrom(senders: Iterable<StepId>, wires: readonly Wire[]): readonly Wire[] {
  const leaving = leavingOf(wires);
  return [...senders].flatMap((path) => leaving.get(localId(path)) ?? []);
}

const knownLeaving = new WeakMap<readonly Wire[], ReadonlyMap<StepId, readonly Wire[]>>();

/** The wires by the step that they leave. */
function leavingOf(wires: readonly Wire[]): ReadonlyMap<StepId, readonly Wire[]> {
  const known = knownLeaving.get(wires);
  if (known !== undefined) return known;
  const leaving = new Map<StepId, Wire[]>();
  for (const wire of wires) {
    const same = leaving.get(wire.from);
    if (same === undefined) leaving.set(wire.from, [wire]);
    else same.push(wire);
  }
  knownLeaving.set(wires, leaving);
  return leaving;
}
