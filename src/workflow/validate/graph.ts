import { builtInEventTypes, type EventType, type Step, type StepId, type Workflow } from "../workflow.ts";

/** What a workflow's steps can send each other, as far as the document shows it. */
export interface Graph {
  readonly workflow: Workflow;
  readonly steps: readonly (readonly [StepId, Step])[];
  /** Types that leave a step through a port, or that its code names in quotes: code may send what it likes (R16). */
  readonly emitted: ReadonlyMap<StepId, ReadonlySet<EventType>>;
  readonly acceptors: ReadonlyMap<EventType, readonly StepId[]>;
  /** Types that arrive without any step: declared external, or made by the engine. */
  readonly fromOutside: ReadonlySet<EventType>;
  /** Steps that can get to work in some run. */
  readonly reachable: ReadonlySet<StepId>;
}

export function graphOf(workflow: Workflow): Graph {
  const steps = Object.entries(workflow.steps);
  const acceptors = new Map<EventType, StepId[]>();
  for (const [id, step] of steps) {
    for (const type of new Set(step.accepts ?? [])) acceptors.set(type, [...(acceptors.get(type) ?? []), id]);
  }
  const emitted = new Map(steps.map(([id, step]) => [id, emittedBy(step, acceptors)] as const));
  const external = Object.entries(workflow.events ?? {}).filter(([, { role }]) => role === "external");
  const fromOutside = new Set([...builtInEventTypes, ...external.map(([type]) => type)]);
  const tasks = steps.filter(([, step]) => step.needs !== undefined).map(([id]) => id);
  const begun = [...fromOutside].flatMap((type) => acceptors.get(type) ?? []);
  const graph = { workflow, steps, emitted, acceptors, fromOutside };
  return { ...graph, reachable: reachableFrom(graph, [...begun, ...tasks]) };
}

/** The given steps and all that their events lead to. */
export function reachableFrom(
  graph: Pick<Graph, "emitted" | "acceptors">,
  from: Iterable<StepId>,
): ReadonlySet<StepId> {
  const reached = new Set<StepId>(from);
  for (const id of reached) {
    for (const next of successors(graph, id)) reached.add(next);
  }
  return reached;
}

/** Steps that accept what a step emits. */
export function successors(
  { emitted, acceptors }: Pick<Graph, "emitted" | "acceptors">,
  id: StepId,
): readonly StepId[] {
  return [...(emitted.get(id) ?? [])].flatMap((type) => acceptors.get(type) ?? []);
}

/** Whether what one step sends can come to another, in however many steps. Near ones are found soon. */
export function leadsTo(graph: Pick<Graph, "emitted" | "acceptors">, from: StepId, to: StepId): boolean {
  const reached = new Set<StepId>(successors(graph, from));
  for (const id of reached) {
    if (id === to) return true;
    for (const next of successors(graph, id)) reached.add(next);
  }
  return false;
}

/** The given steps and all from which a way leads to them. */
export function reachableBackwards(
  graph: Pick<Graph, "emitted" | "acceptors" | "steps">,
  from: Iterable<StepId>,
): ReadonlySet<StepId> {
  const before = new Map<StepId, StepId[]>();
  for (const [id] of graph.steps) {
    for (const next of successors(graph, id)) {
      const known = before.get(next);
      if (known) known.push(id);
      else before.set(next, [id]);
    }
  }
  const reached = new Set<StepId>(from);
  for (const id of reached) for (const previous of before.get(id) ?? []) reached.add(previous);
  return reached;
}

function emittedBy(step: Step, accepted: ReadonlyMap<EventType, unknown>): ReadonlySet<EventType> {
  // Of ports that do not exist, too: that mistake is named by itself (V5), not by all that hangs on it.
  const types = new Set([...Object.values(step.emits ?? {}), ...Object.values(step.batches ?? {})]);
  if (step.kind === "code") {
    for (const [, , name = ""] of step.config.source.matchAll(/(["'`])([A-Z][A-Za-z0-9]*)\1/g)) {
      if (accepted.has(name)) types.add(name);
    }
  }
  return types;
}
