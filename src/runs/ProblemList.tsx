import type { Problem } from "../workflow/problem.ts";
import "./ProblemList.css";

/** All findings about a document, each with its place. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="problem-list">
      {problems.map((problem) => (
        <li
          className="problem"
          key={`${problem.rule} ${problem.pointer} ${problem.line ?? ""} ${problem.message}`}
          data-problem={problem.rule}
          data-step={problem.step}
        >
          <span>{problem.message}</span>
          <span className="problem-place">{place(problem)}</span>
        </li>
      ))}
    </ul>
  );
}

function place({ pointer, line, column, step }: Problem): string {
  const parts = [
    step === undefined ? undefined : `step ${step}`,
    pointer === "" ? "the whole document" : pointer,
    line === undefined ? undefined : `line ${line}${column === undefined ? "" : `, column ${column}`}`,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}
