import type { Draft } from "./draft.ts";
import type { Event } from "./event.ts";
import { beginningLine } from "./instances.ts";
import { judgeResults } from "./judge.ts";
import type { Routing } from "./routing.ts";
import { endedTask, endTask } from "./taskEnding.ts";
import { needsTrail } from "./tasks.ts";
import type { TakesOver } from "./tick.ts";
import { extendTrail } from "./trail.ts";

/**
 * *Retry failed* (T26): tasks that succeeded in another run of the same workflow have ended when this one begins, with
 * the results that they had there. Answers the events that they hand on, as if they had just ended. What was no
 * success, or is none for this workflow, begins as any other task.
 */
export function takeOver(draft: Draft, { tasks }: TakesOver): readonly (Routing & { readonly event: Event })[] {
  const events: (Routing & { readonly event: Event })[] = [];
  const inOrder = Object.entries(tasks).sort(([, a], [, b]) => a.seq - b.seq);
  for (const [id, { attempt, results }] of inOrder) {
    const step = draft.plan.byId.get(id);
    if (step?.task === undefined || step.scope.owner !== undefined || step.step.disabled) continue;
    if (endedTask(draft.peek(step)) !== undefined) continue;
    const judgement = judgeResults(step.step, results);
    if (judgement.kind !== "success" || Array.isArray(judgement.value)) continue;
    const { did, data, value } = judgement;
    const output = did.output ?? data;
    const trail = extendTrail(needsTrail(draft, step), id, draft.tick.seq, attempt);
    draft.touch(step).lastOutcome = "success";
    endTask(draft, step, {
      kind: "ended",
      outcome: "success",
      trail,
      ...(output !== undefined && { output }),
      ...(did.exit !== undefined && { exit: did.exit }),
    });
    if (value !== null && !Array.isArray(value))
      events.push({ event: value as Event, lineage: { ...beginningLine(draft, step), trail } });
  }
  return events;
}
