import type { BatchProgress, StepLive, Waiting } from "../editor/canvas/live.ts";
import type { StepView } from "../engine/view.ts";
import type { StepId } from "../workflow/workflow.ts";
import { type Attempt, tookMs } from "./attempt.ts";
import { earliest } from "./earliest.ts";
import type { HistoryAt } from "./historyAt.ts";
import { joinWaitOf } from "./joinWait.ts";
import type { ShownRun } from "./runFeed.ts";
import { waitingFor } from "./waitingFor.ts";

/*
 * What the canvas draws of one step. A step of which nothing changed keeps its object: its card is not written again.
 */

/** What all steps of a canvas are made of. */
export interface CanvasSource {
  readonly run: Pick<ShownRun, "view" | "holds">;
  readonly history: HistoryAt;
  readonly title: (step: StepId) => string;
  /** Why a task did not run, when that is decided. */
  readonly whyNot: (path: StepId) => readonly string[] | null;
}

/** What of other steps is shown at one. */
export interface StepSurroundings {
  readonly batch: BatchProgress | undefined;
  /** It gathers what is open. */
  readonly joins: boolean;
  /** What a workflow inside it waits for. */
  readonly inside: Waiting | undefined;
}

/** What a live step was made of; view and attempt are replaced when they change, so identity tells. */
interface MadeOf {
  readonly view: StepView;
  readonly last: Attempt | undefined;
  readonly batch: BatchProgress | undefined;
  readonly inside: Waiting | undefined;
}

const madeOf = new WeakMap<StepLive, MadeOf>();

/** The next live step of a path that the run has; `old` when nothing of it changed. */
export function stepLive(
  path: StepId,
  old: StepLive | undefined,
  { batch, joins, inside }: StepSurroundings,
  source: CanvasSource,
): StepLive {
  const view = source.run.view.steps[path] as StepView;
  const of: MadeOf = { view, last: source.history.lastDone(path), batch: batch ?? eachProgress(view), inside };
  if (old !== undefined && !joins && isAsMade(old, of)) return old;
  const made = makeStep(path, of, source);
  const next = old !== undefined && sameLive(old, made, view) ? old : made;
  madeOf.set(next, of);
  return next;
}

const decided: ReadonlySet<string> = new Set(["skipped", "blocked", "cancellation"]);

/**
 * Whether making it again would make the same. What runs may be held up, and what was decided has its reason in other
 * steps; how a join waits depends on them, too.
 */
function isAsMade(old: StepLive, { view, last, batch, inside }: MadeOf): boolean {
  const made = madeOf.get(old);
  return (
    made?.view === view &&
    made.last === last &&
    made.inside?.for === inside?.for &&
    sameBatch(made.batch, batch) &&
    view.workers.length === 0 &&
    !decided.has(view.task ?? "")
  );
}

function makeStep(
  path: StepId,
  { view, last, batch, inside }: MadeOf,
  { run, history, title, whyNot: reasonOf }: CanvasSource,
): StepLive {
  const joinWait = joinWaitOf(path, run.view, title);
  const runningSince = earliest(view.workers.map(({ execution }) => history.attempt(execution)?.dispatchedAt));
  const lastMs = last && tookMs(last);
  const whyNot = decided.has(view.task ?? "") ? reasonOf(path) : null;
  return {
    ...view,
    waitingFor: inside ?? waitingFor(view, run.holds),
    ...(batch !== undefined && { batch }),
    ...(joinWait !== null && { joinWait }),
    ...(whyNot !== null && { whyNot }),
    ...(runningSince !== undefined && { runningSince }),
    ...(lastMs !== undefined && { lastMs }),
  };
}

function sameBatch(a: BatchProgress | undefined, b: BatchProgress | undefined): boolean {
  return a?.done === b?.done && a?.members === b?.members && a?.batches === b?.batches && a?.moreLists === b?.moreLists;
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
    sameBatch(old.batch, next.batch) &&
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
