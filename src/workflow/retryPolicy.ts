/** How long to wait before a retry, ms. Waits count from 0: the first retry uses the first delay (`formats.md` §1). */
export type Wait = (
  | { readonly fixedMs: number }
  | { readonly exponential: { readonly firstMs: number; readonly factor: number; readonly maxMs: number } }
  | { readonly incrementing: { readonly firstMs: number; readonly stepMs: number; readonly maxMs: number } }
  | { readonly list: readonly number[] }
  | { readonly random: { readonly minMs: number; readonly maxMs: number } }
  | { readonly sum: readonly Wait[] }
) & { readonly jitterMs?: number };

/** Which failures a policy speaks of. Given keys must all match; inside one key any entry does. */
export interface FailureFilter {
  readonly names?: readonly string[];
  /** A regular expression over the message. */
  readonly message?: string;
  readonly status?: readonly number[];
  readonly exit?: readonly number[];
}

/** `maxAttempts` counts failed tries, the last included; interruptions do not count (R55). */
export interface RetryPolicy {
  readonly maxAttempts: number;
  readonly wait: Wait;
  readonly stopAfterMs?: number;
  readonly on?: FailureFilter;
  readonly notOn?: FailureFilter;
}
