import { CodeText } from "../ui/CodeText.tsx";
import type { Problem } from "../workflow/problem.ts";
import { stepTitle } from "../workflow/stepTitle.ts";
import type { Workflow } from "../workflow/workflow.ts";
import "./ProblemList.css";

/** Why a workflow cannot run: each error with its step, which leads to it in the editor. */
export function MistakeList({
  problems,
  workflow,
  onShow,
}: {
  readonly problems: readonly Problem[];
  readonly workflow: Workflow;
  /** Left out: there is no editor of this workflow. */
  readonly onShow: ((step: string, line: number | undefined) => void) | undefined;
}) {
  const mistakes = problems.filter(({ severity }) => severity === "error");
  if (mistakes.length === 0) return null;
  return (
    <ul className="problem-list">
      {mistakes.map(({ rule, pointer, message, step, line }) => (
        <li className="problem" key={`${rule} ${pointer} ${message}`} data-problem={rule} data-step={step}>
          {step !== undefined && (
            <span>
              {onShow === undefined ? (
                <b>{stepTitle(workflow, step)}</b>
              ) : (
                <button type="button" className="problem-link" onClick={() => onShow(step, line)}>
                  {stepTitle(workflow, step)}
                </button>
              )}
              {line !== undefined && `, line ${line}`}
            </span>
          )}
          <span>
            <CodeText text={message} />
          </span>
        </li>
      ))}
    </ul>
  );
}
