import type { CanvasLive } from "../editor/canvas/live.ts";
import { localId, pathIn } from "../workflow/subWorkflows.ts";
import type { Wire } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { HistoryAt } from "./historyAt.ts";

/**
 * By wire, how many events went over it; `undefined` while the journal has not been read. The table of the canvas
 * `before` goes along: of a thousand wires, copied for each of the few that changed, most of the work would be copies.
 * `senders`: the paths of the only steps that may have sent something since `before`.
 */
export function passedWires(
  history: HistoryAt,
  wires: readonly Wire[],
  before: CanvasLive["passed"],
  scope: string,
  senders?: Iterable<StepId>,
): Pick<CanvasLive, "passed" | "passedAnew"> {
  if (history.seq === 0) return before === undefined ? {} : { passed: before };
  const passed: Record<string, number> = before ?? {};
  const passedAnew: string[] = [];
  for (const { id, kind, from, type } of senders ? wiresFrom(senders, wires) : wires) {
    const count = kind === "event" ? history.emitted(pathIn(scope, from), type ?? "") : 0;
    if (count === (passed[id] ?? 0)) continue;
    if (count > 0) passed[id] = count;
    else delete passed[id];
    passedAnew.push(id);
  }
  return { passed, ...(passedAnew.length > 0 && { passedAnew }) };
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
