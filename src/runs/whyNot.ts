import type { StateView } from "../engine/view.ts";
import { formatCount } from "../ui/format.ts";
import { findStep, pathIn, scopeOf, workflowAt } from "../workflow/subWorkflows.ts";
import { outputsOf, startNode } from "../workflow/wires.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { HistoryAt } from "./historyAt.ts";
import { waitsForYou } from "./needsYou.ts";

/**
 * Of a step that never began: what would have had to happen, a sentence for each event type that starts it, from the
 * graph and the journal. `null`: it began, or it is a task (`taskReason`).
 */
export function whyNot(
  path: StepId,
  workflow: Workflow,
  view: Pick<StateView, "steps" | "lifecycle" | "stopped">,
  history: Pick<HistoryAt, "attemptsOf" | "emitted">,
  title: (step: StepId) => string,
): readonly string[] | null {
  const step = findStep(workflow, path);
  if (step?.accepts === undefined || history.attemptsOf(path).length > 0) return null;
  if (step.disabled === true) return ["It is switched off"];
  const kept = step.join === undefined ? notBegun(path, view) : "is kept until the others are there";
  const scope = scopeOf(path);
  const outputs = outputsOf(workflowAt(workflow, scope) ?? workflow);
  if (step.accepts.length === 0) return ["Nothing leads to it"];
  return step.accepts.flatMap((type) => {
    const sources = outputs.filter((output) => output.type === type);
    if (sources.length === 0) {
      if (type === "StepFailed") return ["It begins when a step fails, and none did without a way of its own"];
      return [`It begins with ${type} from outside, and none came`];
    }
    return sources.map(({ from, port }) => {
      const source = pathIn(scope, from);
      if (history.emitted(source, type) > 0) return `${type} came from ${nameOf(from, source, title)}, and ${kept}`;
      return `It begins with ${type} from ${nameOf(from, source, title)}, ${didInstead(source, port, view, history)}`;
    });
  });
}

/** What keeps that which came from beginning. */
function notBegun(path: StepId, { lifecycle, stopped }: Pick<StateView, "lifecycle" | "stopped">): string {
  if (lifecycle !== "paused") return "nothing has begun with it yet";
  return stopped?.step === path
    ? "the run stopped at a breakpoint before it begins"
    : "nothing begins while the run is paused";
}

function nameOf(from: StepId, source: StepId, title: (step: StepId) => string): string {
  return from === startNode ? "the start" : `“${title(source)}”`;
}

function didInstead(
  source: StepId,
  port: string,
  view: Pick<StateView, "steps">,
  history: Pick<HistoryAt, "attemptsOf">,
): string {
  const last = history.attemptsOf(source).at(-1);
  const step = Object.hasOwn(view.steps, source) ? view.steps[source] : undefined;
  if (last === undefined) return "which has not run";
  if (step?.status === "running") return "which is running";
  if (step !== undefined && (waitsForYou(step) || step.parked !== undefined)) return "which waits for you";
  if (step !== undefined && step.uncertain.length > 0) return "which waits for your decision";
  if (step !== undefined && step.waiters.length > 0) return "which still waits";
  if (typeof step?.nextRetryAt === "number") return "which waits for its next try";
  // The tick that decided otherwise.
  const tick = last.toSeq === undefined ? "" : ` (tick ${formatCount(last.toSeq)})`;
  if (typeof last.returned === "string") return `which handed on ${last.returned} instead${tick}`;
  if (port === "error" && step?.lastOutcome === "success") return `which succeeded${tick}`;
  return step?.lastOutcome ? `which ended with ${step.lastOutcome}${tick}` : "which has not handed it on";
}
