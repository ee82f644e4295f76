import type { Problem } from "../../workflow/problem.ts";

/** What the editor says of a document, sorted by how loud it is said. */
export interface SortedProblems {
  /** What counts as a problem. */
  readonly problems: readonly Problem[];
  /** One for each step behind which nothing stands: how a workflow ends without a stop, or one that is half drawn. */
  readonly openEnds: readonly Problem[];
}

/** Open ends are a warning of V2 at all outputs of a step; a single output that leads nowhere is a problem. */
export function sortProblems(found: readonly Problem[]): SortedProblems {
  const isOpenEnd = ({ rule, severity, pointer }: Problem) =>
    rule === "V2" && severity === "warning" && pointer.endsWith("/emits");
  const ends = new Map(found.filter(isOpenEnd).map((problem) => [problem.step, problem]));
  return { problems: found.filter((problem) => !isOpenEnd(problem)), openEnds: [...ends.values()] };
}

/** Without V1 as long as nothing is drawn: the canvas itself says what to do first. A run is refused all the same. */
export function problemsOnceDrawn(problems: readonly Problem[], steps: number): readonly Problem[] {
  return steps > 0 ? problems : problems.filter(({ rule }) => rule !== "V1");
}
