import type { Draft } from "./draft.ts";
import { readyHead } from "./pace.ts";
import { entries, find, first, natural, put, remove, sizeOf } from "./persistent/sortedMap.ts";
import type { Lane, StepPlan } from "./plan.ts";
import { noClaims, type Workspace } from "./runState.ts";
import type { StepState } from "./stepState.ts";

/*
 * Who may begin when not everybody can (R44, T11, T12). A step that has a free worker and an eligible item, but no
 * capacity or not its workspace, stands in `claims` by priority, so that capacity that becomes free finds the first
 * claim without looking at any other step. Claims are brought up to date for the steps that a reduction stirred.
 */

const lanes = ["command", "agent", "other", "free"] as const satisfies readonly Lane[];

/** Priorities: what an interruption took away, then ready tasks by id, then items by arrival (R44). */
const taskPriority = 2 ** 50;
const arrivalPriority = 2 ** 51;

/** How many more executions of this lane may begin. */
export function freeCapacity(draft: Draft, lane: Lane): number {
  const { bounds } = draft.plan;
  const { capacity } = draft.run;
  if (lane === "free") return Number.POSITIVE_INFINITY;
  const total = bounds.maxParallel - capacity.total;
  if (lane === "command") return Math.min(total, bounds.maxParallelCommands - capacity.command);
  if (lane === "agent") return Math.min(total, bounds.maxParallelAgents - capacity.agent);
  return total;
}

export function occupyCapacity(draft: Draft, step: StepPlan, difference: 1 | -1): void {
  const { capacity } = draft.run;
  if (step.lane === "free") return;
  draft.run.capacity = {
    total: capacity.total + difference,
    command: capacity.command + (step.lane === "command" ? difference : 0),
    agent: capacity.agent + (step.lane === "agent" ? difference : 0),
    claims: capacity.claims,
  };
}

export function occupyWorkspace(draft: Draft, step: StepPlan, difference: 1 | -1): void {
  if (step.access === "none") return;
  changeWorkspace(draft, step.workspace, (workspace) =>
    step.access === "read"
      ? { ...workspace, readers: workspace.readers + difference }
      : { ...workspace, writers: workspace.writers + difference },
  );
}

/** Whether an item of this step may begin now, before all others that wait. */
export function mayBegin(draft: Draft, step: StepPlan, item: number): boolean {
  return freeCapacity(draft, step.lane) > 0 && workspaceOpen(draft, step, item) && !isOutranked(draft, step, item);
}

/** The step whose claim comes first among those that could begin now. */
export function firstClaim(draft: Draft): StepPlan | undefined {
  updateClaims(draft);
  if (draft.run.capacity.claims === noClaims) return undefined;
  let best: { priority: number; step: StepPlan } | undefined;
  for (const lane of lanes) {
    if (freeCapacity(draft, lane) <= 0) continue;
    for (const [priority, index] of entries(draft.run.capacity.claims[lane])) {
      if (best !== undefined && best.priority < priority) break;
      const step = draft.stepAt(index);
      const claim = draft.peek(step).claim;
      if (claim === null || !workspaceOpen(draft, step, claim.item)) continue;
      best = { priority, step };
      break;
    }
  }
  return best?.step;
}

/** Whether a ready task waits, so that free capacity is looked at in the order of task ids first. */
export function taskClaims(draft: Draft): boolean {
  updateClaims(draft);
  if (draft.run.capacity.claims === noClaims) return false;
  return lanes.some((lane) => {
    const claim = first(draft.run.capacity.claims[lane]);
    return claim !== undefined && claim.key < arrivalPriority;
  });
}

/** Claims that are older, could begin now and would use up what is free (R44). */
function isOutranked(draft: Draft, step: StepPlan, item: number): boolean {
  if (step.lane === "free") return false;
  const { claims } = draft.run.capacity;
  // Nobody waited, and of the step itself no claim counts: none is made only to be taken back by its dispatch.
  if (claims === noClaims && (draft.stirred.size === 0 || draft.stirred.holdsOnly(step.index))) return false;
  updateClaims(draft);
  if (draft.run.capacity.claims === noClaims) return false;
  const mine = priorityOf(step, draft.peek(step), item);
  let left = freeCapacity(draft, step.lane);
  for (const lane of lanes) {
    if (lane === "free" || freeCapacity(draft, lane) <= 0) continue;
    for (const [priority, index] of entries(draft.run.capacity.claims[lane])) {
      if (priority >= mine) break;
      const other = draft.stepAt(index);
      const claim = draft.peek(other).claim;
      if (other === step || claim === null || !workspaceOpen(draft, other, claim.item)) continue;
      left--;
      if (left <= 0) return true;
    }
  }
  return false;
}

/** Brings the claims of stirred steps up to date. */
export function updateClaims(draft: Draft): void {
  if (draft.stirred.size === 0) return;
  for (const index of draft.stirred) updateClaim(draft, draft.stepAt(index));
  draft.stirred.clear();
}

function updateClaim(draft: Draft, step: StepPlan): void {
  const state = draft.peek(step);
  const head = hasFreeWorker(step, state) ? readyHead(state) : undefined;
  const claim = head === undefined ? null : { priority: priorityOf(step, state, head.number), item: head.number };
  const old = state.claim;
  if (old?.priority === claim?.priority && old?.item === claim?.item) return;
  if (old !== null) changeClaim(draft, step, old.item, old.priority, undefined);
  if (claim !== null) changeClaim(draft, step, claim.item, claim.priority, step.index);
  draft.touch(step).claim = claim;
}

function changeClaim(draft: Draft, step: StepPlan, item: number, priority: number, index: number | undefined): void {
  const { capacity } = draft.run;
  const claims = capacity.claims[step.lane];
  const changed = index === undefined ? remove(claims, priority, natural) : put(claims, priority, index, natural);
  const all = { ...capacity.claims, [step.lane]: changed };
  // One value for "nobody waits", so that the common case is seen without looking at each lane.
  const none = lanes.every((lane) => all[lane] === undefined);
  draft.run.capacity = { ...capacity, claims: none ? noClaims : all };
  const { access } = step;
  if (access === "none") return;
  changeWorkspace(draft, step.workspace, (workspace) => ({
    ...workspace,
    waiting:
      index === undefined
        ? remove(workspace.waiting, item, natural)
        : put(workspace.waiting, item, { step: index, access }, natural),
  }));
}

export function priorityOf(step: StepPlan, state: Readonly<StepState>, item: number): number {
  if (state.queue.interrupted?.front.value.number === item) return item;
  return step.task === undefined ? arrivalPriority + item : taskPriority + step.task.rank;
}

/**
 * Any number of readers or one writer (T12). Whoever waits for the workspace keeps its turn against what arrived
 * later, unless its lane is full, which holds nobody else back (T11).
 */
function workspaceOpen(draft: Draft, step: StepPlan, item: number): boolean {
  if (step.access === "none") return true;
  const workspace = find(draft.run.workspaces, step.workspace, natural);
  if (workspace === undefined) return true;
  if (workspace.writers > 0 || (step.access === "write" && workspace.readers > 0)) return false;
  for (const [number, waiting] of entries(workspace.waiting)) {
    if (number >= item) break;
    if (waiting.access === "read" && step.access === "read") continue;
    if (freeCapacity(draft, draft.stepAt(waiting.step).lane) > 0) return false;
  }
  return true;
}

const noWorkspace: Workspace = { readers: 0, writers: 0, waiting: undefined };

function changeWorkspace(draft: Draft, name: string, change: (workspace: Workspace) => Workspace): void {
  const changed = change(find(draft.run.workspaces, name, natural) ?? noWorkspace);
  const unused = changed.readers === 0 && changed.writers === 0 && sizeOf(changed.waiting) === 0;
  draft.run.workspaces = unused
    ? remove(draft.run.workspaces, name, natural)
    : put(draft.run.workspaces, name, changed, natural);
}

export function hasFreeWorker(step: StepPlan, state: Readonly<StepState>): boolean {
  return freeWorker(step, state) !== undefined;
}

/** The lowest free slot (R11). */
export function freeWorker(step: StepPlan, state: Readonly<StepState>): number | undefined {
  for (let worker = 0; worker < step.workers; worker++) if (!state.workers[worker]) return worker;
  return undefined;
}
