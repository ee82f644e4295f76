import { ChevronDown, CircleAlert, CircleCheck, CornerDownRight, TriangleAlert } from "lucide-react";
import { Button, IconButton } from "../ui/Button.tsx";
import { CodeText } from "../ui/CodeText.tsx";
import { plural } from "../ui/format.ts";
import type { Problem } from "../workflow/problem.ts";
import { useDocument } from "./document/useDocument.ts";
import { FixButtons } from "./problems/FixButtons.tsx";
import { problemsOnceDrawn } from "./problems/openEnds.ts";
import { problemKey } from "./problems/quietProblems.ts";
import "./ProblemsPanel.css";

/** The line below the canvas: the first problem, and all of them on request, with the open ends below them. */
export function ProblemsPanel({
  problems: found,
  openEnds,
  open,
  onOpen,
  onShow,
}: {
  readonly problems: readonly Problem[];
  readonly openEnds: readonly Problem[];
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onShow: (problem: Problem) => void;
}) {
  const count = useDocument(({ workflow }) => Object.keys(workflow.steps).length);
  const problems = problemsOnceDrawn(found, count);
  const [first] = problems;
  const isAnything = first !== undefined || openEnds.length > 0;
  const ends = (
    <Button
      size="small"
      variant="quiet"
      aria-expanded={open}
      icon={<CornerDownRight aria-hidden />}
      onClick={() => onOpen(!open)}
    >
      {plural(openEnds.length, "open end")}
    </Button>
  );
  return (
    <section className="tw-problems" aria-label="Problems">
      {open && isAnything && (
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
          {openEnds.length > 0 && <OpenEnds problems={openEnds} onShow={onShow} />}
        </ul>
      )}
      <div className="tw-status">
        {first === undefined ? (
          <>
            <span className="tw-status-ok">
              {count === 0 ? (
                "Nothing is drawn yet. Add the first step."
              ) : (
                <>
                  <CircleCheck aria-hidden />
                  No problems
                </>
              )}
            </span>
            {openEnds.length > 0 && ends}
          </>
        ) : (
          <>
            <Button
              size="small"
              variant="quiet"
              aria-expanded={open}
              className={first.severity === "error" ? "tw-status-bad" : "tw-status-wait"}
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
          {open && isAnything && (
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

/** One row for all of them: each step that nothing follows on, to jump to. */
function OpenEnds({
  problems,
  onShow,
}: {
  readonly problems: readonly Problem[];
  readonly onShow: (problem: Problem) => void;
}) {
  return (
    <li className="tw-open-ends">
      <CornerDownRight aria-hidden />
      <span>Nothing follows on these, which is right where the work ends:</span>
      {problems.map((problem) => (
        <button
          key={problem.step}
          type="button"
          className="tw-open-end tw-cut"
          data-problem={problem.rule}
          data-step={problem.step}
          onClick={() => onShow(problem)}
        >
          <Place of={problem} />
        </button>
      ))}
    </li>
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
