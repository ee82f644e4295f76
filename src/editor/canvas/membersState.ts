import type { StepId } from "../../workflow/workflow.ts";
import type { CanvasLive } from "./live.ts";

/** What a folded frame says of its steps in a run: what needs a person first, then what is under way, then the end. */
export function membersState(
  members: readonly StepId[],
  live: CanvasLive,
): { readonly text: string; readonly tone: "wait" | "run" | "bad" | "ok" | "none" } {
  const steps = members.flatMap((id) => (Object.hasOwn(live.steps, id) ? (live.steps[id] ?? []) : []));
  const waiting = steps.filter(({ waitingFor }) => waitingFor?.for === "you" || waitingFor?.for === "decision").length;
  const busy = steps.filter(({ status }) => status !== "not-running").length;
  const failed = steps.filter(({ lastOutcome }) => lastOutcome === "failure" || lastOutcome === "timeout").length;
  const done = steps.filter(({ lastOutcome }) => lastOutcome === "success").length;
  const of = `of ${members.length}`;
  if (waiting > 0) return { text: `${waiting} ${of} waiting for you`, tone: "wait" };
  if (busy > 0) return { text: `${busy} ${of} running`, tone: "run" };
  if (failed > 0) return { text: `${failed} ${of} failed`, tone: "bad" };
  return done > 0 ? { text: `${done} ${of} done`, tone: "ok" } : { text: "not running", tone: "none" };
}
