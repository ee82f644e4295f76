import type { Problem } from "../../workflow/problem.ts";
import { validateWorkflow, validationParts } from "../../workflow/validateWorkflow.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { problemKey } from "./quietProblems.ts";

const pauseMs = 400;
/** A larger workflow takes longer to check than a frame lasts: that waits until typing pauses, and rests between checks. */
const manySteps = 200;

/** What is wrong with the document, as far as it is known. */
export interface ProblemWatch {
  /** The same list as long as it says the same. */
  readonly now: () => readonly Problem[];
  readonly onChange: (listener: () => void) => () => void;
  /** Looks at the first document. */
  readonly start: () => void;
  /** The document is another one now. */
  readonly look: (workflow: Workflow) => void;
  /** What `further` says has changed. */
  readonly lookAgain: () => void;
  readonly stop: () => void;
}

/**
 * Finds what the document itself says at once, and what the sandbox finds in its sources when typing pauses. Findings
 * in sources stay until the next ones arrive, so that nothing blinks while typing. `further`: what the editor adds.
 */
export function watchProblems(
  first: Workflow,
  {
    checkSources,
    further,
    pause = (go) => {
      const timer = setTimeout(go, pauseMs);
      return () => clearTimeout(timer);
    },
    rest = () => new Promise((resolve) => setTimeout(resolve, 0)),
  }: {
    readonly checkSources: (workflow: Workflow) => Promise<readonly Problem[]>;
    readonly further: (workflow: Workflow) => readonly Problem[];
    /** Calls `go` when typing has paused; the answer takes that back. */
    readonly pause?: (go: () => void) => () => void;
    /** Lets frames be drawn. */
    readonly rest?: () => Promise<unknown>;
  },
): ProblemWatch {
  const listeners = new Set<() => void>();
  let workflow = first;
  let inDocument: readonly Problem[] = [];
  let inSources: readonly Problem[] = [];
  let shown: readonly Problem[] = [];
  let cancel = () => {};

  const show = (): void => {
    const next = [
      ...inDocument,
      ...inSources.filter(({ step }) => step === undefined || Object.hasOwn(workflow.steps, step)),
      ...further(workflow),
    ].sort(bySeverity);
    if (sameProblems(next, shown)) return;
    shown = next;
    for (const listener of listeners) listener();
  };

  const isLarge = () => Object.keys(workflow.steps).length > manySteps;

  /** Each look is for one document: what is found for another one comes too late. */
  const find = (): void => {
    cancel();
    const seen = workflow;
    const isCurrent = () => seen === workflow;
    if (!isLarge()) validateAtOnce();
    cancel = pause(() => {
      checkSources(seen).then(
        (found) => {
          if (!isCurrent()) return;
          inSources = found;
          show();
        },
        // The engine that checks is starting again; the next change asks once more.
        () => undefined,
      );
      if (isLarge()) void findInParts(seen, isCurrent);
    });
  };

  const findInParts = async (seen: Workflow, isCurrent: () => boolean): Promise<void> => {
    const found: Problem[] = [];
    for (const part of validationParts(seen)) {
      found.push(...part);
      await rest();
      if (!isCurrent()) return;
    }
    inDocument = found;
    show();
  };

  const validateAtOnce = (): void => {
    inDocument = validateWorkflow(workflow);
    show();
  };

  // Known before anything is drawn; nobody hears of it yet.
  if (!isLarge()) validateAtOnce();
  return {
    start: find,
    now: () => shown,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look: (next) => {
      // The layout has no problems: dragging a card checks nothing.
      const same = documentParts(next).every((part, index) => part === documentParts(workflow)[index]);
      if (same) return;
      workflow = next;
      find();
    },
    lookAgain: show,
    stop: () => cancel(),
  };
}

function documentParts(workflow: Workflow): readonly unknown[] {
  const { name, input, events, limits, store, steps, exports, hooks, workflows } = workflow;
  return [name, input, events, limits, store, steps, exports, hooks, workflows];
}

function sameProblems(a: readonly Problem[], b: readonly Problem[]): boolean {
  return (
    a.length === b.length &&
    a.every((problem, index) => {
      const other = b[index];
      return (
        problem === other ||
        (other !== undefined && problemKey(problem) === problemKey(other) && problem.line === other.line)
      );
    })
  );
}

function bySeverity(a: Problem, b: Problem): number {
  return a.severity === b.severity ? 0 : a.severity === "error" ? -1 : 1;
}
