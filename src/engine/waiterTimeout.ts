import { advance } from "./advance.ts";
import type { Draft } from "./draft.ts";
import { find, natural } from "./persistent/sortedMap.ts";
import type { Tick } from "./tick.ts";
import { settleWaiter } from "./waiting.ts";

/** A deadline of an older waiter of the same name means nothing (R39). */
export function timeOutWaiter(draft: Draft, tick: Extract<Tick, { kind: "waiter-timed-out" }>): void {
  const step = draft.plan.byId.get(tick.step);
  const waiter = step && find(draft.peek(step).waiters, tick.waiter, natural);
  if (step === undefined || waiter?.state.kind !== "open" || waiter.generation !== tick.generation)
    return draft.ignore();
  settleWaiter(draft, step, waiter, { kind: "timed-out", before: draft.run.counters.execution });
  advance(draft);
}
