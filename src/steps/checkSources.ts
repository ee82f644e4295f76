import { jsonPointer } from "../workflow/jsonPointer.ts";
import type { Problem } from "../workflow/problem.ts";
import { type Source, sourcesOf } from "../workflow/sources.ts";
import { allSteps, documentPath } from "../workflow/subWorkflows.ts";
import { parseTemplate } from "../workflow/template.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { checkPatterns } from "./checkPatterns.ts";
import { checkPins } from "./checkPins.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";

/**
 * Code that does not parse and expressions that do not compile, with line and column in their own text (V8), and
 * patterns that cannot be searched for, and pinned outputs that do not fit. Nothing is run. A template that never closes is found without a sandbox and
 * left out here.
 */
export async function checkSources(sandbox: Sandbox, workflow: Workflow): Promise<readonly Problem[]> {
  return [
    ...(await checkTexts(sandbox, workflow)),
    ...(await checkPatterns(workflow)),
    ...(await checkPins(sandbox, workflow)),
  ];
}

async function checkTexts(sandbox: Sandbox, workflow: Workflow): Promise<readonly Problem[]> {
  const sources = allSteps(workflow).flatMap(([step, definition]) =>
    sourcesOf(definition)
      .filter(({ language, text }) => language !== "template" || parseTemplate(text).ok)
      .map((source) => ({ step, ...source })),
  );
  if (sources.length === 0) return [];
  const texts = sources.map(({ language, text }) => ({ language, source: text }));
  const end = await sandbox.compute<"check">({ kind: "check", texts });
  if (end.kind === "killed") return [unchecked(end.failure.message)];
  return end.value.errors.flatMap(({ text, message, line, column }) => {
    const source = sources[text];
    return source === undefined ? [] : [problemAt(source, message, line, column)];
  });
}

const found: Readonly<Record<Source["language"], string>> = {
  code: "The code does not parse",
  expression: "The expression does not compile",
  template: "An expression in the template does not compile",
};

function problemAt(
  { step, language, path }: Source & { readonly step: string },
  message: string,
  line: number,
  column: number,
): Problem {
  return {
    rule: "V8",
    severity: "error",
    pointer: jsonPointer([...documentPath(step), ...path]),
    message: `${found[language]} (line ${line}, column ${column}): ${message}`,
    step,
    line,
    column,
  };
}

/** A run may still find out; it is better than to refuse what may be right. */
function unchecked(message: string): Problem {
  return {
    rule: "V8",
    severity: "warning",
    pointer: "",
    message: `Code and expressions could not be checked. ${message}`,
  };
}
