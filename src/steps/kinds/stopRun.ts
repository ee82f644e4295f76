import type { Result } from "../../engine/result.ts";
import { evaluateExpression } from "../evaluate.ts";
import type { Work } from "../executor.ts";

/** Ends the run with the value of its expression (R40, R75); without one, with the event's data. */
export async function stopRun(work: Work<"stop">): Promise<readonly Result[]> {
  const { result } = work.step.config;
  const data =
    result === undefined ? (work.dispatch.event?.data ?? null) : await evaluateExpression(work, "result", result);
  return [{ kind: "return", value: { type: "Stop", data } }];
}
