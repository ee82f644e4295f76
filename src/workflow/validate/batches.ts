import type { Problem } from "../problem.ts";
import type { EventType, Step, StepId } from "../workflow.ts";
import { atStep } from "./finding.ts";
import type { Graph } from "./graph.ts";

/** V4 and V9: joins that nothing completes, and stops that would cut a batch off. */
export function checkBatches(graph: Graph): readonly Problem[] {
  const depths = depthsOf(graph);
  const all = new Set([...graph.fromOutside, ...[...graph.emitted.values()].flatMap((types) => [...types])]);
  return graph.steps.flatMap(([id, step]) => {
    const reached = depths.get(id) ?? new Set<number>();
    const inBatch = [...reached].some((depth) => depth > 0);
    // A task that gathers is a mistake of its own (V5).
    if (isBatchJoin(step) && step.needs === undefined && graph.reachable.has(id) && !inBatch) {
      return [
        atStep(
          "V4",
          id,
          "It gathers a batch, and none can reach it. Put a fan-out before it, or change how it joins.",
          {
            path: ["join"],
          },
        ),
      ];
    }
    if (step.join === "one-of-each") {
      return (step.accepts ?? [])
        .filter((type) => all.has(type) && !canArrive(graph, type))
        .map((type) =>
          atStep("V4", id, `It needs one \`${type}\`, which cannot arrive.`, { path: ["accepts"], event: type }),
        );
    }
    if (step.kind === "stop" && (step.config.when ?? "now") === "now" && inBatch) {
      return [
        atStep(
          "V9",
          id,
          "The first member of a batch would end the run here. Insert a join before it, or stop when settled.",
          {
            path: ["accepts"],
          },
        ),
      ];
    }
    return [];
  });
}

/** `ctx.collect(["A", "B"])` waits for ever for a type that is not routed to the step. */
export function checkCollects({ steps }: Graph): readonly Problem[] {
  return steps.flatMap(([id, step]) => {
    if (step.kind !== "code") return [];
    const calls = [...step.config.source.matchAll(/\bctx\s*\.\s*collect\s*\(\s*\[([^\]]*)\]/g)];
    const types = calls.flatMap(([, list = ""]) =>
      [...list.matchAll(/(["'`])([A-Z][A-Za-z0-9]*)\1/g)].map((match) => match[2] ?? ""),
    );
    return [...new Set(types)]
      .filter((type) => !step.accepts?.includes(type))
      .map((type) =>
        atStep("V4", id, `The code collects \`${type}\`, which does not come here: accept it, or it waits for ever.`, {
          path: ["config", "source"],
          event: type,
        }),
      );
  });
}

function canArrive({ emitted, reachable, fromOutside }: Graph, type: EventType): boolean {
  return fromOutside.has(type) || [...emitted].some(([id, types]) => reachable.has(id) && types.has(type));
}

function isBatchJoin(step: Step): boolean {
  return typeof step.join === "object";
}

/** How many batches deep work can be when it reaches a step. Loops could nest for ever: more is as deep as `most`. */
function depthsOf({
  steps,
  acceptors,
  emitted,
  fromOutside,
  workflow,
}: Graph): ReadonlyMap<StepId, ReadonlySet<number>> {
  const opening = steps.filter(([, step]) => Object.keys(step.batches ?? {}).length > 0).length;
  const most = opening + 1;
  const depths = new Map<StepId, Set<number>>();
  const open: (readonly [StepId, number])[] = [];
  const reach = (id: StepId, depth: number) => {
    const known = depths.get(id) ?? new Set();
    if (known.has(depth)) return;
    depths.set(id, known.add(depth));
    open.push([id, depth]);
  };
  for (const type of fromOutside) for (const id of acceptors.get(type) ?? []) reach(id, 0);
  for (const [id, step] of steps) if (step.needs !== undefined) reach(id, 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [id, depth] = next;
    const step = workflow.steps[id];
    if (step === undefined || (isBatchJoin(step) && depth === 0)) continue;
    const outside = isBatchJoin(step) ? depth - 1 : depth;
    const members = new Set(Object.values(step.batches ?? {}));
    const single = new Set(Object.values(step.emits ?? {}));
    for (const type of emitted.get(id) ?? []) {
      for (const to of acceptors.get(type) ?? []) {
        if (members.has(type)) reach(to, Math.min(outside + 1, most));
        if (single.has(type) || !members.has(type)) reach(to, outside);
      }
    }
  }
  return depths;
}
