import type { Event } from "../engine/event.ts";
import type { ExecutionId, ItemId } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";

/** A fork: the ticks of a run up to one of them, and what is other from there on. */
export interface Fork {
  /** The last tick that is copied. 0: none; then the run begins anew, with `input`. */
  readonly seq: number;
  /** Only with `seq` 0; left out: the input that the run had. */
  readonly input?: Json;
  /** The workflow that it runs; left out: the frozen one of the run. */
  readonly workflow?: Workflow;
  /** Other data for the event of an item that begins again. */
  readonly change?: { readonly item: ItemId; readonly data: Json };
  /** Sent before anything begins. */
  readonly event?: { readonly event: Event; readonly to?: StepId };
  /** The answer of a question that is open there. */
  readonly answer?: { readonly step: StepId; readonly ask: string; readonly value: Json; readonly choice?: string };
  /** It begins nothing until it is resumed. */
  readonly paused?: true;
}

/** What a fork will do, before anything is changed. */
export interface ForkForeseen {
  /** Items that begin, in the order of their steps; the first `maxForeseen` of them. */
  readonly begins: readonly WaitingItem[];
  /** Questions that are asked again. */
  readonly asks: readonly { readonly step: StepId; readonly ask: string; readonly question: string }[];
  /** Attempts about which a person decides first. */
  readonly uncertain: readonly { readonly step: StepId; readonly execution: ExecutionId }[];
  /** What of the copied ticks does not fit the other workflow; a person confirms it first. */
  readonly misfits: readonly ForkMisfit[];
}

/** Something that does not fit, in sentences for a person. */
export interface ForkMisfit {
  readonly text: string;
  /** What can be done about it. */
  readonly todo?: string;
  /** A fork behind this tick does not have it. */
  readonly forkAt?: number;
}

/** An item that nobody carries out. */
export interface WaitingItem {
  readonly item: ItemId;
  readonly step: StepId;
  /** Its next attempt, from 1. */
  readonly attempt: number;
  /** Event type, `[n]` for a join; absent for a task. */
  readonly event?: string;
  /** Whole; left out: the event has none, or it is above 1 MiB. Only such data can be changed. */
  readonly data?: Json;
}

export const maxForeseen = 200;
