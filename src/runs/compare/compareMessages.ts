import type { Tick } from "../../engine/tick.ts";
import type { EventType, StepId } from "../../workflow/workflow.ts";
import type { Attempt } from "../attempt.ts";
import type { RowCounts } from "../timeline/barText.ts";
import type { TimelineRow } from "../timeline/timelineBars.ts";
import type { ComparedStep, Comparison } from "./firstDifference.ts";
import type { ComparedRun } from "./RunDigest.ts";

/** What the page tells the worker that compares. Sides are 0 and 1. */
export type ToCompare =
  | { readonly kind: "begin"; readonly runs: readonly [ComparedRun, ComparedRun] }
  /** The next ticks of one side; answered by `read`. */
  | { readonly kind: "ticks"; readonly side: 0 | 1; readonly ticks: readonly Tick[] }
  /** Both sides are read as far as there is something; answered by `compared`. */
  | { readonly kind: "compare" };

export type FromCompare =
  | { readonly kind: "read"; readonly side: 0 | 1; readonly seq: number }
  | ({ readonly kind: "compared" } & Compared);

export interface Compared {
  readonly comparison: Comparison;
  readonly rows: readonly ComparedStep[];
  readonly sides: readonly [ComparedSide, ComparedSide];
}

/** What the page draws of one run without its journal. */
export interface ComparedSide {
  readonly seq: number;
  /** Of the last tick, epoch ms. */
  readonly lastAt: number;
  readonly timeline: readonly TimelineRow[];
  readonly counts: Readonly<Record<StepId, RowCounts>>;
  /** How many events went into each wire of the outermost workflow, by `emittedKey`. */
  readonly emitted: Readonly<Record<string, number>>;
  readonly lastDone: ReadonlyMap<StepId, Attempt>;
}

export function emittedKey(step: StepId, type: EventType): string {
  return `${step} ${type}`;
}
