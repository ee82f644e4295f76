import { sizeOf, values } from "../engine/persistent/sortedMap.ts";
import type { Plan } from "../engine/plan.ts";
import { reasonText } from "../engine/reasonText.ts";
import { bytesOf, isReference } from "../engine/reference.ts";
import { type RunState, stepAt } from "../engine/runState.ts";
import type { StepState } from "../engine/stepState.ts";
import type { Tick } from "../engine/tick.ts";
import { changedSteps } from "../engine/viewRun.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { stepTitle } from "../workflow/stepTitle.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";

/** Longest text of a summary's line. */
const lineLength = 160;

/** Keeps a run's summary up to date; looks only at the steps that changed since the last call. */
export function createSummarizer(plan: Plan, first: RunSummary): (state: RunState, lastTick: Tick) => RunSummary {
  const waiting = new Map<StepId, number>();
  let needsYou = 0;
  let before: RunState | undefined;
  let summary = first;

  return (state, lastTick) => {
    for (const step of before ? changedSteps(plan, before, state) : plan.byId.keys()) {
      const planned = plan.byId.get(step);
      const count = planned === undefined ? 0 : needsOf(stepAt(state, planned.index));
      needsYou += count - (waiting.get(step) ?? 0);
      waiting.set(step, count);
    }
    const { lifecycle, outcome } = state;
    if (lastTick.kind === "run-started" && lastTick.pins !== undefined)
      summary = { ...summary, trial: { ...summary.trial, pins: lastTick.pins } };
    if (lifecycle !== before?.lifecycle || outcome !== before.outcome) {
      const { line: _line, endedAt: _endedAt, ...rest } = summary;
      const line = lineOf(state, plan.workflow);
      summary = {
        ...rest,
        ...(line !== undefined && { line }),
        ...(lifecycle === "completed" && { endedAt: lastTick.at }),
      };
    }
    before = state;
    summary = { ...summary, lifecycle, outcome, needsYou: lifecycle === "completed" ? 0 : needsYou, seq: lastTick.seq };
    return summary;
  };
}

/** How many things of a step wait for a person. Looked at in the state: a view of the step would be made per commit. */
function needsOf({ workers, waiters, parked }: StepState): number {
  let count = sizeOf(parked);
  for (const execution of workers) if (execution?.uncertain !== undefined) count++;
  for (const { state, ask } of values(waiters)) if (state.kind === "open" && ask?.type === "Ask") count++;
  return count;
}

/** Why it ended or paused, or what its result was. */
function lineOf({ lifecycle, reason, result }: RunState, workflow: Workflow): string | undefined {
  if (lifecycle !== "completed" && lifecycle !== "paused") return undefined;
  if (reason !== null) return cut(reasonText(reason, workflow, (step) => stepTitle(workflow, step)));
  if (result === null) return undefined;
  if (isReference(result)) return `a large value: ${bytesOf(result).toLocaleString("en")} bytes of JSON`;
  return cut(typeof result === "string" ? result : JSON.stringify(result));
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const points = [...line.slice(0, 2 * lineLength)];
  return points.length <= lineLength ? line : `${points.slice(0, lineLength - 1).join("")}…`;
}

/** Of a run that came as a log: it is only looked at, so nothing of it waits for a person here. */
export function importedSummary(
  plan: Plan,
  run: Pick<RunSummary, "id" | "createdAt" | "number" | "forkOf">,
  state: RunState,
  lastTick: Tick | undefined,
): RunSummary {
  const first: RunSummary = {
    ...run,
    name: plan.workflow.name,
    lifecycle: "planned",
    outcome: null,
    seq: 0,
    needsYou: 0,
    imported: true,
  };
  return lastTick ? { ...createSummarizer(plan, first)(state, lastTick), needsYou: 0 } : first;
}
