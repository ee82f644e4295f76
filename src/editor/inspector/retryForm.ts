import { assertNever } from "../../workflow/assertNever.ts";
import type { RetryPolicy, Wait } from "../../workflow/retryPolicy.ts";

export type WaitKind = "fixed" | "exponential" | "incrementing" | "list" | "random" | "sum";

export function waitKindOf(wait: Wait): WaitKind {
  if ("fixedMs" in wait) return "fixed";
  if ("exponential" in wait) return "exponential";
  if ("incrementing" in wait) return "incrementing";
  if ("list" in wait) return "list";
  return "random" in wait ? "random" : "sum";
}

/** A wait of another kind, with the first delay and the jitter of the one before. */
export function waitOfKind(before: Wait, kind: WaitKind): Wait {
  const { jitterMs } = before;
  return { ...newWait(kind, firstMsOf(before), before), ...(jitterMs !== undefined && { jitterMs }) };
}

function newWait(kind: WaitKind, firstMs: number, before: Wait): Wait {
  const maxMs = Math.max(60_000, firstMs);
  switch (kind) {
    case "fixed":
      return { fixedMs: firstMs };
    case "exponential":
      return { exponential: { firstMs, factor: 2, maxMs } };
    case "incrementing":
      return { incrementing: { firstMs, stepMs: Math.max(firstMs, 1_000), maxMs } };
    case "list":
      return { list: [firstMs] };
    case "random":
      return { random: { minMs: firstMs, maxMs: Math.max(2 * firstMs, 1_000) } };
    case "sum":
      return { sum: [withJitter(before, null)] };
    default:
      return assertNever(kind);
  }
}

/** The least that the first retry waits, without jitter, ms. */
function firstMsOf(wait: Wait): number {
  if ("fixedMs" in wait) return wait.fixedMs;
  if ("exponential" in wait) return wait.exponential.firstMs;
  if ("incrementing" in wait) return wait.incrementing.firstMs;
  if ("list" in wait) return wait.list[0] ?? 1_000;
  if ("random" in wait) return wait.random.minMs;
  return wait.sum.reduce((sum, part) => sum + firstMsOf(part), 0);
}

/** `null` takes the jitter away. */
export function withJitter(wait: Wait, jitterMs: number | null): Wait {
  const { jitterMs: _, ...rest } = wait;
  return jitterMs === null ? rest : { ...rest, jitterMs };
}

/** Another kind of waiting, or none, with what both policies have. */
export function withRetryKind(policy: RetryPolicy | undefined, kind: "none" | WaitKind): RetryPolicy | undefined {
  if (kind === "none") return undefined;
  if (policy === undefined) return { maxAttempts: 3, wait: newWait(kind, 1_000, { fixedMs: 1_000 }) };
  return waitKindOf(policy.wait) === kind ? policy : { ...policy, wait: waitOfKind(policy.wait, kind) };
}

/** What a policy says beside how often and how long: when it stops, and which failures it is for. */
type RetryScope = Pick<RetryPolicy, "stopAfterMs" | "on" | "notOn">;

/** The policy with other limits; `undefined` and empty filters are left out. */
export function withScope(
  policy: RetryPolicy,
  patch: { readonly [K in keyof RetryScope]: RetryScope[K] | undefined },
): RetryPolicy {
  const { stopAfterMs, on, notOn, ...rest } = { ...policy, ...patch };
  return {
    ...rest,
    ...(stopAfterMs !== undefined && { stopAfterMs }),
    ...(on !== undefined && Object.keys(on).length > 0 && { on }),
    ...(notOn !== undefined && Object.keys(notOn).length > 0 && { notOn }),
  };
}
