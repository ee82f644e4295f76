import type { Json } from "../workflow/json.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import type { Event } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { StorePath } from "./tick.ts";

/** How a process ended (T8). Only `code` is a code; the others match `is: "failed"` alone. */
export type Exit = { readonly code: number } | { readonly signal: string } | "timeout" | "cancellation" | "abnormal";

/**
 * One thing that an execution did and that counts only with its end, in the order in which the step caused it.
 * `execution-finished` carries the list. A list without `return`, `fail`, `cancelled` or `wait` is a success
 * that returned `null`.
 */
export type Result =
  /**
   * What the step returned. An event is routed (R14); a list opens a batch (R31); `null`: nothing follows.
   * Anything else is the mistake R14 speaks of. `data` is what the step handed on when it returned no event (R69).
   */
  | { readonly kind: "return"; readonly value: Json | Event | readonly Event[]; readonly data?: Json }
  | { readonly kind: "fail"; readonly failure: Failure; readonly denied?: true }
  | { readonly kind: "cancelled" }
  /** A send that waits for the success: `ctx.send(e, {onSuccess: true})` (R16). */
  | { readonly kind: "send"; readonly event: Event; readonly to?: StepId }
  | { readonly kind: "collect"; readonly buffer: string; readonly event: Event }
  /** Members of the buffer that this execution saw: the first n, or by value. */
  | { readonly kind: "consume"; readonly buffer: string; readonly events: number | readonly Event[] }
  | {
      readonly kind: "wait";
      /** An explicit id; left out: work item and ordinal (R36). */
      readonly id?: string;
      /** Which `ctx.wait` of the execution this is, from 0. */
      readonly ordinal: number;
      readonly type: EventType;
      readonly where?: Readonly<Record<string, Json>>;
      /** Published once per waiter (R35). */
      readonly ask?: Event;
      readonly timeoutMs?: number;
      /** Absolute due time, epoch ms, beside or instead of `timeoutMs` (a `delay` keeps it through reruns, R68). */
      readonly dueAt?: number;
    }
  /** Uses up a resolved waiter, by its id (R38). */
  | { readonly kind: "answered"; readonly id: string }
  /** The value of the step's output: parsed stdout, an agent's answer, a person's. What `output` schemas bind. */
  | { readonly kind: "output"; readonly value: Json }
  /** What `set` writes into the store, applied with the success and before anything is routed (R73). */
  | { readonly kind: "set"; readonly path: StorePath; readonly value: Json }
  | { readonly kind: "exit"; readonly exit: Exit }
  /** The list of `forEach`: what the execution that opens it answers, and no other (R72). */
  | { readonly kind: "each"; readonly elements: readonly Json[] };
