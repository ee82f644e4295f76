import type { Event } from "../../engine/event.ts";
import type { Exit } from "../../engine/result.ts";
import type { Decision, StorePath } from "../../engine/tick.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import type { EventType, StepId, Workflow } from "../../workflow/workflow.ts";

export const scenarioFormat = "tickwork/scenario@1";

/** A run with scripted outcomes, and the trace that it must leave (`scenarios.md`). */
export interface Scenario {
  readonly name: string;
  /** Ids of the rules it is about, for people and `check --rules`. */
  readonly rules: readonly string[];
  readonly workflow: Workflow;
  readonly script: readonly Entry[];
  /** A subset of the state view, at the end. */
  readonly state?: JsonObject;
  /** In place of a script: the workflow must be refused with problems of exactly these rules. */
  readonly invalid?: readonly string[];
}

export interface Entry {
  /** Virtual time, ms; never goes back. */
  readonly at: number;
  readonly action: Action;
  /** All lines since the entry before, in order. */
  readonly expect?: readonly string[];
  /** The same as a multiset. */
  readonly expectUnordered?: readonly string[];
  readonly state?: JsonObject;
}

/** `target`: a step (its lowest busy worker), `step#worker`, or an execution id. */
export type Action =
  | { readonly kind: "pass" }
  | { readonly kind: "start"; readonly input: Json }
  | { readonly kind: "send"; readonly event: Event; readonly to?: StepId }
  | { readonly kind: "finish"; readonly target: string; readonly with: readonly ScriptedResult[] }
  | { readonly kind: "started"; readonly target: string }
  | { readonly kind: "cancel"; readonly reason: string }
  | { readonly kind: "pause" }
  | { readonly kind: "resume" }
  | { readonly kind: "reload"; readonly cutTicks: number; readonly answers: Readonly<Record<string, RunnerAnswer>> }
  | { readonly kind: "decide"; readonly decisions: Readonly<Record<string, Decision>> }
  | { readonly kind: "cancelStep"; readonly target: string }
  | { readonly kind: "treatAsLost"; readonly target: string };

/** What the runner says of an external execution after a reload (T18). */
export interface RunnerAnswer {
  readonly state: "running" | "exited" | "unknown" | "lost" | "unreachable";
  readonly exit?: Exit;
  readonly output?: Json;
}

/** One entry of a `with` list, in the order in which a step would cause it. */
export type ScriptedResult =
  | { readonly kind: "return"; readonly value: Json }
  | { readonly kind: "fail"; readonly name: string; readonly message: string; readonly denied: boolean }
  | { readonly kind: "cancelled" }
  | { readonly kind: "send"; readonly event: Event; readonly to?: StepId; readonly onSuccess: boolean }
  | { readonly kind: "publish"; readonly event: Event }
  | { readonly kind: "collect"; readonly buffer: string; readonly event: Event }
  | { readonly kind: "consume"; readonly buffer: string; readonly events: number | readonly Event[] }
  | {
      readonly kind: "wait";
      readonly id?: string;
      readonly type: EventType;
      readonly where?: JsonObject;
      readonly ask?: Event;
      readonly timeoutMs?: number;
    }
  | { readonly kind: "answered"; readonly id: string }
  | { readonly kind: "set"; readonly path: StorePath; readonly value: Json }
  | { readonly kind: "once"; readonly key: string; readonly value: Json }
  | { readonly kind: "output"; readonly value: Json }
  | { readonly kind: "exit"; readonly exit: Exit };
