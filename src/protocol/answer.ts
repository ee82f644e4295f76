import type { Problem } from "../workflow/problem.ts";

/** A failure is data, because an error crosses a worker as name and message only. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** Why the engine worker does not do what it was asked. */
export interface Refusal {
  readonly code:
    | "not-found"
    | "conflict"
    | "invalid"
    | "damaged"
    | "newer-format"
    | "too-large"
    | "quota"
    | "storage"
    | "not-owner"
    | "needs-permission"
    | "runner-unreachable"
    | "refused";
  /** What, where and what to do, for a person. */
  readonly message: string;
  readonly problems?: readonly Problem[];
}
