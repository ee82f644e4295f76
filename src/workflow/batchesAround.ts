import { outputsOf } from "./wires.ts";
import type { PortName, Step, StepId, Workflow } from "./workflow.ts";

/** A port that opens a batch: what leaves it are the members of a list (R31). */
export interface Opener {
  readonly step: StepId;
  readonly port: PortName;
}

/**
 * The ports that open the innermost batch in which a step can work, as far as the wires tell; empty: it works in none
 * (R71). A join of a batch works outside of the one that it gathers (R34).
 */
export function openersAround(workflow: Pick<Workflow, "steps">, id: StepId): readonly Opener[] {
  const outputs = outputsOf(workflow);
  const found = new Map<string, Opener>();
  const seen = new Set<string>();
  // `closed`: how many batches were joined between there and the step, whose openers are none of its own.
  const open: { readonly id: StepId; readonly closed: number }[] = [];
  const visit = (at: StepId, closed: number) => {
    const step = stepAt(workflow, at);
    const inside = closed + (step !== undefined && gathersBatch(step) ? 1 : 0);
    const key = `${inside} ${at}`;
    // A loop that passes a join again and again could go on for ever.
    if (seen.has(key) || inside > Object.keys(workflow.steps).length) return;
    seen.add(key);
    open.push({ id: at, closed: inside });
  };
  visit(id, 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const accepts = stepAt(workflow, next.id)?.accepts ?? [];
    for (const { from, port, type } of outputs) {
      const source = stepAt(workflow, from);
      if (source === undefined || !accepts.includes(type)) continue;
      const opens = source.batches !== undefined && Object.values(source.batches).includes(type);
      if (!opens) visit(from, next.closed);
      else if (next.closed > 0) visit(from, next.closed - 1);
      else found.set(`${from} ${port}`, { step: from, port });
    }
  }
  return [...found.values()];
}

/** Whether a step waits for the members of a batch. */
export function gathersBatch({ join }: Step): boolean {
  return typeof join === "object";
}

function stepAt(workflow: Pick<Workflow, "steps">, id: StepId): Step | undefined {
  return Object.hasOwn(workflow.steps, id) ? workflow.steps[id] : undefined;
}
