import { readJsonText } from "./jsonText.ts";
import { otherFile, otherFileText } from "./otherFile.ts";
import { parseWorkflow } from "./parseWorkflow.ts";
import type { Parsed, Problem } from "./problem.ts";
import type { Workflow } from "./workflow.ts";

/** Characters. A workflow of a thousand steps has about one million. */
export const maxWorkflowText = 20_000_000;

/**
 * Reads the text of a `*.workflow.json`: what `parseWorkflow` finds, and what only the text shows: wrong JSON with
 * its line and column, a step id twice, numbers that would be rounded. A file of something else is refused as that.
 */
export function readWorkflowText(text: string): Parsed<Workflow> {
  if (text.length > maxWorkflowText) {
    const size = `${Math.round(text.length / 1_000_000)} MB`;
    return refused(`The file has ${size}; a workflow has at most ${maxWorkflowText / 1_000_000} MB.`);
  }
  const content = text.replace(/^\uFEFF/, "");
  if (content.trim() === "") return refused("The file is empty. Choose a *.workflow.json file.");
  const { value, findings } = readJsonText(content);
  const parsed = value === undefined ? undefined : parseWorkflow(value);
  if (!parsed?.ok) {
    const other = otherFile(content);
    if (other !== undefined) return refused(otherFileText(other));
  }
  const inText = findings.map(({ kind, pointer, line, column, message }): Problem => {
    const id = kind === "duplicate" ? /^\/steps\/([^/]+)$/.exec(pointer)?.[1] : undefined;
    return {
      rule: id === undefined ? "format" : "V5",
      severity: "error",
      pointer,
      message: id === undefined ? message : `The step id \`${id}\` stands here twice. Rename one of the two steps.`,
      line,
      column,
      ...(id !== undefined && { step: id }),
    };
  });
  if (parsed === undefined) return { ok: false, problems: inText };
  if (inText.length === 0) return parsed;
  const further = (parsed.ok ? parsed.warnings : parsed.problems).filter(
    // A lone surrogate was found with its line already.
    ({ pointer }) => !inText.some((found) => found.pointer === pointer),
  );
  return { ok: false, problems: [...inText, ...further] };
}

function refused(message: string): Parsed<Workflow> {
  return { ok: false, problems: [{ rule: "format", severity: "error", pointer: "", message }] };
}
