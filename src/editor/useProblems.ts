import { useEffect, useMemo, useState } from "react";
import type { Problem } from "../workflow/problem.ts";
import { validateWorkflow } from "../workflow/validateWorkflow.ts";
import type { Workflow } from "../workflow/workflow.ts";

const pauseMs = 400;
/** A larger workflow takes longer to check than a frame lasts: that waits until typing pauses. */
const manySteps = 200;

/**
 * What is wrong with the document: what the document itself says at once, and what the sandbox finds in its sources
 * when typing pauses. Findings in sources stay until the next ones arrive, so that nothing blinks while typing.
 */
export function useProblems(
  workflow: Workflow,
  checkSources: (workflow: Workflow) => Promise<readonly Problem[]>,
): readonly Problem[] {
  const [inSources, setInSources] = useState<readonly Problem[]>([]);
  // The layout has no problems: dragging a card checks nothing.
  const { layout: _, ...rest } = workflow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts stand for the document without its layout
  const checked = useMemo((): Workflow => rest, [...documentParts(workflow)]);
  const many = Object.keys(checked.steps).length > manySteps;
  const rested = useRested(checked, many ? pauseMs : 0);
  const validated = many ? rested : checked;
  const inDocument = useMemo(() => validateWorkflow(validated), [validated]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      checkSources(checked).then(
        (found) => isCurrent && setInSources(found),
        // The engine that checks is starting again; the next change asks once more.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [checked, checkSources]);
  return useMemo(
    () =>
      [
        ...inDocument,
        ...inSources.filter((problem) => problem.step === undefined || problem.step in checked.steps),
      ].sort(bySeverity),
    [inDocument, inSources, checked],
  );
}

/** The value as it was when it had not changed for so long; with 0 it is not looked at. */
function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (ms === 0) return;
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

function documentParts({ name, input, events, limits, store, steps, exports, hooks }: Workflow): readonly unknown[] {
  return [name, input, events, limits, store, steps, exports, hooks];
}

function bySeverity(a: Problem, b: Problem): number {
  return a.severity === b.severity ? 0 : a.severity === "error" ? -1 : 1;
}
