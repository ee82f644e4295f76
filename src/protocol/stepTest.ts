import type { Event } from "../engine/event.ts";
import type { Failure } from "../engine/failure.ts";
import type { Json } from "../workflow/json.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { LogLevel } from "./runUpdate.ts";

/** One execution of one step by itself, with what a person says that it is given. Nothing of it is stored. */
export interface StepTest {
  /** Names it for `stopTest`. */
  readonly id: string;
  readonly workflow: Workflow;
  readonly workflowId?: string;
  readonly step: StepId;
  /** Of a task: left out. A join gets what it gathers in `events`. */
  readonly event?: Event & { readonly events?: readonly Event[] };
  readonly input: Json;
  /** What earlier steps handed on, by id. */
  readonly steps: Readonly<Record<StepId, Json>>;
  readonly store: Json;
  /** Of a step that works on the elements of a list. */
  readonly element?: { readonly item: Json; readonly index: number };
}

export interface TestedStep {
  /** `waits`: it did its part, and would go on with an answer or at a time. */
  readonly end: "success" | "failure" | "stopped" | "waits";
  /** What it handed on. */
  readonly output?: Json;
  /** What left it, sent and returned, in order. */
  readonly events: readonly Event[];
  readonly failure?: Failure;
  /** What it waits for, in words. */
  readonly waitsFor?: string;
  readonly logs: readonly { readonly at: number; readonly level: LogLevel; readonly text: string }[];
  /** When it changed something there: the store afterwards. */
  readonly store?: Json;
  readonly ms: number;
}
