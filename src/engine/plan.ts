import { accessOf, kindOf, onInterruptOf, workersOf } from "../workflow/kinds.ts";
import { allSteps, inlinedIn, localId, pathIn, scopeOf } from "../workflow/subWorkflows.ts";
import {
  defaultLimits,
  type EventType,
  type Limits,
  type Step,
  type StepId,
  type Workflow,
} from "../workflow/workflow.ts";
import type { Mutable } from "./copies.ts";
import { emitted, findBoundJoins } from "./planJoins.ts";

/** What an execution counts against beside `maxParallel` (T11). `free`: nothing at all, because it only waits (R74). */
export type Lane = "command" | "agent" | "other" | "free";

/** Everything about one step that is decided by the frozen workflow. */
export interface StepPlan {
  /** Place in declaration order, steps of a sub-workflow behind the one that runs it; the state knows steps by it. */
  readonly index: number;
  /** With the instance path of a sub-workflow: `build/test` (R79). */
  readonly id: StepId;
  readonly step: Step;
  /** The workflow that it belongs to. */
  readonly scope: ScopePlan;
  /** The workflow that it runs (R79). */
  readonly child: ScopePlan | undefined;
  readonly workers: number;
  readonly lane: Lane;
  readonly access: "none" | "read" | "write";
  /** The name of the workspace that `access` is about; empty: the runner's first one. */
  readonly workspace: string;
  /** Goes on while the run is paused, and reports (R47). */
  readonly external: boolean;
  /** Whether it began shows only in what its executions hand on. */
  readonly unseen: boolean;
  /** The runner carries it out: after a load it is asked about it by key (T18). */
  readonly runnerOwned: boolean;
  /** What becomes of an execution of the tab that was cut off (T19). */
  readonly onInterrupt: "rerun" | "ask";
  /** On cancel it is told to stop and ends as what really happened; others are aborted at once (T37). */
  readonly stopsGently: boolean;
  /** Its wait is for a time, not for an event (R68, R74). */
  readonly sleeps: boolean;
  readonly errorType: EventType | undefined;
  /** It accepts `StepFailed`: its own failures go to no handler (R23). */
  readonly handles: boolean;
  readonly join: JoinPlan;
  readonly task: TaskPlan | undefined;
}

export type JoinPlan =
  | { readonly kind: "each" }
  | { readonly kind: "one-of-each" }
  | { readonly kind: "batch"; readonly take: number; readonly order: "list" | "arrival" };

export interface TaskPlan {
  /** Place among the tasks when their ids are compared as text (T33). */
  readonly rank: number;
  readonly needs: readonly number[];
  readonly dependents: readonly number[];
}

/** `Infinity` where nothing is bounded. */
export interface Bounds {
  readonly timeoutMs: number;
  readonly maxParallel: number;
  readonly maxParallelCommands: number;
  readonly maxParallelAgents: number;
  readonly maxExecutions: number;
}

/**
 * One workflow: the outermost, or one that a step runs (R79). Events are routed, tasks decided and ends found within
 * it alone.
 */
export interface ScopePlan {
  /** Of the step that runs it; `""`: the outermost. */
  readonly path: string;
  /** The index of the step that runs it. */
  readonly owner: number | undefined;
  readonly workflow: Workflow;
  /** Its own, in declaration order. */
  readonly steps: readonly StepPlan[];
  /** With those of the workflows inside it. */
  readonly inner: readonly StepPlan[];
  /** Steps that accept a type, in declaration order. */
  readonly acceptors: ReadonlyMap<EventType, readonly StepPlan[]>;
  /** The step that accepts `StepFailed` (V6: at most one). */
  readonly handler: StepPlan | undefined;
  /** In the order of their ids as text. */
  readonly tasks: readonly StepPlan[];
  /** An event step can emit `Stop` (R67): without one the event part ends well by itself. */
  readonly canStop: boolean;
  /** A step accepts an event type that may come from outside at any time (R46). */
  readonly acceptsExternal: boolean;
  /** Joins that gather the members of a batch that `opener` opens (R33). */
  readonly boundJoins: (opener: StepPlan) => readonly StepPlan[];
}

/** Everything that is derived once from the frozen workflow. Not part of the state. */
export interface Plan {
  readonly workflow: Workflow;
  readonly bounds: Bounds;
  readonly root: ScopePlan;
  /** Of all workflows, in declaration order. */
  readonly steps: readonly StepPlan[];
  /** By path. */
  readonly byId: ReadonlyMap<StepId, StepPlan>;
  /** Of all workflows, by rank. */
  readonly tasks: readonly StepPlan[];
  /** Tasks of the outermost workflow that run before any end (T41). */
  readonly cleanUp: readonly StepPlan[];
  /** A step runs a workflow (R79). */
  readonly nested: boolean;
}

/** `unlimited`: limits that the file leaves out bound nothing (scenarios); else `defaultLimits`. */
export function planWorkflow(workflow: Workflow, options: { readonly unlimited?: boolean } = {}): Plan {
  const steps: StepPlan[] = [];
  const tasks = planTasks(workflow);
  const root = planScope(workflow, "", undefined);

  /** Appends the steps of one workflow, each with those of the workflow that it runs. */
  function planScope(of: Workflow, path: string, owner: number | undefined): ScopePlan {
    const scope = { path, owner, workflow: of } as Mutable<ScopePlan>;
    const begin = steps.length;
    scope.steps = Object.entries(of.steps).map(([id, step]) => {
      const planned: Mutable<StepPlan> = planStep(step, scope, pathIn(path, id), steps.length, tasks);
      steps.push(planned);
      const inlined = inlinedIn(step);
      if (inlined === undefined) return planned;
      planned.child = planScope(inlined, planned.id, planned.index);
      // The state holds one table of tasks for a workflow, so its instances that have tasks run one after the other.
      if (planned.child.inner.some(({ task }) => task !== undefined)) planned.workers = 1;
      return planned;
    });
    scope.inner = steps.slice(begin);
    return Object.assign(scope, planRouting(of, scope.steps));
  }

  const ranked = steps.filter(({ task }) => task !== undefined).sort(byRank);
  return {
    workflow,
    bounds: planBounds(workflow.limits ?? {}, options.unlimited ?? false),
    root,
    steps,
    byId: new Map(steps.map((step) => [step.id, step])),
    tasks: ranked,
    cleanUp: root.tasks.filter(({ step }) => step.always),
    nested: steps.some(({ child }) => child !== undefined),
  };
}

function planStep(
  step: Step,
  scope: ScopePlan,
  id: StepId,
  index: number,
  tasks: ReadonlyMap<StepId, TaskPlan>,
): StepPlan {
  const kind = kindOf(step);
  const asks = onInterruptOf(step) === "ask";
  const viaRunner = (step.kind === "http" || step.kind === "agent") && step.config?.via === "runner";
  const waits = step.kind === "ask" || step.kind === "delay" || step.kind === "workflow";
  return {
    index,
    id,
    step,
    scope,
    child: undefined,
    workers: workersOf(step),
    lane: waits ? "free" : kind.lane,
    access: accessOf(step),
    workspace: workspaceOf(step),
    external: kind.external,
    unseen: kind.unseen && !asks,
    runnerOwned: step.kind === "command" || viaRunner,
    onInterrupt: asks && step.kind !== "command" ? "ask" : "rerun",
    stopsGently: step.kind === "command" || step.kind === "agent" || asks,
    sleeps: step.kind === "delay",
    errorType: portType(step, "error"),
    handles: step.accepts?.includes("StepFailed") ?? false,
    join: planJoin(step),
    task: tasks.get(id),
  };
}

function planRouting(of: Workflow, steps: readonly StepPlan[]) {
  const eventSteps = steps.filter(({ task }) => task === undefined);
  const externalTypes = Object.entries(of.events ?? {}).flatMap(([type, { role }]) => (role ? [type] : []));
  const joinsOf = findBoundJoins(of);
  const byName = new Map(steps.map((step) => [localId(step.id), step]));
  return {
    acceptors: planAcceptors(steps),
    handler: steps.find(({ handles }) => handles),
    tasks: steps.filter(({ task }) => task !== undefined).sort(byRank),
    canStop: eventSteps.some(
      ({ step }) => step.kind === "stop" || [...emitted(step.emits), ...emitted(step.batches)].includes("Stop"),
    ),
    acceptsExternal: eventSteps.some(({ step }) => step.accepts?.some((type) => externalTypes.includes(type))),
    boundJoins: (opener: StepPlan) => joinsOf(localId(opener.id)).flatMap((id) => byName.get(id) ?? []),
  };
}

/** The tasks of all workflows, ranked together: ids are compared as text, paths included (T33). */
function planTasks(workflow: Workflow): ReadonlyMap<StepId, TaskPlan> {
  const all = allSteps(workflow);
  const places = new Map(all.map(([path], index) => [path, index]));
  const placesOf = (scope: string, ids: readonly StepId[]) => ids.flatMap((id) => places.get(pathIn(scope, id)) ?? []);
  const tasks = all.filter(([, { needs }]) => needs !== undefined);
  const ranks = new Map(
    tasks
      .map(([path]) => path)
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      .map((path, rank) => [path, rank]),
  );
  return new Map(
    tasks.map(([path, { needs = [] }]) => {
      const scope = scopeOf(path);
      const siblings = tasks.filter(([other]) => scopeOf(other) === scope);
      const dependents = siblings.flatMap(([other, step]) =>
        step.needs?.includes(localId(path)) ? (places.get(other) ?? []) : [],
      );
      return [path, { rank: ranks.get(path) ?? 0, needs: placesOf(scope, needs), dependents }];
    }),
  );
}

function byRank(a: StepPlan, b: StepPlan): number {
  return (a.task?.rank ?? 0) - (b.task?.rank ?? 0);
}

/** The event type of a port of its own; `undefined`: not wired. */
export function portType(step: Step, port: string): EventType | undefined {
  return step.emits !== undefined && Object.hasOwn(step.emits, port) ? step.emits[port] : undefined;
}

function workspaceOf(step: Step): string {
  return step.kind === "command" || step.kind === "file" ? (step.config?.workspace ?? "") : "";
}

function planBounds(limits: Limits, unlimited: boolean): Bounds {
  const bound = (name: keyof typeof defaultLimits) =>
    limits[name] ?? (unlimited ? Number.POSITIVE_INFINITY : defaultLimits[name]);
  return {
    timeoutMs: limits.timeoutMs ?? Number.POSITIVE_INFINITY,
    maxParallel: bound("maxParallel"),
    maxParallelCommands: bound("maxParallelCommands"),
    maxParallelAgents: bound("maxParallelAgents"),
    maxExecutions: bound("maxExecutions"),
  };
}

function planJoin({ join }: Step): JoinPlan {
  if (join === undefined || join === "each") return { kind: "each" };
  if (join === "one-of-each") return { kind: "one-of-each" };
  const take = join.batch === "all" ? Number.POSITIVE_INFINITY : join.batch.take;
  return { kind: "batch", take, order: join.order ?? "list" };
}

function planAcceptors(steps: readonly StepPlan[]): ReadonlyMap<EventType, readonly StepPlan[]> {
  const acceptors = new Map<EventType, StepPlan[]>();
  for (const step of steps) {
    for (const type of new Set(step.step.accepts ?? [])) {
      const list = acceptors.get(type);
      if (list === undefined) acceptors.set(type, [step]);
      else list.push(step);
    }
  }
  return acceptors;
}
