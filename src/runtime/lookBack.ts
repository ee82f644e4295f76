import type { Dispatch } from "../engine/effect.ts";
import { handedOnOf } from "../engine/handedOn.ts";
import type { Tick } from "../engine/tick.ts";
import { lookUp } from "../engine/trail.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { HandedOn, Journal } from "./world.ts";

/** What the nearest ancestor execution of a step handed on (R69); `undefined`: there is none on this line. */
export type LookBack = (dispatch: Dispatch, step: StepId) => Promise<HandedOn | undefined>;

/** At least so many are kept: enough for the lines that are under way; what fell out is read again from the journal. */
const cachedTicks = 64;

/** The state holds the references, the journal the values; what was committed lately is still in memory. */
export interface Trails {
  readonly lookBack: LookBack;
  /** Keeps the ticks of a committed group that somebody may look back at. */
  keep(ticks: readonly Tick[]): void;
}

export function createTrails(journal: Pick<Journal, "read">, workflow: Workflow): Trails {
  // A full map becomes the older one whole: to take each tick out by itself would cost more than to keep it.
  let recent = new Map<number, Tick>();
  let older: ReadonlyMap<number, Tick> = recent;

  function remember(tick: Tick): void {
    recent.set(tick.seq, tick);
    if (recent.size < cachedTicks) return;
    older = recent;
    recent = new Map();
  }

  return {
    async lookBack(dispatch, step) {
      const found = lookUp(dispatch.trail, step);
      const definition = findStep(workflow, step);
      if (!found || !definition) return undefined;
      const tick = recent.get(found.seq) ?? older.get(found.seq) ?? (await journal.read(found.seq));
      remember(tick);
      const value = handedOnOf(definition, tick, step);
      if (!value) return undefined;
      return { ...value, attempt: found.attempt, count: found.count };
    },
    keep(ticks) {
      for (const tick of ticks) {
        if (tick.kind === "run-started" || tick.kind === "execution-finished" || tick.kind === "recovery-decided")
          remember(tick);
      }
    },
  };
}
