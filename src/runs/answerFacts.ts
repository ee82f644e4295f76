import { isJsonObject, type Json } from "../workflow/json.ts";

/** What stands beside an agent's answer, for people. */
export interface AnswerFacts {
  readonly model?: string;
  /** Tokens in and out, as far as the server counted them. */
  readonly tokens?: string;
}

/** Of what an agent handed on, or of the data of its failure; a large answer stands elsewhere and says nothing. */
export function answerFacts(handed: Json | undefined): AnswerFacts {
  if (!isJsonObject(handed)) return {};
  const { model, usage } = handed;
  const tokens = isJsonObject(usage)
    ? [
        ...(typeof usage.input === "number" ? [`${usage.input.toLocaleString("en")} in`] : []),
        ...(typeof usage.output === "number" ? [`${usage.output.toLocaleString("en")} out`] : []),
      ]
    : [];
  return {
    ...(typeof model === "string" && model !== "" && { model }),
    ...(tokens.length > 0 && { tokens: tokens.join(", ") }),
  };
}
