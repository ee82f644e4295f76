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

/** All wires, in declaration order of their source, its ports, and their target. */
export function wiresOf(workflow: Pick<Workflow, "steps">): readonly Wire[] {
  const outputs = outputsOf(workflow);
  const emitters = countBy(outputs, ({ type }) => type);
  const acceptors = new Map<EventType, StepId[]>();
  for (const [id, step] of Object.entries(workflow.steps)) {
    for (const type of new Set(step.accepts ?? [])) acceptors.set(type, [...(acceptors.get(type) ?? []), id]);
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
export function outputsOf(workflow: Pick<Workflow, "steps">): readonly Output[] {
  const start: Output = { from: startNode, port: "done", type: "Start" };
  return [
    start,
    ...Object.entries(workflow.steps).flatMap(([from, step]) =>
      leavingOf(step).map(({ port, type }) => ({ from, port, type })),
    ),
  ];
}

/** What leaves the ports of a step. An editor asks with every letter that is typed, for steps that did not change. */
const known = new WeakMap<Step, readonly Pick<Output, "port" | "type">[]>();

function leavingOf(step: Step): readonly Pick<Output, "port" | "type">[] {
  const before = known.get(step);
  if (before !== undefined) return before;
  const leaving = portsOf(step).flatMap((port) => typesOf(step, port).map((type) => ({ port, type })));
  known.set(step, leaving);
  return leaving;
}

function countBy<T, K>(things: readonly T[], keyOf: (thing: T) => K): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const thing of things) counts.set(keyOf(thing), (counts.get(keyOf(thing)) ?? 0) + 1);
  return counts;
}
