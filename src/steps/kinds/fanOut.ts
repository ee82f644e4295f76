import { failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import type { Json } from "../../workflow/json.ts";
import { evaluateTexts } from "../evaluate.ts";
import type { Work } from "../executor.ts";
import { StepFailure } from "../stepFailure.ts";

/** One reduction routes them all; the default `maxExecutions` of a run allows no more. */
const maxElements = 100_000;

/**
 * One event per element, as a batch (R31). A value that is no list is a list of one: that is what JSONata makes of a
 * list with one element. Of a list without any it makes no value at all, which is not taken for an empty list: it may
 * as well be a name that was mistyped.
 */
export async function fanOut(work: Work<"fan-out">): Promise<readonly Result[]> {
  const { items } = work.step.config;
  const type = work.step.batches?.done;
  if (type === undefined) {
    const message =
      "The step has no event type for its elements. Wire its port to a step, or name one in batches.done.";
    throw new StepFailure({ name: "ConfigError", message });
  }
  const text = { language: "expression", name: "items", source: items, optional: true } as const;
  const [value] = await evaluateTexts(work, [text]);
  if (value === undefined) {
    const message = `items gives no list: ${items.trim()}. Check its names; when there may be nothing, write (${items.trim()}) ?? [].`;
    throw new StepFailure({ name: failureNames.missingValue, message });
  }
  const elements: readonly Json[] = Array.isArray(value) ? value : [value];
  if (elements.length > maxElements) {
    const message = `items gives ${elements.length} elements, and one step opens a batch of at most ${maxElements}. Take the list in parts, for example a list of lists.`;
    throw new StepFailure({ name: "TooLargeError", message });
  }
  return [{ kind: "return", value: elements.map((data) => ({ type, data })) }];
}
