import { portsOf, typesOf } from "../kinds.ts";
import type { Problem } from "../problem.ts";
import type { EventType, PortName, Step, StepId } from "../workflow.ts";
import { atDocument, atStep } from "./finding.ts";
import { type Graph, leadsTo, reachableBackwards, reachableFrom } from "./graph.ts";

/** V1: whether a run can begin, and whether something stands behind its end. */
export function checkStart({ steps }: Graph): readonly Problem[] {
  if (steps.length === 0) return [atDocument("V1", "The workflow has no steps. Add one.", { path: ["steps"] })];
  const begins = steps.some(([, { accepts, needs }]) => accepts?.includes("Start") || needs !== undefined);
  return [
    ...(begins
      ? []
      : [
          atDocument("V1", "Nothing begins the run. Draw a wire from the start to the first step.", {
            path: ["steps"],
          }),
        ]),
    ...steps.flatMap(([id, { accepts }]) =>
      accepts?.includes("Stop")
        ? [atStep("V1", id, "No step can accept `Stop`: it ends the run.", { path: ["accepts"], event: "Stop" })]
        : [],
    ),
  ];
}

/** V2: types that one side knows and the other does not. */
export function checkTypes({ steps, emitted, acceptors, fromOutside }: Graph): readonly Problem[] {
  const all = new Set([...fromOutside, ...[...emitted.values()].flatMap((types) => [...types])]);
  return steps.flatMap(([id, step]) => [
    ...[...new Set(step.accepts ?? [])]
      .filter((type) => !all.has(type) && type !== "Stop")
      .map((type) =>
        atStep(
          "V2",
          id,
          `It waits for \`${type}\`, which no step emits. Draw a wire to it, or declare the event external.`,
          {
            path: ["accepts"],
            event: type,
          },
        ),
      ),
    ...unheardTypes(step, acceptors).map(({ type, port }) => {
      const { message, path } = unheard(type, port);
      return atStep("V2", id, message, { path, severity: "warning", event: type });
    }),
  ]);
}

interface UnheardType {
  readonly type: EventType;
  /** Left out: nothing follows on the step at all, which is how a workflow ends that has no stop. */
  readonly port?: PortName;
}

/** Types that the step emits and no step accepts. A port is named when another way leads on from the step. */
function unheardTypes(step: Step, acceptors: Graph["acceptors"]): readonly UnheardType[] {
  const heard = (port: PortName) => typesOf(step, port).some((type) => type === "Stop" || acceptors.has(type));
  const ports = portsOf(step);
  const leadsOn = ports.some((port) => port !== "error" && heard(port));
  const found = new Map<EventType, UnheardType>();
  for (const port of ports) {
    for (const type of typesOf(step, port)) {
      if (type === "Stop" || acceptors.has(type) || found.has(type)) continue;
      found.set(type, { type, ...((leadsOn || port === "error") && { port }) });
    }
  }
  return [...found.values()];
}

function unheard(type: EventType, port: PortName | undefined): { readonly message: string; readonly path: string[] } {
  if (port === undefined) return { message: `Nothing follows on \`${type}\`.`, path: ["emits"] };
  const message =
    port === "error"
      ? `Failures of this step become \`${type}\`, which no step accepts: they would pass unseen. Draw a wire, or remove the type.`
      : `The way \`${port}\` leads nowhere: nothing follows on \`${type}\`.`;
  return { message, path: ["emits", port] };
}

/** V3: steps that never get to work, and circles that never end. */
export function checkReach(graph: Graph): readonly Problem[] {
  return [...unreachableLines(graph), ...endlessCircles(graph)];
}

/** One problem for each line that no way leads to, at its first step: whoever mends that has mended the line. */
function unreachableLines(graph: Graph): readonly Problem[] {
  const { steps, reachable, emitted, fromOutside } = graph;
  // Where nothing begins, V1 says so once.
  if (!steps.some(([id]) => reachable.has(id))) return [];
  const all = new Set([...fromOutside, ...[...emitted.values()].flatMap((types) => [...types])]);
  const lost = steps.filter(([id, { accepts, disabled }]) => accepts !== undefined && !disabled && !reachable.has(id));
  const isNamed = ([, { accepts }]: (typeof lost)[number]) => accepts?.some((type) => !all.has(type)) === true;
  const isFirst = ([, { accepts }]: (typeof lost)[number]) => accepts?.length === 0;
  // What waits for something that nobody emits is named by V2, and all that hangs on it with it.
  const covered = new Set(
    reachableFrom(
      graph,
      lost.filter(isNamed).map(([id]) => id),
    ),
  );
  const found = new Map<StepId, number>();
  // Circles come after the steps that they may hang on.
  for (const [id] of [...lost.filter(isFirst), ...lost.filter((one) => !isFirst(one))]) {
    if (covered.has(id)) continue;
    const line = reachableFrom(graph, [id]);
    for (const other of line) {
      covered.add(other);
      found.delete(other);
    }
    found.set(id, lost.filter(([other]) => other !== id && line.has(other)).length);
  }
  return lost.flatMap(([id, { accepts }]) => {
    const behind = found.get(id);
    return behind === undefined ? [] : [unreachable(id, accepts?.length === 0, behind)];
  });
}

function unreachable(id: StepId, isFirst: boolean, behind: number): Problem {
  const also = behind === 0 ? "" : `, and so none to the ${behind === 1 ? "one" : behind} behind it`;
  return atStep(
    "V3",
    id,
    isFirst
      ? `No wire leads to this step${also}. Draw a wire to it, or delete it.`
      : `No way leads from the start to this step${also}. Draw a wire to it, or delete it.`,
    { path: ["accepts"] },
  );
}

/** Circles in which every step always sends the next on its way. */
function endlessCircles(graph: Graph): readonly Problem[] {
  const ends = graph.steps.map(([id]) => id).filter((id) => canEnd(graph, id));
  const ending = reachableBackwards(graph, ends);
  const named = new Set<StepId>();
  return graph.steps.flatMap(([id]) => {
    if (named.has(id) || ending.has(id) || !graph.reachable.has(id) || !leadsTo(graph, id, id)) return [];
    for (const other of reachableFrom(graph, [id])) named.add(other);
    return [
      atStep(
        "V3",
        id,
        "This circle never ends: no step in it or behind it stops the run, asks, or can return nothing.",
        {
          severity: "warning",
        },
      ),
    ];
  });
}

function canEnd({ workflow, emitted }: Graph, id: StepId): boolean {
  const kind = workflow.steps[id]?.kind;
  return ["stop", "ask", "code", "scripted"].includes(kind ?? "") || (emitted.get(id)?.has("Stop") ?? false);
}
