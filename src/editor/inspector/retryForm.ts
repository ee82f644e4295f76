import { assertNever } from "../../workflow/assertNever.ts";
import type { RetryPolicy, Wait } from "../../workflow/retryPolicy.ts";

/** What a policy says beside how often and how long: when it stops, and which failures it is for. */
export type RetryScope = Pick<RetryPolicy, "stopAfterMs" | "on" | "notOn">;

/** A retry policy as the form shows it; `custom` is one whose waits the form cannot show. */
export type RetryForm =
  | { readonly kind: "none" }
  | {
      readonly kind: "fixed";
      readonly tries: number;
      readonly waitMs: number;
      readonly jitterMs: number | null;
      readonly scope: RetryScope;
    }
  | {
      readonly kind: "exponential";
      readonly tries: number;
      readonly firstMs: number;
      readonly factor: number;
      readonly maxMs: number;
      readonly jitterMs: number | null;
      readonly scope: RetryScope;
    }
  | { readonly kind: "custom"; readonly policy: RetryPolicy };

export function readRetry(policy: RetryPolicy | undefined): RetryForm {
  if (policy === undefined) return { kind: "none" };
  const { maxAttempts: tries, wait, ...scope } = policy;
  const jitterMs = wait.jitterMs ?? null;
  if ("fixedMs" in wait) return { kind: "fixed", tries, waitMs: wait.fixedMs, jitterMs, scope };
  if ("exponential" in wait) return { kind: "exponential", tries, ...wait.exponential, jitterMs, scope };
  return { kind: "custom", policy };
}

export function writeRetry(form: RetryForm): RetryPolicy | undefined {
  switch (form.kind) {
    case "none":
      return undefined;
    case "custom":
      return form.policy;
    case "fixed":
      return { maxAttempts: form.tries, wait: withJitter({ fixedMs: form.waitMs }, form.jitterMs), ...form.scope };
    case "exponential": {
      const { firstMs, factor, maxMs } = form;
      const wait = withJitter({ exponential: { firstMs, factor, maxMs } }, form.jitterMs);
      return { maxAttempts: form.tries, wait, ...form.scope };
    }
    default:
      return assertNever(form);
  }
}

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

function withJitter(wait: Wait, jitterMs: number | null): Wait {
  return jitterMs === null ? wait : { ...wait, jitterMs };
}

/** The form of another kind, with what both have. */
export function withRetryKind(form: RetryForm, kind: "none" | "fixed" | "exponential"): RetryForm {
  if (kind === "none") return { kind };
  const { maxAttempts: tries, wait, ...scope } = writeRetry(form) ?? { maxAttempts: 3, wait: { fixedMs: 1000 } };
  const jitterMs = wait.jitterMs ?? null;
  const firstMs = form.kind === "fixed" ? form.waitMs : form.kind === "exponential" ? form.firstMs : 1000;
  if (kind === "fixed") return { kind, tries, waitMs: firstMs, jitterMs, scope };
  return { kind, tries, firstMs, factor: 2, maxMs: Math.max(60_000, firstMs), jitterMs, scope };
}
