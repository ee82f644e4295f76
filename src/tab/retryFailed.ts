import { judgeResults } from "../engine/judge.ts";
import { ownEntry } from "../engine/ownEntry.ts";
import type { StepPlan } from "../engine/plan.ts";
import { decided } from "../engine/recovery.ts";
import { resolveValue } from "../engine/resolve.ts";
import type { Result } from "../engine/result.ts";
import { stepAt } from "../engine/runState.ts";
import { endedTask } from "../engine/taskEnding.ts";
import type { TakenOverTask, TakesOver, Tick } from "../engine/tick.ts";
import { lookUp } from "../engine/trail.ts";
import type { Answer } from "../protocol/answer.ts";
import { readTick } from "../storage/segments.ts";
import type { Json } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";
import { done, refuse } from "./answers.ts";
import type { Shown } from "./runFeed.ts";
import { valueText } from "./runValues.ts";
import type { TabContext } from "./tabContext.ts";

/**
 * The successes of a run that a new one may begin with (T26): of tasks whose needs, however far back, it takes over
 * too, because another result of a need may change what they do. Each with the results that the journal holds, whole.
 */
export async function successesOf(tab: TabContext, runId: string, run: Shown): Promise<Answer<TakesOver>> {
  const tasks: Record<StepId, TakenOverTask> = {};
  for (const step of tasksInOrder(run)) {
    const ended = endedTask(stepAt(run.state, step.index));
    const needs = step.step.needs ?? [];
    // Cleaning up belongs to each run (T41).
    if (step.step.always === true || ended?.outcome !== "success" || !needs.every((need) => Object.hasOwn(tasks, need)))
      continue;
    const entry = lookUp(ended.trail, step.id);
    const tick = entry && (await readTick(tab.database, runId, entry.seq));
    const results = tick && resultsIn(step, tick);
    if (entry === undefined || results === undefined)
      return refuse("damaged", `The journal holds no result of \`${step.id}\`.`);
    const wrong = whyNotTaken(step, results);
    if (wrong !== null) {
      return refuse(
        "conflict",
        `The success of \`${step.id}\` cannot be taken over: ${wrong}. Start the workflow again instead.`,
      );
    }
    // Of a matrix the exit is that of its first element, which its own tick does not hold.
    const known = results.some(({ kind }) => kind === "exit");
    const told =
      ended.exit === undefined || known ? results : [...results, { kind: "exit", exit: ended.exit } as const];
    const whole = await resolveValue(told as unknown as Json, (digest) => valueText(tab, runId, digest));
    tasks[step.id] = { seq: entry.seq, attempt: entry.attempt, results: whole as unknown as readonly Result[] };
  }
  return done({ run: runId, tasks });
}

/** Each after those that it needs: in a run that has ended the ticks of successes are in that order. */
function tasksInOrder({ plan, state }: Shown): readonly StepPlan[] {
  const seqOf = (step: StepPlan) => lookUp(endedTask(stepAt(state, step.index))?.trail, step.id)?.seq ?? 0;
  const depth = new Map<StepId, number>();
  const depthOf = (step: StepPlan): number => {
    const known = depth.get(step.id);
    if (known !== undefined) return known;
    depth.set(step.id, 0);
    const found = Math.max(0, ...(step.step.needs ?? []).map((need) => depthOf(plan.byId.get(need) ?? step) + 1));
    depth.set(step.id, found);
    return found;
  };
  return [...plan.root.tasks].sort((a, b) => depthOf(a) - depthOf(b) || seqOf(a) - seqOf(b));
}

function resultsIn(step: StepPlan, tick: Tick): readonly Result[] | undefined {
  if (tick.kind === "execution-finished") return tick.results;
  if (tick.kind === "run-started") return ownEntry(tick.takesOver?.tasks ?? {}, step.id)?.results;
  if (tick.kind !== "recovery-decided" || tick.decision.kind !== "succeeded") return undefined;
  const { data, did } = decided(step, tick.decision.output);
  return [
    { kind: "return", value: null, data },
    { kind: "output", value: did.output ?? null },
  ];
}

/** A success that did more than to hand on a result would have done that in the other run only. */
function whyNotTaken({ step }: StepPlan, results: readonly Result[]): string | null {
  if (Object.keys(step.set ?? {}).length > 0) return "it wrote into the store of its run";
  const judgement = judgeResults(step, results);
  if (judgement.kind !== "success") return "it is none for this workflow";
  const { sends, collects, consumes } = judgement.did;
  if (Array.isArray(judgement.value) || sends.length + collects.length + consumes.length > 0)
    return "it sent events of its own";
  return null;
}
