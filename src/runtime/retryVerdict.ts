import { type Failure, failureNames } from "../engine/failure.ts";
import type { Exit } from "../engine/result.ts";
import type { RetryVerdict } from "../engine/tick.ts";
import type { RetryPolicy } from "../workflow/retryPolicy.ts";
import { dataNumber, filterMatches } from "./failureFilter.ts";
import type { FindPattern } from "./findPattern.ts";
import { seededRandom } from "./seededRandom.ts";
import { waitMs } from "./waitMs.ts";

/** What the verdict is about: one failed attempt of one work item. */
export interface FailedAttempt {
  readonly runId: string;
  readonly step: string;
  readonly item: string;
  /** From 1; interruptions count, so that each attempt draws its own chance. */
  readonly attempt: number;
  /** Failures of the item before this one (R55). */
  readonly failures: number;
  /** Epoch ms; 0 is a time (R21). */
  readonly firstAttemptAt: number;
  /** Epoch ms. */
  readonly failedAt: number;
  readonly failure: Failure;
  readonly denied?: boolean;
  readonly exit?: Exit;
}

export interface Judgement {
  readonly verdict: RetryVerdict;
  /** The failure as it came; with the policy's own error as its cause when the policy threw (R22). */
  readonly failure: Failure;
}

/** Failures that another try cannot mend (R15, T16, T40, R59). */
const neverRetried: readonly string[] = [
  failureNames.notAnEvent,
  failureNames.missingValue,
  failureNames.waiterInUse,
  failureNames.denied,
];

/** Evaluates the retry policy once; its verdict is journaled and replay never asks again (R19). */
export function judgeFailure(
  policy: RetryPolicy | undefined,
  failed: FailedAttempt,
  findPattern: FindPattern,
): Judgement {
  const { failure } = failed;
  if (!policy || failed.denied || neverRetried.includes(failure.name)) return { verdict: null, failure };
  try {
    return { verdict: applyPolicy(policy, failed, findPattern), failure };
  } catch (error) {
    return { verdict: null, failure: withCause(failure, policyFailure(error)) };
  }
}

function applyPolicy(policy: RetryPolicy, failed: FailedAttempt, findPattern: FindPattern): RetryVerdict {
  if (failed.failures + 1 >= policy.maxAttempts) return null;
  if (policy.stopAfterMs !== undefined && failed.failedAt - failed.firstAttemptAt >= policy.stopAfterMs) return null;
  if (policy.on && !filterMatches(policy.on, failed.failure, failed.exit, findPattern)) return null;
  // A filter without keys says nothing; read as "never retry" it would be a trap.
  if (policy.notOn && Object.keys(policy.notOn).length > 0) {
    if (filterMatches(policy.notOn, failed.failure, failed.exit, findPattern)) return null;
  }
  const random = seededRandom([failed.runId, failed.step, failed.item, String(failed.attempt)]);
  const wait = waitMs(policy.wait, failed.failures, random);
  const asked = dataNumber(failed.failure, "retryAfterMs") ?? 0;
  return { retryAfterMs: Number.isSafeInteger(asked) ? Math.max(wait, asked) : wait };
}

function policyFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return { name: "RetryPolicyError", message: `The retry policy of this step could not be used: ${message}` };
}

/** Puts the cause at the end of the chain, so that no cause the failure already has is lost. */
function withCause(failure: Failure, cause: Failure): Failure {
  return { ...failure, cause: failure.cause ? withCause(failure.cause, cause) : cause };
}
