import type { Result } from "../../engine/result.ts";
import type { Json } from "../../workflow/json.ts";
import { evaluateExpression } from "../evaluate.ts";
import type { Work } from "../executor.ts";
import { StepFailure } from "../stepFailure.ts";

/**
 * One event per element, as a batch (R31). A value that is no list is a list of one: that is what JSONata makes of a
 * list with one element.
 */
export async function fanOut(work: Work<"fan-out">): Promise<readonly Result[]> {
  const value = await evaluateExpression(work, "items", work.step.config.items);
  const type = work.step.batches?.done;
  if (type === undefined) {
    const message =
      "The step has no event type for its elements. Wire its port to a step, or name one in batches.done.";
    throw new StepFailure({ name: "ConfigError", message });
  }
  const elements: readonly Json[] = Array.isArray(value) ? value : [value];
  return [{ kind: "return", value: elements.map((data) => ({ type, data })) }];
}
