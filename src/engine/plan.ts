import { accessOf, kindOf, onInterruptOf, workersOf } from "../workflow/kinds.ts";
import {
  defaultLimits,
  type EventType,
  type Limits,
  type Step,
  type StepId,
  type Workflow,
} from "../workflow/workflow.ts";
import { emitted, findBoundJoins } from "./planJoins.ts";

/** What an execution counts against beside `maxParallel` (T11). `free`: nothing at all, because it only waits (R74). */
export type Lane = "command" | "agent" | "other" | "free";

/** Everything about one step that is decided by the frozen workflow. */
export interface StepPlan {
  /** Place in declaration order; the state knows steps by it. */
  readonly index: number;
  readonly id: StepId;
  readonly step: Step;
  readonly workers: number;
  readonly lane: Lane;
  readonly access: "none" | "read" | "write";
  /** The name of the workspace that `access` is about; empty: the runner's first one. */
  readonly workspace: string;
  /** Goes on while the run is paused, and reports (R47). */
  readonly external: boolean;
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

/** Everything that is derived once from the frozen workflow. Not part of the state. */
export interface Plan {
  readonly workflow: Workflow;
  readonly bounds: Bounds;
  /** In declaration order. */
  readonly steps: readonly StepPlan[];
  readonly byId: ReadonlyMap<StepId, StepPlan>;
  /** Steps that accept a type, in declaration order. */
  readonly acceptors: ReadonlyMap<EventType, readonly StepPlan[]>;
  /** The step that accepts `StepFailed` (V6: at most one). */
  readonly handler: StepPlan | undefined;
  /** In the order of their ids as text. */
  readonly tasks: readonly StepPlan[];
  /** Tasks that run before any end (T41). */
  readonly cleanUp: readonly StepPlan[];
  /** An event step can emit `Stop` (R67): without one the event part ends well by itself. */
  readonly canStop: boolean;
  /** A step accepts an event type that may come from outside at any time (R46). */
  readonly acceptsExternal: boolean;
  /** Joins that gather the members of a batch that `opener` opens (R33). */
  readonly boundJoins: (opener: StepId) => readonly StepId[];
}

/** `unlimited`: limits that the file leaves out bound nothing (scenarios); else `defaultLimits`. */
export function planWorkflow(workflow: Workflow, options: { readonly unlimited?: boolean } = {}): Plan {
  const definitions = Object.entries(workflow.steps);
  const indexOf = new Map(definitions.map(([id], index) => [id, index]));
  const ranks = new Map(
    definitions
      .filter(([, step]) => step.needs !== undefined)
      .map(([id]) => id)
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      .map((id, rank) => [id, rank]),
  );
  const needsOf = (step: Step) => (step.needs ?? []).flatMap((need) => indexOf.get(need) ?? []);
  const steps = definitions.map(([id, step], index): StepPlan => {
    const rank = ranks.get(id);
    const kind = kindOf(step);
    const asks = onInterruptOf(step) === "ask";
    const viaRunner = (step.kind === "http" || step.kind === "agent") && step.config?.via === "runner";
    return {
      index,
      id,
      step,
      workers: workersOf(step),
      lane: step.kind === "ask" || step.kind === "delay" ? "free" : kind.lane,
      access: accessOf(step),
      workspace: workspaceOf(step),
      external: kind.external,
      runnerOwned: step.kind === "command" || viaRunner,
      onInterrupt: asks && step.kind !== "command" ? "ask" : "rerun",
      stopsGently: step.kind === "command" || step.kind === "agent" || asks,
      sleeps: step.kind === "delay",
      errorType: portType(step, "error"),
      handles: step.accepts?.includes("StepFailed") ?? false,
      join: planJoin(step),
      task: rank === undefined ? undefined : { rank, needs: needsOf(step), dependents: dependentsOf(definitions, id) },
    };
  });
  const eventSteps = steps.filter(({ task }) => task === undefined);
  const externalTypes = Object.entries(workflow.events ?? {}).flatMap(([type, { role }]) => (role ? [type] : []));
  return {
    workflow,
    bounds: planBounds(workflow.limits ?? {}, options.unlimited ?? false),
    steps,
    byId: new Map(steps.map((step) => [step.id, step])),
    acceptors: planAcceptors(steps),
    handler: steps.find(({ handles }) => handles),
    tasks: steps.filter(({ task }) => task !== undefined).sort((a, b) => (a.task?.rank ?? 0) - (b.task?.rank ?? 0)),
    cleanUp: steps.filter(({ task, step }) => task !== undefined && step.always),
    canStop: eventSteps.some(
      ({ step }) => step.kind === "stop" || [...emitted(step.emits), ...emitted(step.batches)].includes("Stop"),
    ),
    acceptsExternal: eventSteps.some(({ step }) => step.accepts?.some((type) => externalTypes.includes(type))),
    boundJoins: findBoundJoins(workflow),
  };
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

function dependentsOf(definitions: readonly (readonly [StepId, Step])[], id: StepId): readonly number[] {
  return definitions.flatMap(([, step], index) => (step.needs?.includes(id) ? [index] : []));
}
