import type { Event } from "../engine/event.ts";
import type { Result } from "../engine/result.ts";
import type { Decision } from "../engine/tick.ts";
import { assertNever } from "../workflow/assertNever.ts";

/* How a script of `scenarios.md` writes what ticks hold. */

export function eventOf({ type, data }: Event): object {
  return { type, ...(data !== undefined && { data }) };
}

export function decisionOf(decision: Decision): unknown {
  return decision.kind === "succeeded" ? { succeeded: decision.output } : decision.kind;
}

/** A result as a script writes it. */
export function resultOf(result: Result, at: number): readonly object[] {
  switch (result.kind) {
    case "return":
      return [...(result.data !== undefined ? [{ output: result.data }] : []), { return: result.value }];
    case "fail": {
      const { name, message } = result.failure;
      return [{ fail: { name, message }, ...(result.denied && { denied: true }) }];
    }
    case "cancelled":
      return [{ cancelled: true }];
    case "send":
      return [{ send: eventOf(result.event), ...(result.to !== undefined && { to: result.to }), onSuccess: true }];
    case "collect":
      return [{ collect: { buffer: result.buffer, event: eventOf(result.event) } }];
    case "consume":
      return [{ consume: { buffer: result.buffer, events: result.events } }];
    case "wait": {
      const { id, type, where, ask, timeoutMs, dueAt } = result;
      const waitMs = dueAt === undefined ? timeoutMs : dueAt - at;
      return [
        {
          wait: {
            ...(id !== undefined && { id }),
            type,
            ...(where !== undefined && { where }),
            ...(ask !== undefined && { ask: eventOf(ask) }),
            ...(waitMs !== undefined && { timeoutMs: waitMs }),
          },
        },
      ];
    }
    case "answered":
      return [{ answered: result.id }];
    case "output":
      return [{ output: result.value }];
    case "set":
      // In a script a write of the step stands before its end; that it counts with the success alone cannot be said.
      return [{ set: { path: result.path, value: result.value } }];
    case "exit":
      return [{ exit: result.exit }];
    case "each":
      return [];
    default:
      return assertNever(result);
  }
}
