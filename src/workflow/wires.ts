import { portsOf, typesOf } from "./kinds.ts";
import type { EventType, PortName, Step, StepId, Workflow } from "./workflow.ts";

/** The node of the canvas that begins a run; no step. */
export const startNode = "Start";

/**
 * A line of the canvas. Wires are derived: routing is by type, so every port that emits a type is joined to every
 * step that accepts it (DESIGN.md §4).
 */
export interface Wire {
  /** `<from>:<EventType>:<to>` or `needs:<from>:<to>`; a further port of the same step adds `:<port>`. */
  readonly id: string;
  readonly kind: "event" | "needs";
  /** A step, or `Start`. */
  readonly from: StepId;
  readonly port: PortName;
  readonly to: StepId;
  /** What it carries; absent for `needs`. */
  readonly type?: EventType;
  /** No other port emits this type: its label says nothing that the wire does not show. */
  readonly alone: boolean;
}

/*
 * An editor asks for wires and outputs from many places with every letter that is typed. Documents are never changed in
 * place, so what was found for a list of steps, and for one step, is true for ever.
 */
const knownWires = new WeakMap<Workflow["steps"], readonly Wire[]>();
const knownOutputs = new WeakMap<Workflow["steps"], readonly Output[]>();
const knownEmitters = new WeakMap<Workflow["steps"], ReadonlyMap<EventType, readonly Output[]>>();
const knownLeaving = new WeakMap<Step, readonly Pick<Output, "port" | "type">[]>();

function once<K extends object, V>(known: WeakMap<K, V>, key: K, find: () => V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = find();
  known.set(key, found);
  return found;
}

/** All wires, in declaration order of their source, its ports, and their target. */
export function wiresOf({ steps }: Pick<Workflow, "steps">): readonly Wire[] {
  return once(knownWires, steps, () => findWires({ steps }));
}

function findWires(workflow: Pick<Workflow, "steps">): readonly Wire[] {
  const outputs = outputsOf(workflow);
  const emitters = countBy(outputs, ({ type }) => type);
  const acceptors = new Map<EventType, StepId[]>();
  for (const [id, step] of Object.entries(workflow.steps)) {
    for (const type of new Set(step.accepts ?? [])) {
      const same = acceptors.get(type);
      if (same === undefined) acceptors.set(type, [id]);
      else same.push(id);
    }
  }
  const taken = new Set<string>();
  const events = outputs.flatMap(({ from, port, type }) =>
    (acceptors.get(type) ?? []).map((to): Wire => {
      const plain = `${from}:${type}:${to}`;
      const id = taken.has(plain) ? `${plain}:${port}` : plain;
      taken.add(id);
      return { id, kind: "event", from, port, to, type, alone: emitters.get(type) === 1 };
    }),
  );
  const needs = Object.entries(workflow.steps).flatMap(([to, step]) =>
    [...new Set(step.needs ?? [])]
      .filter((from) => Object.hasOwn(workflow.steps, from))
      .map((from): Wire => ({ id: `needs:${from}:${to}`, kind: "needs", from, port: "done", to, alone: true })),
  );
  return [...events, ...needs];
}

/** One event type that leaves one port. */
export interface Output {
  readonly from: StepId;
  readonly port: PortName;
  readonly type: EventType;
}

/** What leaves which port: `Start` first, then the steps in declaration order. */
export function outputsOf({ steps }: Pick<Workflow, "steps">): readonly Output[] {
  return once(knownOutputs, steps, () => [
    { from: startNode, port: "done", type: "Start" },
    ...Object.entries(steps).flatMap(([from, step]) =>
      leavingOf(step).map(({ port, type }): Output => ({ from, port, type })),
    ),
  ]);
}

/** The ports that emit a type, in the order of `outputsOf`. */
export function emittersOf({ steps }: Pick<Workflow, "steps">, type: EventType): readonly Output[] {
  const emitters = once(knownEmitters, steps, () => {
    const byType = new Map<EventType, Output[]>();
    for (const output of outputsOf({ steps })) {
      const same = byType.get(output.type);
      if (same === undefined) byType.set(output.type, [output]);
      else same.push(output);
    }
    return byType;
  });
  return emitters.get(type) ?? [];
}

function leavingOf(step: Step): readonly Pick<Output, "port" | "type">[] {
  return once(knownLeaving, step, () =>
    portsOf(step).flatMap((port) => typesOf(step, port).map((type) => ({ port, type }))),
  );
}

function countBy<T, K>(things: readonly T[], keyOf: (thing: T) => K): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const thing of things) counts.set(keyOf(thing), (counts.get(keyOf(thing)) ?? 0) + 1);
  return counts;
}
