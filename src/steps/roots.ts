import type { Text } from "../protocol/sandbox.ts";
import type { Json, JsonObject } from "../workflow/json.ts";
import { mentionsIn } from "../workflow/references.ts";
import type { Source } from "../workflow/sources.ts";
import { localId } from "../workflow/subWorkflows.ts";
import type { StepKind } from "../workflow/workflow.ts";
import type { Work } from "./executor.ts";

/**
 * The roots that texts of a step read (`formats.md` §1), as JSON text. Values of other steps are loaded only when a
 * text mentions them; all of them when it mentions `steps` without an id.
 */
export async function readRoots<K extends StepKind>(
  { dispatch, execution }: Work<K>,
  texts: readonly Text[],
  /** `own`: what this step itself hands on now. `secrets`: marks by name (`markSecrets`). */
  { own, secrets }: { readonly own?: JsonObject; readonly secrets?: JsonObject } = {},
): Promise<string> {
  const { event, element, elements } = dispatch;
  const sources = texts.map(({ language, source }) => ({ language, text: source }));
  const before = await lookBackAtMentioned(execution, sources);
  const steps = own === undefined ? before : { ...before, [localId(dispatch.step)]: own };
  return JSON.stringify({
    ...(event && { event, type: event.type, ...(event.data !== undefined && { data: event.data }) }),
    input: execution.input(),
    steps,
    needs: steps,
    ...(element && { item: element.item, index: element.index }),
    items: (elements ?? []).map(({ item }) => item),
    store: execution.store(),
    run: { id: execution.runId },
    attempt: dispatch.attempt,
    ...(secrets && { secret: secrets }),
  });
}

/** By id, what the steps that the texts mention handed on (R69). */
export async function lookBackAtMentioned(
  execution: Work["execution"],
  texts: readonly Pick<Source, "language" | "text">[],
): Promise<JsonObject> {
  const mentions = texts.flatMap(mentionsIn).filter(({ root }) => root === "steps" || root === "needs");
  const all = Object.keys(execution.own.steps);
  const wantsAll = mentions.some(({ name }) => name === undefined) || texts.some(mentionsStepsOtherwise);
  const ids = wantsAll ? all : mentions.map(({ name }) => name ?? "");
  const steps: [string, Json][] = [];
  for (const id of new Set(ids)) {
    const value = all.includes(id) ? await lookBack(execution, id) : undefined;
    if (value !== undefined) steps.push([id, value]);
  }
  return Object.fromEntries(steps);
}

/** Code that does not write `ctx.steps.<id>` may still get at one: `const { steps } = ctx`. */
function mentionsStepsOtherwise({ language, text }: Pick<Source, "language" | "text">): boolean {
  return (
    language === "code" &&
    /\b(?:steps|needs)\b/.test(text.replace(/\bctx\s*\.\s*(?:steps|needs)\s*(?:\.\s*\w+|\[\s*["'`])/g, ""))
  );
}

/** `steps.<id>`; `undefined`: no such ancestor. `output` is `data` where no schema binds one. */
export async function lookBack(execution: Work["execution"], step: string): Promise<JsonObject | undefined> {
  const found = await execution.lookBack(step);
  if (found === undefined) return undefined;
  const { data, exit, outcome, attempt, count } = found;
  const output = found.output ?? data;
  return {
    ...(output !== undefined && { output }),
    ...(data !== undefined && { data }),
    exit,
    outcome,
    attempt,
    count,
  };
}
