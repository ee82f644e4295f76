import type { Answer } from "../protocol/answer.ts";
import type { Json, JsonSchema } from "../workflow/json.ts";
import { misfit, refuse } from "./answers.ts";
import type { Outside } from "./outside.ts";

/** What a person answers a question with. */
export interface Given {
  readonly value: Json;
  readonly choice?: string | undefined;
}

/** R76: an answer is checked against choices and form before any tick. `shown` is the data of the ask, whole. */
export async function findWrongAnswer(
  shown: Json,
  { value, choice }: Given,
  validate: Outside["validate"],
): Promise<Answer<never> | null> {
  const { form, choices } = shown as {
    readonly form?: JsonSchema;
    readonly choices?: readonly string[];
  };
  if (choices && choices.length > 0) {
    if (choice === undefined || !choices.includes(choice)) {
      return refuse("invalid", `Choose one of: ${choices.join(", ")}.`);
    }
  } else if (choice !== undefined) return refuse("invalid", "This question has no choices.");
  if (form === undefined) return null;
  const errors = await validate(form, value);
  return errors.length === 0 ? null : misfit("The answer does not fit the form.", errors);
}
