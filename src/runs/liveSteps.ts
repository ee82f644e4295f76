import type { BatchProgress, CanvasLive, StepLive, Waiting } from "../editor/canvas/live.ts";
import type { BatchView, StateView, StepView } from "../engine/view.ts";
import type { Hold } from "../protocol/runUpdate.ts";
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
  const openBatches = run.view.openBatches ?? [];
  const batches = progressOf(openBatches);
  const joins = waitingJoins(openBatches);
  const inner = waitingInside(run.view.steps);
  // Those that changed are put into a copy; a thousand that did not are only looked at.
  let steps: Record<StepId, StepLive> | undefined;
  let drawn = 0;
  for (const path of Object.keys(run.view.steps)) {
    if (path.includes("/") ? scopeOf(path) !== scope : scope !== "") continue;
    drawn++;
    const view = run.view.steps[path] as StepView;
    const id = localId(path);
    const old = Object.hasOwn(before.steps, id) ? before.steps[id] : undefined;
    const of: MadeOf = {
      view,
      last: history.lastDone(path),
      batch: batches.get(path) ?? eachProgress(view),
      inside: inner.get(path),
    };
    if (old !== undefined && !joins.has(path) && isAsMade(old, of)) continue;
    const next = stepLive(path, of, run, history, title, whyNot);
    if (old !== undefined && sameLive(old, next, view)) {
      madeOf.set(old, of);
      continue;
    }
    steps ??= { ...before.steps };
    steps[id] = next;
  }
  if (drawn !== Object.keys(steps ?? before.steps).length) steps = onlyDrawn(steps ?? before.steps, run.view, scope);
  const startedAt = run.view.lifecycle === "planned" ? null : run.summary.createdAt;
  const passed = passedWires(history, wires, before.passed, scope);
  const isSame =
    steps === undefined && startedAt === before.startedAt && passed === before.passed && inputLine === before.inputLine;
  if (isSame) return before;
  return {
    steps: steps ?? before.steps,
    startedAt,
    ...(inputLine !== undefined && { inputLine }),
    ...(passed !== undefined && { passed }),
  };
}

/** Without steps that the run does not have. */
function onlyDrawn(steps: CanvasLive["steps"], view: StateView, scope: string): Record<StepId, StepLive> {
  return Object.fromEntries(Object.entries(steps).filter(([id]) => Object.hasOwn(view.steps, pathIn(scope, id))));
}

/** What a workflow inside waits for is shown at the steps around it, too: a decision before an answer. */
function waitingInside(steps: StateView["steps"]): ReadonlyMap<StepId, Waiting> {
  const waiting = new Map<StepId, Waiting>();
  for (const path of Object.keys(steps)) {
    const step = steps[path];
    if (!path.includes("/") || step === undefined) continue;
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

/** What a live step was made of; view and attempt are replaced when they change, so identity tells. */
interface MadeOf {
  readonly view: StepView;
  readonly last: Attempt | undefined;
  readonly batch: BatchProgress | undefined;
  /** What a workflow inside the step waits for. */
  readonly inside: Waiting | undefined;
}

const madeOf = new WeakMap<StepLive, MadeOf>();

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

function stepLive(
  id: StepId,
  of: MadeOf,
  { view: run, holds }: Pick<ShownRun, "view" | "holds">,
  history: HistoryAt,
  title: (step: StepId) => string,
  reasonOf: (path: StepId) => readonly string[] | null,
): StepLive {
  const { view, last, batch, inside } = of;
  const joinWait = joinWaitOf(id, run, title);
  const runningSince = earliest(view.workers.map(({ execution }) => history.attempt(execution)?.dispatchedAt));
  const lastMs = last && tookMs(last);
  const whyNot = decided.has(view.task ?? "") ? reasonOf(id) : null;
  const live: StepLive = {
    ...view,
    waitingFor: inside ?? waitingFor(view, holds),
    ...(batch !== undefined && { batch }),
    ...(joinWait !== null && { joinWait }),
    ...(whyNot !== null && { whyNot }),
    ...(runningSince !== undefined && { runningSince }),
    ...(lastMs !== undefined && { lastMs }),
  };
  madeOf.set(live, of);
  return live;
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

/** The joins that have not begun with what is open: they say where its members are. */
function waitingJoins(batches: readonly BatchView[]): ReadonlySet<StepId> {
  return new Set(batches.flatMap(({ joins }) => joins.flatMap(({ step, fired }) => (fired ? [] : [step]))));
}

/** How many events went over each wire; `undefined` while the journal has not been read. */
function passedWires(
  history: HistoryAt,
  wires: readonly Wire[],
  before: CanvasLive["passed"],
  scope: string,
): CanvasLive["passed"] {
  if (history.seq === 0) return before;
  let passed: Record<string, number> | undefined;
  for (const { id, kind, from, type } of wires) {
    const count = kind === "event" ? history.emitted(pathIn(scope, from), type ?? "") : 0;
    if (count === (before?.[id] ?? 0)) continue;
    passed ??= { ...before };
    if (count > 0) passed[id] = count;
    else delete passed[id];
  }
  return passed ?? before ?? {};
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
