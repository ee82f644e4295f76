import type { Condition } from "./condition.ts";
import type { Hook } from "./hook.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { RetryPolicy } from "./retryPolicy.ts";

/** `[a-z][a-z0-9_-]{0,62}`; with `/` between the scopes of a sub-workflow (R79). */
export type StepId = string;
/** `[A-Z][A-Za-z0-9]{0,62}`. */
export type EventType = string;
/** The name of an output port; which names exist depends on the kind (`ports.ts`). */
export type PortName = string;

export const workflowFormat = "tickwork/workflow@1";

/** The definition: steps, event types, limits, layout (`formats.md` §1). Unknown fields are kept by the parser. */
export interface Workflow {
  readonly format: typeof workflowFormat;
  readonly name: string;
  /** Markdown. */
  readonly description?: string;
  /** Schema of the run's input; checked before the first tick. */
  readonly input?: JsonSchema;
  readonly events?: Readonly<Record<EventType, EventDeclaration>>;
  readonly limits?: Limits;
  /** Schema of the run's store (R17). */
  readonly store?: JsonSchema;
  /** The order of the keys is the declaration order and is meaningful. */
  readonly steps: Readonly<Record<StepId, Step>>;
  readonly exports?: Readonly<Record<string, Export>>;
  /** Observers of a run, by name (T31). Those of a workflow inside another one are not called. */
  readonly hooks?: Readonly<Record<string, Hook>>;
  readonly layout?: Layout;
  /** Sub-workflows that an export carries, by the ids that its steps name; a run has them inlined instead. */
  readonly workflows?: Readonly<Record<string, Workflow>>;
}

export interface EventDeclaration {
  /** `external`: may be sent from outside while the run goes on. */
  readonly role?: "external";
  readonly schema?: JsonSchema;
}

/** Bounds of a run. Times in ms. Left out: `defaultLimits` (in scenarios: unlimited). */
export interface Limits {
  /** Alive time of the run (R42). */
  readonly timeoutMs?: number;
  readonly maxParallel?: number;
  readonly maxParallelCommands?: number;
  readonly maxParallelAgents?: number;
  /** Bounds a runaway (R45). */
  readonly maxExecutions?: number;
}

/** What a run's limits are when the file leaves them out (`formats.md` §1). */
export const defaultLimits = {
  maxParallel: 8,
  maxParallelCommands: 4,
  maxParallelAgents: 4,
  maxExecutions: 100_000,
} as const satisfies Limits;

export interface Export {
  readonly from: StepId;
  readonly path: readonly (string | number)[];
  readonly optional?: boolean;
}

export type Join =
  | "each"
  | "one-of-each"
  | { readonly batch: "all" | { readonly take: number }; readonly order?: "list" | "arrival" };

/** The fields every step has, whatever its kind. Exactly one of `accepts` and `needs` is given. */
export interface StepFields {
  readonly title?: string;
  readonly notes?: string;
  readonly accepts?: readonly EventType[];
  /** Ids of tasks that must be finished; the step is then a task. */
  readonly needs?: readonly StepId[];
  readonly join?: Join;
  /** JSONata giving a list: one execution per element, together one result (R72). */
  readonly forEach?: string;
  readonly emits?: Readonly<Record<PortName, EventType>>;
  readonly batches?: Readonly<Record<PortName, EventType>>;
  /** How many executions at once. Left out: 4; a task: 1. */
  readonly workers?: number;
  /** At most so many dispatches a second. */
  readonly perSecond?: number;
  readonly retry?: RetryPolicy;
  /** For one execution, ms. Left out: command 600,000, agent and http 300,000, others none. */
  readonly timeoutMs?: number;
  readonly onFailure?: "fail" | "park" | "skip";
  readonly maxRecoveries?: number;
  readonly onInterrupt?: "rerun" | "ask";
  readonly access?: "none" | "read" | "write";
  readonly ownerLostMs?: number;
  readonly when?: Condition;
  readonly allowFailure?: boolean;
  readonly always?: boolean;
  readonly output?: JsonSchema;
  /** Path in the store → JSONata, applied with the success (R73). */
  readonly set?: Readonly<Record<string, string>>;
  /** Bound for what is kept of each stream or answer, bytes. Left out: 1 MiB. */
  readonly maxOutputBytes?: number;
  readonly disabled?: boolean;
  readonly pinned?: Json;
}

/** What each kind needs (`formats.md` §1). Texts named *template* may hold `{{ JSONata }}`. */
export interface StepConfigs {
  readonly code: {
    /** TypeScript or JavaScript: `export default (event, ctx) => …`. */
    readonly source: string;
    /** Without yielding, ms. Left out: 5,000. */
    readonly cpuMs?: number;
    /** Left out: 64. */
    readonly memoryMb?: number;
  };
  /**
   * JSONata, whose value goes on as plain JSON: a sequence is a list, a sequence of one is that one (`[]` behind it
   * keeps the list), an empty one and a name that does not exist are no value and fail unless `??` gives another.
   * `$now`, `$millis` and `$random` are the run's. Functions, infinities and integers beyond 2^53-1 are refused.
   */
  readonly transform: { readonly expression: string };
  readonly branch: {
    readonly cases: readonly { readonly port: PortName; readonly when: Condition | string }[];
    readonly else: PortName;
  };
  readonly "fan-out": { readonly items: string };
  readonly join: Readonly<Record<string, never>>;
  readonly http: {
    readonly method?: string;
    readonly url: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly expect?: readonly number[];
    readonly via?: "tab" | "runner";
  };
  readonly command: {
    /** One argument each; all but the first are templates. Either this or `shell`. */
    readonly argv?: readonly string[];
    readonly shell?: { readonly program: string; readonly line: string };
    /** Template; relative to the workspace. */
    readonly cwd?: string;
    /** Values are templates. */
    readonly env?: Readonly<Record<string, string>>;
    /** Template; left out: closed. */
    readonly stdin?: string;
    /** A name. Left out: the runner's only or first one. */
    readonly workspace?: string;
    /** Left out: `[0]`. */
    readonly okExits?: readonly number[];
    /** Names. */
    readonly secrets?: readonly string[];
  };
  readonly file: {
    readonly operation: "read" | "write" | "list";
    readonly path: string;
    readonly workspace?: string;
    readonly as?: "text" | "json" | "csv" | "bytes";
    readonly content?: string;
  };
  readonly agent: {
    readonly model?: string;
    readonly system?: string;
    readonly prompt?: string;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
    readonly temperature?: number;
    readonly maxTokens?: number;
    readonly via?: "tab" | "runner";
    /** Base of the OpenAI-compatible server that the tab asks; static, no template. Only with `via: "tab"`. */
    readonly url?: string;
  };
  readonly ask: {
    /** Template, Markdown. */
    readonly question?: string;
    /** JSONata: what the person sees beside. */
    readonly show?: string;
    readonly form?: JsonSchema;
    /** JSONata. */
    readonly prefill?: string;
    /** Each is an output port and a button. */
    readonly choices?: readonly PortName[];
    readonly deadlineMs?: number;
    readonly default?: Json;
  };
  /** Exactly one of them. */
  readonly delay: {
    readonly forMs?: number;
    /** ISO 8601, or epoch ms. A time without a zone, and one that is past: of this machine, and at once. */
    readonly until?: string | number;
    /** Five fields; the next time, in the time zone of the machine that executes the step (`cron.ts`). */
    readonly cron?: string;
  };
  readonly workflow: {
    /** The id of a stored workflow, or the workflow itself. */
    readonly workflow: string | JsonObject;
    /** JSONata giving the child's input. Left out: the event's data. */
    readonly input?: string;
  };
  readonly stop: { readonly result?: string; readonly when?: "now" | "settled" };
  /** Exists in scenarios only: its executions are finished by the script. */
  readonly scripted: JsonObject;
}

export type StepKind = keyof StepConfigs;

/** One step of kind `K`. */
export type StepOf<K extends StepKind> = StepFields & { readonly kind: K; readonly config: StepConfigs[K] };

/** A node: its kind, its trigger (`accepts` or `needs`) and its settings. */
export type Step = { [K in StepKind]: StepOf<K> }[StepKind];

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where things stand on the canvas. No effect on a run; not part of the digest. */
export interface Layout {
  readonly steps?: Readonly<Record<StepId, Point>>;
  readonly start?: Point;
  readonly notes?: readonly Note[];
  readonly groups?: readonly Group[];
  readonly viewport?: { readonly x?: number; readonly y?: number; readonly zoom?: number };
}

export interface Note extends Point {
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  /** Left out: as the canvas begins a note. */
  readonly width?: number;
  readonly height?: number;
  /** Left out: amber. */
  readonly color?: string;
}

/** A frame around steps. What stands in it moves with it. */
export interface Group extends Point {
  readonly id: string;
  readonly title?: string;
  /** Of the open frame. */
  readonly width: number;
  readonly height: number;
  readonly steps: readonly StepId[];
  /** Drawn as one card that keeps the wires. */
  readonly collapsed?: boolean;
  /** Left out: grey. */
  readonly color?: string;
}

/** Event types that the engine itself makes or reads; a workflow does not declare them. */
export const builtInEventTypes = ["Start", "Stop", "StepFailed", "Ask", "Answer", "Batch", "OneOfEach"] as const;
