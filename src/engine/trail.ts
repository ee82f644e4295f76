import type { StepId } from "../workflow/workflow.ts";
import { entries, find, natural, put, type SortedMap, sizeOf } from "./persistent/sortedMap.ts";

/**
 * What a work item remembers of its own line (R69): for each step, where the result of the nearest ancestor
 * execution of that step stands. The state holds these references, the journal the values. Shared between items,
 * so that a long line costs nothing per dispatch; ask it with `lookUp`.
 */
export type Trail = SortedMap<StepId, TrailEntry>;

export interface TrailEntry {
  /** Of the tick that holds what it handed on: `execution-finished`, or the `recovery-decided` that settled it. */
  readonly seq: number;
  /** From 1. */
  readonly attempt: number;
  /** How many executions of the step lie on this line (R73). */
  readonly count: number;
}

export function lookUp(trail: Trail, step: StepId): TrailEntry | undefined {
  return find(trail, step, natural);
}

/** The trail of what `step` hands on in the tick `seq`. */
export function extendTrail(trail: Trail, step: StepId, seq: number, attempt: number): Trail {
  const count = (lookUp(trail, step)?.count ?? 0) + 1;
  return put(trail, step, { seq, attempt, count }, natural);
}

/** The trail of a join: of two references to one step the later one wins. */
export function mergeTrails(a: Trail, b: Trail): Trail {
  if (a === b || b === undefined) return a;
  if (a === undefined) return b;
  const [base, added] = sizeOf(a) >= sizeOf(b) ? [a, b] : [b, a];
  return withLater(base, added);
}

/** Branch by branch, because a large batch merges the trail of each member. */
function withLater(trail: Trail, added: Trail): Trail {
  if (added === undefined) return trail;
  let merged = withLater(trail, added.left);
  const held = lookUp(merged, added.key);
  if (held === undefined || added.value.seq > held.seq) merged = put(merged, added.key, added.value, natural);
  return withLater(merged, added.right);
}

/** Step → `seq`, for people and tests. */
export function trailRecord(trail: Trail): Readonly<Record<StepId, TrailEntry>> {
  return Object.fromEntries(entries(trail));
}
