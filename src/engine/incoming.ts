import { advance } from "./advance.ts";
import { setWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { findExecution } from "./inFlight.ts";
import { isEvent } from "./judge.ts";
import type { Tick } from "./tick.ts";
import { type Lineage, noLineage } from "./workItem.ts";

/** An event from outside, or from a running step: then delivered once per key (R16). Before the start it means nothing (R64). */
export function addEvent(draft: Draft, tick: Extract<Tick, { kind: "event-added" }>): void {
  if (draft.run.lifecycle === "planned" || !isEvent(tick.event)) return draft.ignore();
  const lineage = tick.from === undefined ? noLineage : takeSend(draft, tick.from);
  if (lineage === undefined) return draft.ignore();
  advance(draft, { events: [{ event: tick.event, lineage, ...(tick.to !== undefined && { to: tick.to }) }] });
}

/** What the sender hands down; `undefined` when it is gone, or this send was taken before. */
function takeSend(draft: Draft, from: { readonly execution: string; readonly index: number }): Lineage | undefined {
  const found = findExecution(draft, from.execution);
  if (found === undefined || from.index < found.execution.sends) return undefined;
  const { step, execution } = found;
  setWorker(draft, step, execution.worker, { ...execution, sends: from.index + 1 });
  return execution.item.lineage;
}
