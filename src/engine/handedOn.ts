import type { Json } from "../workflow/json.ts";
import type { Step, StepId } from "../workflow/workflow.ts";
import { judgeResults } from "./judge.ts";
import { ownEntry } from "./ownEntry.ts";
import type { Result } from "./result.ts";
import type { Tick } from "./tick.ts";

/** What the tick that ended an execution says of what it handed on (R69). Attempt and count stand in the trail. */
export interface HandedOnValue {
  /** The value that an `output` schema binds, else the same as `data`. */
  readonly output: Json | undefined;
  readonly data: Json | undefined;
  /** A code; else `null`. */
  readonly exit: number | null;
  readonly outcome: "success" | "failure" | "denial" | "cancellation";
}

/**
 * Reads it from an `execution-finished` tick of `step`, from the `recovery-decided` tick that settled the attempt, or
 * from the `run-started` tick that takes it over; `undefined` for any other tick.
 */
export function handedOnOf(step: Step, tick: Tick, id: StepId): HandedOnValue | undefined {
  if (tick.kind === "recovery-decided") {
    if (tick.decision.kind === "rerun") return undefined;
    if (tick.decision.kind === "failed") return { output: undefined, data: undefined, exit: null, outcome: "failure" };
    const { output } = tick.decision;
    const data = step.kind === "command" ? { exit: null, stdout: "", stderr: "", output } : output;
    return { output, data, exit: null, outcome: "success" };
  }
  const results = resultsIn(tick, id);
  if (results === undefined) return undefined;
  const judgement = judgeResults(step, results);
  const { exit, output } = judgement.did;
  const code = typeof exit === "object" && "code" in exit ? exit.code : null;
  switch (judgement.kind) {
    case "success":
      return { output: output ?? judgement.data, data: judgement.data, exit: code, outcome: "success" };
    case "failure":
      return { output, data: undefined, exit: code, outcome: judgement.denied ? "denial" : "failure" };
    case "cancelled":
      return { output: undefined, data: undefined, exit: null, outcome: "cancellation" };
    case "waiting":
    case "opened":
      return undefined;
  }
}

function resultsIn(tick: Tick, id: StepId): readonly Result[] | undefined {
  if (tick.kind === "execution-finished") return tick.results;
  return tick.kind === "run-started" ? ownEntry(tick.takesOver?.tasks ?? {}, id)?.results : undefined;
}
