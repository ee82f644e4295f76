import { doesWork, type EachPart } from "../engine/eachPart.ts";
import { values } from "../engine/persistent/sortedMap.ts";
import type { Result } from "../engine/result.ts";
import { handOn } from "../runtime/handOn.ts";
import type { Json } from "../workflow/json.ts";
import type { StepKind } from "../workflow/workflow.ts";
import { computed } from "./computed.ts";
import { evaluateTexts } from "./evaluate.ts";
import type { Executor, Work } from "./executor.ts";
import { StepFailure } from "./stepFailure.ts";

/** What a step with `forEach` does beside its elements, whatever its kind (R72). */
export const forEachList: Executor<StepKind> = computed(async (work) => {
  const part = work.dispatch.each;
  return part?.kind === "gather" ? handOnList(work, part) : [{ kind: "each", elements: await readList(work) }];
});

/** Whether this execution is about the list, and not one of the kind's own. */
export function isAboutList({ dispatch }: Pick<Work, "dispatch">): boolean {
  return !doesWork(dispatch);
}

/** The results of the elements in the order of the list; `output` too where the step has a schema. */
function handOnList(work: Work, { results }: Extract<EachPart, { kind: "gather" }>): readonly Result[] {
  const ended = [...values(results)];
  const list: Result = handOn(
    work.step,
    ended.map(({ data }) => data ?? null),
  );
  if (ended.every(({ output }) => output === undefined)) return [list];
  return [list, { kind: "output", value: ended.map(({ output, data }) => output ?? data ?? null) }];
}

/**
 * JSONata makes no difference between one value and a list of it: a filter that one element passes gives that
 * element, one that none passes gives nothing. So one value is a list of one, and nothing the empty list. Only of a
 * plain path that meets no list on its way it is certain that there is none.
 */
async function readList(work: Work): Promise<readonly Json[]> {
  const source = (work.step.forEach ?? "").trim();
  const onTheWay = prefixesOf(source).map((path) => ({
    language: "expression" as const,
    name: "forEach",
    source: `$type(${path}) = "array"`,
    optional: true as const,
  }));
  const [value, ...lists] = await evaluateTexts(work, [
    { language: "expression", name: "forEach", source, optional: true },
    ...onTheWay,
  ]);
  if (Array.isArray(value)) return value;
  const mayBeList = !plainPath.test(source) || lists.includes(true);
  if (mayBeList && value !== null) return value === undefined ? [] : [value];
  throw new StepFailure({
    name: "ForEachError",
    message: `\`forEach\` must give a list, and ${source} is ${inWords(value)}. Name a list, or write [${source}] for a list of one.`,
  });
}

const plainPath = /^(?:\$\.)?[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*$/;

/** `a`, `a.b` of `a.b.c`: where a list may have been on the way. */
function prefixesOf(source: string): readonly string[] {
  if (!plainPath.test(source)) return [];
  const names = source.split(".").map((name) => name.trim());
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("."));
}

function inWords(value: Json | undefined): string {
  if (value === undefined) return "not there";
  if (value === null) return "null";
  if (typeof value === "string") return `the text ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === "object" ? "an object" : `the ${typeof value} ${JSON.stringify(value)}`;
}
