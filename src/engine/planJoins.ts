import type { EventType, Step, StepId, Workflow } from "../workflow/workflow.ts";

/**
 * Finds the batch joins that gather the members of a batch that a step opens: those that its list types reach at
 * the same depth (R33). What a step on the way emits stays inside; a batch opened on the way comes back through its
 * own joins; what a join emits is outside. Each answer is computed once, when it is first needed.
 */
export function findBoundJoins(workflow: Workflow): (opener: StepId) => readonly StepId[] {
  const steps = Object.entries(workflow.steps);
  const isJoin = ([, step]: readonly [StepId, Step]) => typeof step.join === "object";
  if (!steps.some(isJoin)) return () => [];

  const acceptors = new Map<EventType, (readonly [StepId, Step])[]>();
  for (const entry of steps) {
    for (const type of entry[1].accepts ?? []) acceptors.set(type, [...(acceptors.get(type) ?? []), entry]);
  }
  const handlerTypes = acceptors.has("StepFailed") ? ["StepFailed"] : [];
  const known = new Map<StepId, readonly StepId[]>();
  const open = new Set<StepId>();

  function search(opener: StepId): readonly StepId[] {
    const held = known.get(opener);
    const step = workflow.steps[opener];
    if (held !== undefined || step === undefined || open.has(opener)) return held ?? [];
    // What the elements of a list return is routed nowhere (R72).
    if (step.forEach !== undefined) return [];
    open.add(opener);
    const joins = reach(listTypes(step));
    open.delete(opener);
    if (open.size === 0) known.set(opener, joins);
    return joins;
  }

  function reach(types: readonly EventType[]): readonly StepId[] {
    const seen = new Set<EventType>();
    const joins = new Set<StepId>();
    const waiting = [...types];
    for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
      if (seen.has(type)) continue;
      seen.add(type);
      for (const entry of acceptors.get(type) ?? []) {
        if (isJoin(entry)) joins.add(entry[0]);
        else waiting.push(...leaving(entry));
      }
    }
    return steps.flatMap(([id]) => (joins.has(id) ? [id] : []));
  }

  /** The types that a step inside the batch hands on at the same depth. */
  function leaving([id, step]: readonly [StepId, Step]): readonly EventType[] {
    const inner = step.batches === undefined ? [] : search(id);
    return [...emitted(step.emits), ...inner.flatMap((join) => emitted(workflow.steps[join]?.emits)), ...handlerTypes];
  }

  return search;
}

export function emitted(ports: Readonly<Record<string, EventType>> | undefined): readonly EventType[] {
  return Object.values(ports ?? {});
}

function listTypes(step: Step): readonly EventType[] {
  const types = emitted(step.batches);
  return types.length > 0 ? types : emitted(step.emits);
}
