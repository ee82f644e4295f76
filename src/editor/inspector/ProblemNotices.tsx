import { TriangleAlert } from "lucide-react";
import { CodeText } from "../../ui/CodeText.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { jsonPointer } from "../../workflow/jsonPointer.ts";
import type { Problem } from "../../workflow/problem.ts";
import { sourcesOf } from "../../workflow/sources.ts";
import type { Step } from "../../workflow/workflow.ts";
import { useEditor } from "../editorContext.ts";
import { FixButtons } from "../problems/FixButtons.tsx";
import { keptTextPointer } from "./keptTexts.ts";

/** What is wrong with one step, at the head of its settings; what its expressions lack is said at their fields. */
export function ProblemNotices({ id, step }: { readonly id: string; readonly step?: Step }) {
  const { problems: all, keptTexts } = useEditor();
  const kept = keptTexts.store.getState().map(({ field }) => keptTextPointer(id, field));
  const atFields = new Set([...kept, ...(step === undefined ? [] : fieldPointers(id, step))]);
  const problems = all.filter(
    (problem) => problem.step === id && !atFields.has(problem.pointer) && !isCommandHint(problem),
  );
  if (problems.length === 0) return null;
  return (
    <div className="tw-findings">
      {problems.map((problem) => {
        const key = `${problem.rule} ${problem.pointer} ${problem.message}`;
        if (problem.severity === "warning")
          return (
            <p key={key} className="tw-finding">
              <TriangleAlert aria-label="Warning" />
              <span>
                <CodeText text={problem.message} /> <FixButtons problem={problem} />
              </span>
            </p>
          );
        return (
          <Notice key={key} tone="bad" title={<CodeText text={problem.message} />}>
            {placeText(problem)}
            <FixButtons problem={problem} />
          </Notice>
        );
      })}
    </div>
  );
}

/** Line and column, unless the message tells them itself. */
function placeText({ line, column, message }: Problem): string | null {
  if (line === undefined || /\bline \d/i.test(message)) return null;
  return `Line ${line}${column === undefined ? "" : `, column ${column}`}`;
}

/** What an argument list was probably meant to be stands below that list (`shellProblems`). */
function isCommandHint({ severity, pointer }: Problem): boolean {
  return severity === "warning" && pointer.endsWith("/config/argv");
}

/** Texts that have a field of their own, the code of a step too. */
function fieldPointers(id: string, step: Step): readonly string[] {
  return sourcesOf(step).map(({ path }) => jsonPointer(["steps", id, ...path]));
}
