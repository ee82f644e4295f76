import { isStepKind, stepKinds } from "../kinds.ts";
import { pathIn } from "../subWorkflows.ts";
import type { StepConfigs, StepKind } from "../workflow.ts";
import { condition, path } from "./conditionShape.ts";
import {
  anything,
  fieldOf,
  flag,
  isObject,
  listOf,
  nameOf,
  number,
  object,
  oneOf,
  type Place,
  recordOf,
  report,
  type Shape,
  schema,
  taggedBy,
  text,
  under,
} from "./shape.ts";

const texts = listOf(text);
const numbers = listOf(number);
const textRecord = recordOf(() => text);

const wait: Shape = (value, at) =>
  taggedBy(
    {
      fixedMs: number,
      exponential: object({ firstMs: number, factor: number, maxMs: number }, ["firstMs", "factor", "maxMs"]),
      incrementing: object({ firstMs: number, stepMs: number, maxMs: number }, ["firstMs", "stepMs", "maxMs"]),
      list: numbers,
      random: object({ minMs: number, maxMs: number }, ["minMs", "maxMs"]),
      sum: listOf(wait),
    },
    { jitterMs: number },
  )(value, at);

const failureFilter = object({ names: texts, message: text, status: numbers, exit: numbers });

const retry = object({ maxAttempts: number, wait, stopAfterMs: number, on: failureFilter, notOn: failureFilter }, [
  "maxAttempts",
  "wait",
]);

const join: Shape = (value, at) => {
  if (value === "each" || value === "one-of-each") return;
  if (!isObject(value))
    return report(at, `${fieldOf(at)} must be "each", "one-of-each" or {"batch": …}; it is ${nameOf(value)}.`);
  const batch: Shape = (entry, place) => {
    if (entry !== "all") object({ take: number }, ["take"])(entry, place);
  };
  object({ batch, order: oneOf("list", "arrival") }, ["batch"])(value, at);
};

const fields: Readonly<Record<string, Shape>> = {
  kind: anything,
  title: text,
  notes: text,
  accepts: texts,
  needs: texts,
  join,
  forEach: text,
  emits: textRecord,
  batches: textRecord,
  workers: number,
  perSecond: number,
  retry,
  timeoutMs: number,
  onFailure: oneOf("fail", "park", "skip"),
  maxRecoveries: number,
  onInterrupt: oneOf("rerun", "ask"),
  access: oneOf("none", "read", "write"),
  ownerLostMs: number,
  when: under("V7", condition),
  allowFailure: flag,
  always: flag,
  output: schema,
  set: textRecord,
  maxOutputBytes: number,
  disabled: flag,
  pinned: anything,
  config: anything,
};

/** A text, or what else it may be. */
const textOr =
  (other: Shape): Shape =>
  (value, at) => {
    if (typeof value !== "string") other(value, at);
  };

const via = oneOf("tab", "runner");

const configs: { readonly [K in StepKind]: Shape } = {
  code: config<"code">({ source: text, cpuMs: number, memoryMb: number }, ["source"]),
  transform: config<"transform">({ expression: text }, ["expression"]),
  branch: config<"branch">(
    { cases: listOf(object({ port: text, when: textOr(condition) }, ["port", "when"])), else: text },
    ["cases", "else"],
  ),
  "fan-out": config<"fan-out">({ items: text }, ["items"]),
  join: object({}),
  http: config<"http">(
    { method: text, url: text, query: textRecord, headers: textRecord, body: text, expect: numbers, via },
    ["url"],
  ),
  command: config<"command">({
    argv: texts,
    shell: object({ program: text, line: text }, ["program", "line"]),
    cwd: text,
    env: textRecord,
    stdin: text,
    workspace: text,
    okExits: numbers,
    secrets: texts,
  }),
  file: config<"file">(
    {
      operation: oneOf("read", "write", "list"),
      path: text,
      workspace: text,
      as: oneOf("text", "json", "csv", "bytes"),
      content: text,
    },
    ["operation", "path"],
  ),
  agent: config<"agent">({
    model: text,
    system: text,
    prompt: text,
    messages: listOf(object({ role: text, content: text }, ["role", "content"])),
    temperature: number,
    maxTokens: number,
    via,
    url: text,
  }),
  ask: config<"ask">({
    question: text,
    show: text,
    form: schema,
    prefill: text,
    choices: texts,
    deadlineMs: number,
    default: anything,
  }),
  delay: config<"delay">({
    forMs: number,
    until: (value, at) => {
      if (typeof value !== "number") text(value, at);
    },
    cron: text,
  }),
  // Its `workflow` may be a whole one, which the caller reads.
  workflow: config<"workflow">({ workflow: anything, input: text }, ["workflow"]),
  stop: config<"stop">({ result: text, when: oneOf("now", "settled") }),
  scripted: anything,
};

/** The compiler asks for every field of the kind's config, and for no other. */
function config<K extends StepKind>(
  shapes: { readonly [F in keyof Required<StepConfigs[K]> & string]: Shape },
  required: readonly (keyof StepConfigs[K] & string)[] = [],
): Shape {
  return object(shapes, required);
}

/**
 * One step. Findings in its settings stand under V8, in its other fields under V5, in conditions under V7. `inlined`
 * reads a workflow that stands in a step; its steps are named by their path.
 */
export function stepShape(scenario: boolean, inlined: Shape): Shape {
  return (value, at) => {
    const id = String(at.path.at(-1));
    const place = { ...at, rule: "V5", step: at.step === undefined ? id : pathIn(at.step, id) };
    if (!isObject(value)) return report(place, `A step must be an object; it is ${nameOf(value)}.`);
    object(fields)(value, place);
    const kindPlace = { ...place, rule: "format", path: [...at.path, "kind"] };
    const known = stepKinds.filter((kind) => scenario || kind !== "scripted");
    if (!Object.hasOwn(value, "kind")) {
      return report(kindPlace, `\`kind\` is missing. Give one of ${known.join(", ")}.`);
    }
    if (!isStepKind(value.kind) || !known.includes(value.kind)) {
      return report(kindPlace, `There is no step kind ${JSON.stringify(value.kind)}. Known are ${known.join(", ")}.`);
    }
    const configPlace = { ...place, rule: "V8", path: [...at.path, "config"] };
    if (Object.hasOwn(value, "config")) {
      configs[value.kind](value.config, configPlace);
      if (value.kind === "workflow") workflowOf(value.config, configPlace, inlined);
    } else if (value.kind !== "scripted") report(configPlace, "`config` is missing. Give at least {}.");
  };
}

function workflowOf(config: unknown, at: Place, inlined: Shape): void {
  if (!isObject(config) || !Object.hasOwn(config, "workflow")) return;
  const place = { ...at, path: [...at.path, "workflow"] };
  textOr((value) => {
    if (isObject(value)) inlined(value, place);
    else report(place, `\`workflow\` must be an id or a workflow; it is ${nameOf(value)}.`);
  })(config.workflow, place);
}

export const exportShape = object({ from: text, path, optional: flag }, ["from", "path"]);
