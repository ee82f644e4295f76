import { type ConditionLookup, decideCondition } from "../../engine/conditions.ts";
import { resolveAlong } from "../../engine/resolve.ts";
import type { Result } from "../../engine/result.ts";
import type { Condition, Path } from "../../workflow/condition.ts";
import type { Json } from "../../workflow/json.ts";
import { evaluateTexts } from "../evaluate.ts";
import type { Work } from "../executor.ts";
import { load } from "../largeValues.ts";
import { lookBack } from "../roots.ts";

/** Hands the event on, unchanged, through the port of the first case that is true. */
export async function branchOff(work: Work<"branch">): Promise<readonly Result[]> {
  const port = await choosePort(work);
  const data = work.dispatch.event?.data ?? null;
  const type = work.step.emits?.[port];
  return [type === undefined ? { kind: "return", value: null, data } : { kind: "return", value: { type, data } }];
}

async function choosePort(work: Work<"branch">): Promise<string> {
  const { cases, else: otherwise } = work.step.config;
  for (const [i, { port, when }] of cases.entries()) {
    if (typeof when === "string") {
      const text = { language: "expression", name: `cases[${i}].when`, source: when, optional: true } as const;
      const [value] = await evaluateTexts(work, [text]);
      if (value !== undefined && isTrue(value)) return port;
    } else if (decideCondition(when, await lookupFor(work, when)) === true) return port;
  }
  return otherwise;
}

/** As JSONata's `$boolean` sees a value: nothing, zero and what is empty are false. */
function isTrue(value: Json): boolean {
  if (Array.isArray(value)) return value.some(isTrue);
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

async function lookupFor({ dispatch, execution }: Work<"branch">, condition: Condition): Promise<ConditionLookup> {
  const steps = new Map<string, Json>();
  for (const id of stepsIn(condition)) {
    const value = await lookBack(execution, id);
    if (value !== undefined) steps.set(id, value);
  }
  // Only what lies on the way to what the condition tests is loaded.
  const onTheWay = async (value: Json, paths: readonly Path[]): Promise<Json> => {
    let along = value;
    for (const path of paths) along = await resolveAlong(along, path, (digest) => load(execution, digest));
    return along;
  };
  const leaves = leavesOf(condition);
  for (const [id, value] of steps) {
    const paths = leaves.flatMap((leaf): Path[] => {
      if ("output" in leaf && leaf.output === id) return [["output", ...leaf.path]];
      return "step" in leaf && leaf.step === id ? [["data", ...leaf.path]] : [];
    });
    steps.set(id, await onTheWay(value, paths));
  }
  const data = dispatch.event?.data;
  const eventPaths = leaves.flatMap((leaf): Path[] => ("event" in leaf ? [leaf.event] : []));
  const event = data === undefined ? undefined : await onTheWay(data, eventPaths);
  const storePaths = leaves.flatMap((leaf): Path[] => ("store" in leaf ? [leaf.store] : []));
  const store = await onTheWay(execution.store(), storePaths);
  const member = (id: string, key: string): Json | undefined =>
    (steps.get(id) as { [key: string]: Json } | undefined)?.[key];
  const found = (value: Json | undefined) => (value === undefined ? undefined : { value });
  return {
    status: (id) => member(id, "outcome") as string | undefined,
    exit: (id) => {
      if (!steps.has(id)) return undefined;
      const code = member(id, "exit");
      return typeof code === "number" ? { code } : "abnormal";
    },
    output: (id) => found(member(id, "output")),
    event: () => found(event),
    store: () => ({ value: store }),
    step: (id) => found(member(id, "data")),
  };
}

function stepsIn(condition: Condition): readonly string[] {
  return leavesOf(condition).flatMap((leaf) => {
    if ("status" in leaf) return [leaf.status];
    if ("exit" in leaf) return [leaf.exit];
    if ("output" in leaf) return [leaf.output];
    return "step" in leaf ? [leaf.step] : [];
  });
}

type Leaf = Exclude<Condition, { readonly all: unknown } | { readonly any: unknown } | { readonly not: unknown }>;

function leavesOf(condition: Condition): readonly Leaf[] {
  if ("all" in condition) return condition.all.flatMap(leavesOf);
  if ("any" in condition) return condition.any.flatMap(leavesOf);
  return "not" in condition ? leavesOf(condition.not) : [condition];
}
