import type { Path } from "./condition.ts";
import type { Step, StepConfigs, StepKind } from "./workflow.ts";

/** A text of a step that is evaluated: where it stands in the step, and in which language. */
export interface Source {
  readonly language: "code" | "expression" | "template";
  /** Keys from the step down, for a JSON pointer and for edits. */
  readonly path: Path;
  readonly text: string;
}

type Found = readonly (readonly [Source["language"], Path, string | undefined])[];

const inConfig: { readonly [K in StepKind]: (config: StepConfigs[K]) => Found } = {
  code: (config) => [["code", ["source"], config.source]],
  transform: (config) => [["expression", ["expression"], config.expression]],
  branch: (config) =>
    config.cases.map(({ when }, i) => [
      "expression",
      ["cases", i, "when"],
      typeof when === "string" ? when : undefined,
    ]),
  "fan-out": (config) => [["expression", ["items"], config.items]],
  join: () => [],
  http: (config) => [
    ["template", ["url"], config.url],
    ...templatesOf("query", config.query),
    ...templatesOf("headers", config.headers),
    ["template", ["body"], config.body],
  ],
  command: (config) => [
    ...(config.argv ?? []).slice(1).map((text, i) => ["template", ["argv", i + 1], text] as const),
    ["template", ["cwd"], config.cwd],
    ...templatesOf("env", config.env),
    ["template", ["stdin"], config.stdin],
  ],
  file: (config) => [
    ["template", ["path"], config.path],
    ["template", ["content"], config.content],
  ],
  agent: (config) => [
    ["template", ["system"], config.system],
    ["template", ["prompt"], config.prompt],
    ...(config.messages ?? []).map(({ content }, i) => ["template", ["messages", i, "content"], content] as const),
  ],
  ask: (config) => [
    ["template", ["question"], config.question],
    ["expression", ["show"], config.show],
    ["expression", ["prefill"], config.prefill],
  ],
  delay: () => [],
  workflow: (config) => [["expression", ["input"], config.input]],
  stop: (config) => [["expression", ["result"], config.result]],
  scripted: () => [],
};

/** Every text of a step that some evaluator reads, in the order of the document's fields. */
export function sourcesOf(step: Step): readonly Source[] {
  const find = inConfig[step.kind] as (config: Step["config"]) => Found;
  const fields: Found = [
    ["expression", ["forEach"], step.forEach],
    ...Object.entries(step.set ?? {}).map(([path, text]) => ["expression", ["set", path], text] as const),
  ];
  const found: Found = [
    ...fields,
    ...find(step.config).map(([language, path, text]) => [language, ["config", ...path], text] as const),
  ];
  return found.flatMap(([language, path, text]) => (text === undefined ? [] : [{ language, path, text }]));
}

function templatesOf(key: string, record: Readonly<Record<string, string>> | undefined): Found {
  return Object.entries(record ?? {}).map(([name, text]) => ["template", [key, name], text] as const);
}
