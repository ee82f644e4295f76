import type { Result } from "../engine/result.ts";
import type { StepKind } from "../workflow/workflow.ts";
import { completeResults } from "./completeResults.ts";
import type { Compute, Executor, Work } from "./executor.ts";
import { StepFailure } from "./stepFailure.ts";

/** An executor of a kind that only computes. Nothing has to be stopped: after an abort nobody listens. */
export function computed<K extends StepKind>(compute: Compute<K>): Executor<K> {
  return {
    begin: (work) => {
      void settle(work, () => compute(work));
      return { abort: () => {} };
    },
  };
}

/** Finishes the execution with what `compute` answers, checked against the step's `output` schema. */
export async function settle<K extends StepKind>(
  work: Work<K>,
  compute: () => Promise<readonly Result[]>,
  /** When it began, epoch ms. */
  started = work.around.now(),
): Promise<void> {
  const results = await resultsOf(work, compute);
  work.execution.finish({ results, started, ended: work.around.now() });
}

async function resultsOf<K extends StepKind>(
  work: Work<K>,
  compute: () => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  try {
    return await completeResults(work, await compute());
  } catch (error) {
    if (error instanceof StepFailure) return [{ kind: "fail", failure: error.failure }];
    // A bug of ours: it ends this execution with its name instead of leaving it for ever.
    const message = error instanceof Error ? error.message : String(error);
    return [{ kind: "fail", failure: { name: "ExecutorError", message } }];
  }
}
