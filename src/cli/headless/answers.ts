import { type LoadText, resolveValue } from "../../engine/resolve.ts";
import type { TickBody } from "../../engine/tick.ts";
import type { StateView, WaiterView } from "../../engine/view.ts";
import { schemaProblem } from "../../runtime/outputSchema.ts";
import type { Json, JsonObject, JsonSchema } from "../../workflow/json.ts";
import { type JsonFinding, readJsonText } from "../../workflow/jsonText.ts";
import { findStep } from "../../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import type { Terminal } from "./terminal.ts";

/** A question that is open now. */
export interface OpenAsk {
  readonly step: StepId;
  /** What an answer names it by. */
  readonly ask: Json;
  readonly question: string | undefined;
  readonly show: Json | undefined;
  readonly form: JsonSchema | undefined;
  readonly choices: readonly string[];
}

/** `load`: the JSON text of a large value, which an ask may show. */
export async function openAsks(view: StateView, load: LoadText): Promise<readonly OpenAsk[]> {
  const open = Object.entries(view.steps).flatMap(([step, { waiters }]) =>
    waiters.flatMap((waiter) => (waiter.ask?.type === "Ask" ? [{ step, waiter }] : [])),
  );
  return Promise.all(
    open.map(async ({ step, waiter }) => openAsk(step, waiter, await resolveValue(waiter.ask?.data ?? {}, load))),
  );
}

function openAsk(step: StepId, waiter: WaiterView, shown: Json): OpenAsk {
  const data = shown as JsonObject;
  return {
    step,
    ask: waiter.where?.ask ?? waiter.waiter,
    question: typeof data.question === "string" ? data.question : undefined,
    show: data.show,
    form: data.form as JsonSchema | undefined,
    choices: Array.isArray(data.choices) ? (data.choices as readonly string[]) : [],
  };
}

/** What a person said: a button, and what was filled in. */
export interface Said {
  readonly choice?: string;
  readonly value: Json;
}

/**
 * Reads an answer as it is written on a command line: JSON, or the bare name of a choice. With choices, a text is
 * the choice, and an object may have `choice` and `value`. Otherwise the value is the answer. A text: why not.
 */
export function readAnswer({ choices, form }: Pick<OpenAsk, "choices" | "form">, text: string): Said | string {
  const { value, findings } = readJsonText(text);
  const json = findings.length === 0 ? value : undefined;
  const said = choices.length === 0 ? (json === undefined ? undefined : { value: json }) : readChoice(text, json);
  if (said === undefined) return text === "" ? "An empty answer is not JSON." : notExact(text, findings[0]);
  // A choice is any text; JSON that would not arrive as it is written is neither.
  const changed = findings.find(({ kind }) => kind === "rounded" || kind === "duplicate" || kind === "surrogate");
  if (changed !== undefined) return notExact(text, changed);
  if (choices.length > 0 && (said.choice === undefined || !choices.includes(said.choice))) {
    return `Choose one of: ${choices.join(", ")}.`;
  }
  const problem = form === undefined ? undefined : schemaProblem(form, said.value);
  return problem === undefined ? said : `The answer does not fit the form: ${problem}`;
}

function notExact(text: string, finding: JsonFinding | undefined): string {
  if (finding === undefined || finding.kind === "syntax") return `${text} is not JSON.`;
  return `${finding.pointer === "" ? "" : `${finding.pointer}: `}${finding.message}`;
}

function readChoice(text: string, json: Json | undefined): Said {
  if (json === undefined) return { choice: text, value: null };
  if (typeof json === "string") return { choice: json, value: null };
  const { choice, value = null } = (json ?? {}) as JsonObject;
  return { ...(typeof choice === "string" && { choice }), value };
}

/** The event that answers, to the step that asked (R76). */
export function answerTick({ step, ask }: OpenAsk, said: Said): TickBody {
  return {
    kind: "event-added",
    event: { type: "Answer", data: { ask, ...said, by: "command line" } },
    to: step,
    by: "command line",
  };
}

/** Answers that were given with the command, in their order; the last one of a step is used again. */
export class GivenAnswers {
  readonly #answers = new Map<StepId, string[]>();

  /** `STEP=JSON` each; `complain` hears of each that is not. Steps inside of workflows are named by their path. */
  constructor(written: readonly string[], workflow: Workflow, complain: (problem: string) => void) {
    for (const text of written) {
      const [, step, answer] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (step === undefined || answer === undefined) complain(`--answer ${text}: write STEP=JSON.`);
      else if (findStep(workflow, step) === undefined) {
        complain(`--answer ${text}: the workflow has no step "${step}".`);
      } else this.#answers.set(step, [...(this.#answers.get(step) ?? []), answer]);
    }
  }

  /** `undefined`: nothing was given for this step; a text: why what was given does not fit. */
  take(ask: OpenAsk): Said | string | undefined {
    const answers = this.#answers.get(ask.step);
    const text = answers && answers.length > 1 ? answers.shift() : answers?.[0];
    if (text === undefined) return undefined;
    const said = readAnswer(ask, text);
    return typeof said === "string" ? `--answer ${ask.step}=${text}: ${said}` : said;
  }
}

/** Asks on the terminal until the answer fits. */
export async function askPerson(terminal: Terminal, ask: OpenAsk): Promise<Said> {
  const lines = [
    `\n${ask.step} asks: ${ask.question ?? ""}`,
    ...(ask.show === undefined ? [] : [JSON.stringify(ask.show, null, 2)]),
    ...(ask.form === undefined ? [] : [`The answer is JSON of this form: ${JSON.stringify(ask.form)}`]),
  ];
  const prompt = ask.choices.length > 0 ? `${ask.choices.join(" / ")}: ` : "JSON: ";
  for (let problem = ""; ; ) {
    const said = readAnswer(ask, await terminal.ask(`${problem}${lines.join("\n")}\n${prompt}`));
    if (typeof said !== "string") return said;
    problem = `${said}\n`;
  }
}
