import { failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import type { Text } from "../../protocol/sandbox.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { evaluateTexts } from "../evaluate.ts";
import type { Work } from "../executor.ts";

/** Asks a person and suspends; when the answer or the deadline is there, hands it on (R74, R76). */
export async function askPerson(work: Work<"ask">): Promise<readonly Result[]> {
  const [outcome] = work.dispatch.waits;
  if (outcome === undefined) return [await ask(work)];
  if (outcome.event !== undefined) return answered(work, (outcome.event.data ?? {}) as JsonObject);
  const { default: byDefault } = work.step.config;
  if (byDefault === undefined) {
    const message = "Nobody answered before the deadline, and the step has no default.";
    return [{ kind: "fail", failure: { name: failureNames.waitTimedOut, message } }];
  }
  const isChoice = typeof byDefault === "string" && (work.step.config.choices ?? []).includes(byDefault);
  return answered(work, isChoice ? { value: null, choice: byDefault } : { value: byDefault });
}

/** The implicit waiter of an item (R36), which is what an `Answer` must name. */
function askId({ dispatch }: Work<"ask">): string {
  return `${dispatch.item}.0`;
}

async function ask(work: Work<"ask">): Promise<Result> {
  const { question, show, form, prefill, choices, deadlineMs } = work.step.config;
  const texts: Text[] = [];
  if (question !== undefined) texts.push({ language: "template", name: "question", source: question });
  if (show !== undefined) texts.push({ language: "expression", name: "show", source: show, optional: true });
  if (prefill !== undefined) texts.push({ language: "expression", name: "prefill", source: prefill, optional: true });
  const values = await evaluateTexts(work, texts);
  const shown: JsonObject = Object.fromEntries(
    texts.flatMap(({ name }, i) => {
      const value = values[i];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const id = askId(work);
  const data: JsonObject = {
    step: work.dispatch.step,
    ask: id,
    ...shown,
    ...(form !== undefined && { form }),
    ...(choices !== undefined && { choices }),
    ...(deadlineMs !== undefined && { deadlineAt: work.dispatch.at + deadlineMs }),
  };
  return {
    kind: "wait",
    ordinal: 0,
    type: "Answer",
    where: { ask: id },
    ask: { type: "Ask", data },
    ...(deadlineMs !== undefined && { dueAt: work.dispatch.at + deadlineMs }),
  };
}

/** What is handed on is what the person filled in; where there was nothing to fill in, the choice. */
function answered(work: Work<"ask">, { value, choice }: JsonObject): readonly Result[] {
  const output: Json = value ?? choice ?? null;
  const port = typeof choice === "string" ? choice : "done";
  const type = work.step.emits?.[port];
  return [
    type === undefined
      ? { kind: "return", value: null, data: output }
      : { kind: "return", value: { type, data: output } },
    { kind: "output", value: output },
  ];
}
