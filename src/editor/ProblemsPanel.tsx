import { ChevronDown, CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { Button, IconButton } from "../ui/Button.tsx";
import { CodeText } from "../ui/CodeText.tsx";
import { plural } from "../ui/format.ts";
import type { Problem } from "../workflow/problem.ts";
import { useDocument } from "./document/useDocument.ts";
import { FixButtons } from "./problems/FixButtons.tsx";
import { problemKey } from "./problems/quietProblems.ts";
import "./ProblemsPanel.css";

/** The line below the canvas: the first problem, and all of them on request. */
export function ProblemsPanel({
  problems,
  open,
  onOpen,
  onShow,
}: {
  readonly problems: readonly Problem[];
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onShow: (problem: Problem) => void;
}) {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const [first] = problems;
  const count = useDocument(({ workflow }) => Object.keys(workflow.steps).length);
  return (
    <section className="tw-problems" aria-label="Problems">
      {open && problems.length > 0 && (
        <ul className="tw-problems-list">
          {problems.map((problem) => (
            <li key={problemKey(problem)} className="tw-problem-row">
              <button
                type="button"
                className="tw-problem"
                data-problem={problem.rule}
                {...(problem.step !== undefined && { "data-step": problem.step })}
                onClick={() => onShow(problem)}
              >
                <SeverityIcon severity={problem.severity} />
                <span className="tw-problem-where tw-cut">
                  <Place of={problem} />
                </span>
                <span>
                  <CodeText text={problem.message} />
                </span>
              </button>
              <FixButtons problem={problem} most={2} />
            </li>
          ))}
        </ul>
      )}
      <div className="tw-status">
        {first === undefined ? (
          <span className="tw-status-ok">
            <CircleCheck aria-hidden />
            No problems
          </span>
        ) : (
          <>
            <Button
              size="small"
              variant="quiet"
              aria-expanded={open}
              className={errors > 0 ? "tw-status-bad" : "tw-status-wait"}
              icon={<SeverityIcon severity={first.severity} />}
              onClick={() => onOpen(!open)}
            >
              {plural(problems.length, "problem")}
            </Button>
            {!open && (
              <button type="button" className="tw-status-first tw-cut" onClick={() => onShow(first)}>
                <b>
                  <Place of={first} />
                </b>{" "}
                <CodeText text={first.message} />
              </button>
            )}
          </>
        )}
        <span className="tw-status-right">
          {plural(count, "step")}
          {open && problems.length > 0 && (
            <IconButton
              label="Close the list of problems"
              size="small"
              icon={<ChevronDown aria-hidden />}
              onClick={() => onOpen(false)}
            />
          )}
        </span>
      </div>
    </section>
  );
}

function SeverityIcon({ severity }: { readonly severity: Problem["severity"] }) {
  return severity === "error" ? (
    <CircleAlert aria-label="Error" className="tw-tone-bad" />
  ) : (
    <TriangleAlert aria-label="Warning" className="tw-tone-wait" />
  );
}

function Place({ of: { step, line } }: { readonly of: Problem }) {
  const title = useDocument(({ workflow }) =>
    step !== undefined && Object.hasOwn(workflow.steps, step) ? (workflow.steps[step]?.title ?? step) : step,
  );
  if (title === undefined) return "Workflow";
  return line === undefined ? title : `${title}, line ${line}`;
}
