import { TriangleAlert } from "lucide-react";
import { CodeText } from "../../ui/CodeText.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { Problem } from "../../workflow/problem.ts";
import { useEditor } from "../editorContext.ts";

/** What is wrong with one step, at the head of its settings. */
export function ProblemNotices({ step }: { readonly step: string }) {
  const problems = useEditor().problems.filter((problem) => problem.step === step);
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
                <CodeText text={problem.message} />
              </span>
            </p>
          );
        return (
          <Notice key={key} tone="bad" title={<CodeText text={problem.message} />}>
            {placeText(problem)}
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
