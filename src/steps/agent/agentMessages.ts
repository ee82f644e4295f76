import { failureNames } from "../../engine/failure.ts";
import type { ChatCall } from "../../protocol/runnerCalls.ts";
import type { Text } from "../../protocol/sandbox.ts";
import type { Json } from "../../workflow/json.ts";
import { isTemplated } from "../../workflow/template.ts";
import { evaluateTexts } from "../evaluate.ts";
import type { Work } from "../executor.ts";
import { wholeValue } from "../largeValues.ts";
import { type MarkedSecrets, markSecrets } from "../markSecrets.ts";
import { StepFailure } from "../stepFailure.ts";

export interface AgentMessages {
  readonly messages: ChatCall["messages"];
  readonly secrets: MarkedSecrets["request"];
}

/**
 * What an agent is told: system text, prompt or messages with their templates filled, and after an answer that did
 * not fit, that answer with what is wrong about it (T15).
 */
export async function agentMessages(work: Work<"agent">): Promise<AgentMessages> {
  const { system, prompt, messages = [] } = work.step.config;
  const texts: Text[] = [];
  const template = (name: string, source: string): (() => string) => {
    if (!isTemplated(source)) return () => source;
    const at = texts.push({ language: "template", name, source }) - 1;
    return () => String(values[at]);
  };
  const said = [
    ...(system === undefined ? [] : [{ role: "system", content: template("system", system) }]),
    ...messages.map(({ role, content }, i) => ({ role, content: template(`messages[${i}].content`, content) })),
    ...(prompt === undefined || prompt === "" ? [] : [{ role: "user", content: template("prompt", prompt) }]),
  ];
  if (said.every(({ role }) => role === "system")) {
    throw new StepFailure({ name: "ConfigError", message: "The agent is asked nothing: write a prompt or messages." });
  }
  const marked = markSecrets(texts);
  const values: readonly (Json | undefined)[] = await evaluateTexts(work, texts, { secrets: marked.secrets });
  return {
    messages: [...said.map(({ role, content }) => ({ role, content: content() })), ...(await correction(work))],
    secrets: marked.request,
  };
}

async function correction({ dispatch, step, execution }: Work<"agent">): Promise<ChatCall["messages"]> {
  const { corrections, lastFailure } = dispatch;
  if (corrections === 0 || lastFailure?.name !== failureNames.output || step.output === undefined) return [];
  const { text } = (await wholeValue(execution, lastFailure.data ?? {})) as { readonly text?: unknown };
  if (typeof text !== "string") return [];
  return [
    { role: "assistant", content: text },
    {
      role: "user",
      content: `This answer cannot be used. ${lastFailure.message}\nAnswer again with one JSON value of this schema and nothing around it:\n${JSON.stringify(step.output)}`,
    },
  ];
}
