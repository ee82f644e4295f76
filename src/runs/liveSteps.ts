import type { BatchProgress, CanvasLive, StepLive, Waiting } from "../editor/canvas/live.ts";
import type { BatchView, StateView, StepView } from "../engine/view.ts";
import type { Hold } from "../protocol/engineApi.ts";
import { localId, pathIn, scopeOf } from "../workflow/subWorkflows.ts";
import type { Wire } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import { type Attempt, tookMs } from "./attempt.ts";
import type { HistoryAt } from "./historyAt.ts";
import { joinWaitOf } from "./joinWait.ts";
import { waitsForYou } from "./needsYou.ts";
import type { ShownRun } from "./runFeed.ts";

/*
 * What the canvas draws of a run, from the engine's view, what holds it up, and the history of its attempts.
 * A step of which nothing changed keeps its object: its card is not drawn again.
 */

/** Why a step waits although its state is *not running* or *preparing*; what needs a person comes first. */
export function waitingFor(step: StepView, holds: readonly Hold[]): Waiting | null {
  if (step.uncertain.length > 0) return { for: "decision" };
  const [waiter] = step.waiters;
  if (waitsForYou(step)) {
    const until = earliest(step.waiters.map(({ deadlineAt }) => deadlineAt));
    return { for: "you", ...(until !== undefined && { until }) };
  }
  if (step.parkedCount !== undefined) return { for: "you", what: `${step.parkedCount} parked` };
  const executions = new Set(step.workers.map(({ execution }) => execution));
  const hold = holds.find((hold) => "execution" in hold && executions.has(hold.execution));
  if (hold?.kind === "runner-unreachable") return { for: "runner", until: hold.nextTryAt };
  if (hold?.kind === "workspace") return { for: "workspace", ...(hold.heldBy !== undefined && { what: hold.heldBy }) };
  if (step.status === "running") return null;
  if (step.delayed > 0) return { for: "retry", ...(step.nextRetryAt !== null && { until: step.nextRetryAt }) };
  if (step.pacedUntil !== undefined) return { for: "pace", until: step.pacedUntil };
  if (waiter === undefined) return null;
  const until = earliest(step.waiters.map(({ deadlineAt }) => deadlineAt));
  const time = until !== undefined && { until };
  return waiter.type === "delay" ? { for: "time", ...time } : { for: "event", what: waiter.type, ...time };
}

/** The next canvas; `before` when nothing of it changed. */
export function canvasLive(
  before: CanvasLive,
  run: Pick<ShownRun, "view" | "holds" | "summary">,
  history: HistoryAt,
  wires: readonly Wire[],
  inputLine: string | undefined,
  title: (step: StepId) => string = (step) => step,
  /** Only steps of this workflow are drawn, by their ids in it (R79). */
  scope = "",
  /** Why a task did not run, when that is decided. */
  whyNot: (path: StepId) => readonly string[] | null = () => null,
): CanvasLive {
  const batches = progressOf(run.view.openBatches ?? []);
  const inner = waitingInside(run.view.steps);
  // Else a step can look different although nothing of itself changed.
  const calm = batches.size === 0 && inner.size === 0 && run.holds.length === 0;
  const steps: Record<StepId, StepLive> = {};
  let changed = false;
  for (const [path, view] of Object.entries(run.view.steps)) {
    if (scopeOf(path) !== scope) continue;
    const id = localId(path);
    const old = Object.hasOwn(before.steps, id) ? before.steps[id] : undefined;
    if (old !== undefined && calm && isAsMade(old, view, history.lastDone(path))) {
      steps[id] = old;
      continue;
    }
    const made = stepLive(path, view, run.holds, history, {
      view: run.view,
      batch: batches.get(path),
      title,
      whyNot,
    });
    const waits = inner.get(path);
    const next = waits === undefined ? made : { ...made, waitingFor: waits };
    if (next !== made) madeOf.set(next, { view, last: history.lastDone(path) });
    const same = old !== undefined && sameLive(old, next, view);
    steps[id] = same ? old : next;
    if (!same) changed = true;
  }
  if (Object.keys(before.steps).length !== Object.keys(steps).length) changed = true;
  const startedAt = run.view.lifecycle === "planned" ? null : run.summary.createdAt;
  const passed = passedWires(history, wires, before.passed, scope);
  if (!changed && startedAt === before.startedAt && passed === before.passed && inputLine === before.inputLine)
    return before;
  return {
    steps,
    startedAt,
    ...(inputLine !== undefined && { inputLine }),
    ...(passed !== undefined && { passed }),
  };
}

/** What a workflow inside waits for is shown at the steps around it, too: a decision before an answer. */
function waitingInside(steps: StateView["steps"]): ReadonlyMap<StepId, Waiting> {
  const waiting = new Map<StepId, Waiting>();
  for (const [path, step] of Object.entries(steps)) {
    if (!path.includes("/")) continue;
    const what: Waiting | null =
      step.uncertain.length > 0
        ? { for: "decision" }
        : waitsForYou(step) || step.parkedCount !== undefined
          ? { for: "you" }
          : null;
    if (what === null) continue;
    for (let at = scopeOf(path); at !== ""; at = scopeOf(at)) {
      if (waiting.get(at)?.for !== "decision") waiting.set(at, what);
    }
  }
  return waiting;
}

const decided: ReadonlySet<string> = new Set(["skipped", "blocked", "cancellation"]);

/** Of which view and which attempt a live step was made; both are replaced when they change, so identity tells. */
const madeOf = new WeakMap<StepLive, { readonly view: StepView; readonly last: Attempt | undefined }>();

/** Whether making it again would make the same, in a run in which nothing but the step itself says how it looks. */
function isAsMade(old: StepLive, view: StepView, last: Attempt | undefined): boolean {
  const made = madeOf.get(old);
  return (
    made?.view === view &&
    made.last === last &&
    view.workers.length === 0 &&
    old.waitingFor === null &&
    old.batch === undefined &&
    old.joinWait === undefined &&
    !decided.has(view.task ?? "")
  );
}

function stepLive(
  id: StepId,
  view: StepView,
  holds: readonly Hold[],
  history: HistoryAt,
  run: {
    readonly view: StateView;
    readonly batch: BatchProgress | undefined;
    readonly title: (step: StepId) => string;
    readonly whyNot: (path: StepId) => readonly string[] | null;
  },
): StepLive {
  const joinWait = joinWaitOf(id, run.view, run.title);
  const batch = run.batch ?? eachProgress(view);
  const runningSince = earliest(view.workers.map(({ execution }) => history.attempt(execution)?.dispatchedAt));
  const last = history.lastDone(id);
  const lastMs = last && tookMs(last);
  const whyNot = decided.has(view.task ?? "") ? run.whyNot(id) : null;
  const live: StepLive = {
    ...view,
    waitingFor: waitingFor(view, holds),
    ...(batch !== undefined && { batch }),
    ...(joinWait !== null && { joinWait }),
    ...(whyNot !== null && { whyNot }),
    ...(runningSince !== undefined && { runningSince }),
    ...(lastMs !== undefined && { lastMs }),
  };
  madeOf.set(live, { view, last });
  return live;
}

function sameLive(old: StepLive, next: StepLive, view: StepView): boolean {
  return (
    madeOf.get(old)?.view === view &&
    old.runningSince === next.runningSince &&
    old.lastMs === next.lastMs &&
    old.waitingFor?.for === next.waitingFor?.for &&
    old.waitingFor?.until === next.waitingFor?.until &&
    old.waitingFor?.what === next.waitingFor?.what &&
    old.whyNot?.join("\n") === next.whyNot?.join("\n") &&
    old.batch?.done === next.batch?.done &&
    old.batch?.members === next.batch?.members &&
    old.batch?.moreLists === next.batch?.moreLists &&
    old.joinWait?.short === next.joinWait?.short &&
    old.joinWait?.long.join("\n") === next.joinWait?.long.join("\n")
  );
}

/** The elements of a `forEach` while some of them are under way (R72): those of the oldest list that is. */
function eachProgress({ each }: StepView): BatchProgress | undefined {
  const unfinished = each?.lists?.filter(({ done, total }) => done < total);
  const [current] = unfinished ?? [];
  if (each === undefined || current === undefined) return undefined;
  const moreLists = (each.listCount ?? 1) - 1;
  return { done: current.done, members: current.total, batches: 1, ...(moreLists > 0 && { moreLists }) };
}

/** By step: the batches that it opened, and those that it gathers. */
function progressOf(batches: readonly BatchView[]): ReadonlyMap<StepId, BatchProgress> {
  const progress = new Map<StepId, BatchProgress>();
  const add = (step: StepId, done: number, members: number): void => {
    const before = progress.get(step) ?? { done: 0, members: 0, batches: 0 };
    progress.set(step, {
      done: before.done + done,
      members: before.members + members,
      batches: before.batches + 1,
    });
  };
  for (const { step, done, members, joins } of batches) {
    add(step, done, members);
    for (const join of joins) if (!join.fired) add(join.step, Math.min(join.has, members), join.take ?? members);
  }
  return progress;
}

/** How many events went over each wire; `undefined` while the journal has not been read. */
function passedWires(
  history: HistoryAt,
  wires: readonly Wire[],
  before: CanvasLive["passed"],
  scope: string,
): CanvasLive["passed"] {
  if (history.seq === 0) return before;
  const passed: Record<string, number> = {};
  for (const wire of wires) {
    const count = wire.kind === "event" ? history.emitted(pathIn(scope, wire.from), wire.type ?? "") : 0;
    if (count > 0) passed[wire.id] = count;
  }
  const keys = Object.keys(passed);
  const same =
    before !== undefined &&
    keys.length === Object.keys(before).length &&
    keys.every((key) => before[key] === passed[key]);
  return same ? before : passed;
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
