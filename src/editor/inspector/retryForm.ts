import type { RetryPolicy, Wait } from "../../workflow/retryPolicy.ts";

/** A retry policy as the form shows it; `custom` is one that the form cannot show whole. */
export type RetryForm =
  | { readonly kind: "none" }
  | { readonly kind: "fixed"; readonly tries: number; readonly waitMs: number; readonly jitterMs: number | null }
  | {
      readonly kind: "exponential";
      readonly tries: number;
      readonly firstMs: number;
      readonly factor: number;
      readonly maxMs: number;
      readonly jitterMs: number | null;
    }
  | { readonly kind: "custom"; readonly policy: RetryPolicy };

export function readRetry(policy: RetryPolicy | undefined): RetryForm {
  if (policy === undefined) return { kind: "none" };
  const { maxAttempts, wait, ...others } = policy;
  const jitterMs = wait.jitterMs ?? null;
  if (Object.keys(others).length > 0) return { kind: "custom", policy };
  if ("fixedMs" in wait) return { kind: "fixed", tries: maxAttempts, waitMs: wait.fixedMs, jitterMs };
  if ("exponential" in wait) return { kind: "exponential", tries: maxAttempts, ...wait.exponential, jitterMs };
  return { kind: "custom", policy };
}

export function writeRetry(form: RetryForm): RetryPolicy | undefined {
  switch (form.kind) {
    case "none":
      return undefined;
    case "custom":
      return form.policy;
    case "fixed":
      return { maxAttempts: form.tries, wait: withJitter({ fixedMs: form.waitMs }, form.jitterMs) };
    case "exponential": {
      const { firstMs, factor, maxMs } = form;
      return { maxAttempts: form.tries, wait: withJitter({ exponential: { firstMs, factor, maxMs } }, form.jitterMs) };
    }
  }
}

function withJitter(wait: Wait, jitterMs: number | null): Wait {
  return jitterMs === null ? wait : { ...wait, jitterMs };
}

/** The form of another kind, with what both have. */
export function withRetryKind(form: RetryForm, kind: "none" | "fixed" | "exponential"): RetryForm {
  const tries = "tries" in form ? form.tries : form.kind === "custom" ? form.policy.maxAttempts : 3;
  const jitterMs = "jitterMs" in form ? form.jitterMs : null;
  const firstMs = form.kind === "fixed" ? form.waitMs : form.kind === "exponential" ? form.firstMs : 1000;
  if (kind === "none") return { kind };
  if (kind === "fixed") return { kind, tries, waitMs: firstMs, jitterMs };
  return { kind, tries, firstMs, factor: 2, maxMs: Math.max(60_000, firstMs), jitterMs };
}
