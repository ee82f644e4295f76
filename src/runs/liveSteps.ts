import { knownChanges, withChanges } from "../editor/canvas/changedKeys.ts";
import type { BatchProgress, CanvasLive, StepLive, Waiting } from "../editor/canvas/live.ts";
import type { BatchView, StateView } from "../engine/view.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import { localId, pathIn, scopeOf } from "../workflow/subWorkflows.ts";
import type { Wire } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { HistoryAt } from "./historyAt.ts";
import { waitsForYou } from "./needsYou.ts";
import { passedWires } from "./passedWires.ts";
import type { ShownRun } from "./runFeed.ts";
import { type CanvasSource, stepLive } from "./stepLive.ts";

/*
 * What the canvas draws of a run, from the engine's view, what holds it up, and the history of its attempts. A run of a
 * thousand steps changes a few of them many times a second: only what may have changed is looked at.
 */

/** How a run is put on a canvas. */
export interface CanvasOptions {
  readonly wires: readonly Wire[];
  /** What the run was started with, in one line. */
  readonly inputLine?: string | undefined;
  readonly title?: CanvasSource["title"];
  /** Only steps of this workflow are drawn, by their ids in it (R79). */
  readonly scope?: string;
  readonly whyNot?: CanvasSource["whyNot"];
  /** Epoch ms: the moment that is shown, when it is not the present. */
  readonly at?: number | undefined;
}

/** The next canvas; `before` when nothing of it changed. */
export function canvasLive(
  before: CanvasLive,
  run: Pick<ShownRun, "view" | "holds" | "summary">,
  history: HistoryAt,
  { wires, inputLine, title = (step) => step, scope = "", whyNot = () => null, at }: CanvasOptions,
): CanvasLive {
  const { view, holds } = run;
  const drawn = drawings.get(before);
  const news = drawn && newsSince(drawn, { view, holds, history, scope, wires });
  const gatherings = gatheringsOf(view.openBatches ?? []);
  const inside = drawn && !news?.some(isInside) ? drawn.inside : waitingInside(view.steps);
  const source: CanvasSource = { run, history, title, whyNot };
  const changes: Record<StepId, StepLive | null> = {};
  const look = (path: StepId): void => {
    if (scopeOf(path) !== scope || !Object.hasOwn(view.steps, path)) return;
    const id = localId(path);
    const old = Object.hasOwn(before.steps, id) ? before.steps[id] : undefined;
    const { progress, waiting } = gatherings;
    const parts = { batch: progress.get(path), joins: waiting.has(path), inside: inside.get(path) };
    const next = stepLive(path, old, parts, source);
    if (next !== old) changes[id] = next;
  };
  if (drawn && news) {
    const { progress, waiting } = drawn.gatherings;
    const around = [progress.keys(), waiting, gatherings.progress.keys(), gatherings.waiting];
    const looked = new Set([...news, ...around.flatMap((paths) => [...paths])]);
    if (inside !== drawn.inside) for (const path of [...drawn.inside.keys(), ...inside.keys()]) looked.add(path);
    for (const path of looked) look(path);
  } else {
    for (const path of Object.keys(view.steps)) look(path);
    for (const id of Object.keys(before.steps)) if (!Object.hasOwn(view.steps, pathIn(scope, id))) changes[id] = null;
  }
  const counts = passedWires(history, wires, before.passed, scope, drawn && news);
  const steps = withChanges(before.steps, changes);
  const startedAt = view.lifecycle === "planned" ? null : run.summary.createdAt;
  const isSame =
    steps === before.steps &&
    startedAt === before.startedAt &&
    counts.passed === before.passed &&
    counts.passedAnew === undefined &&
    inputLine === before.inputLine &&
    at === before.at;
  const next: CanvasLive = isSame
    ? before
    : {
        steps,
        startedAt,
        ...(inputLine !== undefined && { inputLine }),
        ...(at !== undefined && { at }),
        ...counts,
      };
  drawings.set(next, { view, holds, history, scope, wires, seq: history.seq, gatherings, inside });
  return next;
}

/** What a canvas was drawn of. */
interface Drawing {
  readonly view: StateView;
  readonly holds: readonly Hold[];
  readonly history: HistoryAt;
  readonly scope: string;
  readonly wires: readonly Wire[];
  /** The last tick that the history, which grows in place, had then. */
  readonly seq: number;
  readonly gatherings: Gatherings;
  /** What workflows inside wait for, by the steps around them. */
  readonly inside: ReadonlyMap<StepId, Waiting>;
}

const drawings = new WeakMap<CanvasLive, Drawing>();

/**
 * The paths of the steps that may be others now: those that the engine named, and those that the journal was read on
 * about. `undefined`: any may.
 */
function newsSince(drawn: Drawing, now: Omit<Drawing, "seq" | "gatherings" | "inside">): readonly StepId[] | undefined {
  if (drawn.history !== now.history || drawn.scope !== now.scope || drawn.wires !== now.wires) return undefined;
  // A hold names an execution, not its step.
  if (JSON.stringify(drawn.holds) !== JSON.stringify(now.holds)) return undefined;
  const told = knownChanges(now.view.steps, drawn.view.steps);
  const read = now.history.touchedSince(drawn.seq);
  return told && read && [...told, ...read];
}

const isInside = (path: StepId) => path.includes("/");

/** What a workflow inside waits for is shown at the steps around it, too: a decision before an answer. */
function waitingInside(steps: StateView["steps"]): ReadonlyMap<StepId, Waiting> {
  const waiting = new Map<StepId, Waiting>();
  for (const path of Object.keys(steps)) {
    const step = steps[path];
    if (!isInside(path) || step === undefined) continue;
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

/** What open batches say at the steps that they go through. */
interface Gatherings {
  /** Of the batches that a step opened, and those that it gathers. */
  readonly progress: ReadonlyMap<StepId, BatchProgress>;
  /** The joins that have not begun with what is open: they say where its members are. */
  readonly waiting: ReadonlySet<StepId>;
}

function gatheringsOf(batches: readonly BatchView[]): Gatherings {
  return { progress: progressOf(batches), waiting: waitingJoins(batches) };
}

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

function waitingJoins(batches: readonly BatchView[]): ReadonlySet<StepId> {
  return new Set(batches.flatMap(({ joins }) => joins.flatMap(({ step, fired }) => (fired ? [] : [step]))));
}
