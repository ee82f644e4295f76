import type { Dispatch } from "../engine/effect.ts";
import { type Failure, failureNames } from "../engine/failure.ts";
import { judgeResults } from "../engine/judge.ts";
import type { Plan } from "../engine/plan.ts";
import type { TickBody } from "../engine/tick.ts";
import type { Step } from "../workflow/workflow.ts";
import { judgeFailure } from "./retryVerdict.ts";
import type { Finish, World } from "./world.ts";

interface EndHost {
  readonly runId: string;
  readonly plan: Plan;
  readonly world: Pick<World, "findPattern">;
}

/** The tick of an end, with the verdict over a failure evaluated at the tick's own time (R19, R21). */
export function finishedTick(host: EndHost, dispatch: Dispatch, finish: Finish, at: number): TickBody {
  const { execution } = dispatch;
  const step = host.plan.byId.get(dispatch.step)?.step;
  // A failure may follow from what is there without a word: a bad exit, a value that is no event.
  const judgement = step && judgeResults(step, finish.results);
  if (judgement?.kind !== "failure" && hasOnlyResults(finish)) {
    return { kind: "execution-finished", execution, results: finish.results };
  }
  const { results, ...rest } = finish;
  const body = { kind: "execution-finished", execution, ...rest } as const;
  if (judgement?.kind !== "failure") return { ...body, results };
  if (isCorrected(step, dispatch, judgement.failure)) {
    return { ...body, results, retry: { retryAfterMs: 0, correction: true } };
  }
  if (!judgement.mayRetry) return { ...body, results, retry: null };
  const failed = {
    runId: host.runId,
    step: dispatch.step,
    item: dispatch.item,
    attempt: dispatch.attempt,
    failures: dispatch.failures,
    firstAttemptAt: dispatch.firstAttemptAt,
    failedAt: at,
    failure: judgement.failure,
    denied: judgement.denied,
    ...(judgement.did.exit !== undefined && { exit: judgement.did.exit }),
  };
  const { verdict, failure } = judgeFailure(step?.retry, failed, host.world.findPattern);
  if (failure === judgement.failure) return { ...body, results, retry: verdict };
  const others = results.filter((result) => result.kind !== "fail");
  return { ...body, results: [...others, { kind: "fail", failure }], retry: verdict };
}

/** Whether an end, or its tick, says nothing beside what came of it: then it need not be copied key by key. */
export function hasOnlyResults(end: Finish | TickBody): boolean {
  for (const key in end) if (key !== "results" && key !== "kind" && key !== "execution") return false;
  return true;
}

const maxCorrections = 2;

/** An agent is told what is wrong with its answer, at most twice; that is no failure yet (T15, T39). */
function isCorrected(step: Step | undefined, { corrections }: Dispatch, { name }: Failure): boolean {
  return step?.kind === "agent" && name === failureNames.output && corrections < maxCorrections;
}
