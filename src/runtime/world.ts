import type { AbortReason, Dispatch } from "../engine/effect.ts";
import type { Event } from "../engine/event.ts";
import type { Notice } from "../engine/notice.ts";
import type { Result } from "../engine/result.ts";
import type { InstanceEnd, RunState } from "../engine/runState.ts";
import type { StorePath, Tick, TickBody } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { FindPattern } from "./findPattern.ts";
import type { HookCall } from "./observeHooks.ts";
import type { Artifact } from "./takeOut.ts";

/**
 * Everything a run needs from outside: the narrow interface that a tab, the command line and a scenario fill in,
 * each in its own way. The control loop owns no clock, no storage and no executor.
 */
export interface World {
  /** Epoch ms. */
  now(): number;
  /** At most one alarm: replaces the one before; `null` clears it. A past time fires as soon as possible. */
  setAlarm(at: number | null, fire: () => void): void;
  /** Runs `turn` later in the same process, after the inbox could take what is waiting (R45). */
  defer(turn: () => void): void;
  readonly journal: Journal;
  readonly executors: Executors;
  /** Finds the patterns of retry policies in the messages of failures (`loadFindPattern`). */
  readonly findPattern: FindPattern;
  /** After each commit. Throwing here never touches the run (R51). */
  committed(group: CommittedGroup): void;
  /**
   * A commit failed and the group waits (R80); `null` when one holds again. After `fenced`, and after a broken rule
   * of ours (`other` with the loop closed), nothing follows.
   */
  stalled(failure: StorageFailure | null): void;
  /** Who calls the hooks of the workflow (T31); left out: they observe nothing. */
  readonly hooks?: Hooks;
  /** A chunk of an execution's log (R24); an artifact, never a tick. */
  logged?(execution: string, level: LogLevel, text: string): void;
  /** A piece of an answer that this process receives, as it comes; the whole one is handed on by its end. */
  said?(execution: string, text: string): void;
  /** A request that needs no tick (a second cancel, one after the end: T36); its row may go. */
  answered?(request: string): void;
}

/** Calls hooks, each at most once: never again for the same tick, and nothing of it comes back to the run (R51). */
export interface Hooks {
  /** Its tick `seq` is durable. */
  call(call: HookCall & { readonly seq: number }): void;
}

export interface CommittedGroup {
  readonly ticks: readonly Tick[];
  readonly notices: readonly Notice[];
  readonly state: RunState;
}

/** How long a commit must survive: `relaxed` the death of tab and browser, `strict` a power cut too. */
export type Durability = "relaxed" | "strict";

export type StorageFailure = {
  readonly kind: "quota" | "closed" | "fenced" | "other";
  /** For a person. */
  readonly message: string;
};

export type AppendResult = { readonly ok: true } | { readonly ok: false; readonly failure: StorageFailure };

export interface Journal {
  /**
   * Appends one group as one packed value in one transaction, refusing it (`fenced`) when another owner has a
   * higher epoch. Resolves when durable. `requests` are rows of the `requests` store deleted with it; `snapshot`
   * is saved with the sequence number of the last tick.
   */
  append(group: {
    readonly ticks: readonly Tick[];
    /** Large values that these ticks name, durable with them or before; left out: none. Some may be kept already. */
    readonly artifacts?: readonly Artifact[];
    readonly durability: Durability;
    readonly snapshot?: Json;
    readonly requests?: readonly string[];
    /** The state after the group, for the run's summary row. */
    readonly state: RunState;
  }): Promise<AppendResult>;
  /** `append` resolves in a later task, so that whatever else the process has to do had its turn (R45). */
  readonly yields?: true;
  /** One committed tick; rejects when there is none. */
  read(seq: number): Promise<Tick>;
  /** The JSON text of a large value of this run; rejects with a sentence for a person when it is not kept. */
  artifact(digest: string): Promise<string>;
}

export type LogLevel = "log" | "info" | "warn" | "error" | "debug";

/** Begins, attaches and stops executions; one per run. Never throws: what goes wrong is a result. */
export interface Executors {
  start(dispatch: Dispatch, execution: Execution): void;
  /**
   * The end of an execution that needs nothing from outside (a `delay`, a `branch` on conditions), known from its
   * dispatch alone. Its tick goes into the same commit and `start` is not called. `undefined`: it must be started.
   */
  foretell?(dispatch: Dispatch): Finish | undefined;
  /** After a load: ask the owner of an external execution about it (T18). `owner`: as its `intend` named it. */
  attach(dispatch: Dispatch, key: string | undefined, execution: Execution, owner?: string): void;
  /** At once; what it says afterwards is ignored. */
  abort(execution: string, reason: AbortReason): void;
  /** Tell it to stop; it still finishes (T24). */
  stop(execution: string): void;
  /** The workflow that it entered has ended: it finishes with what that means for its step (R79). */
  instanceEnded?(execution: string, end: InstanceEnd): void;
  /** A person gave up waiting for its owner: it becomes `execution-lost`. */
  treatAsLost(execution: string): void;
}

/** How a running execution was ended from its executor's side. */
export interface Finish {
  readonly results: readonly Result[];
  readonly started?: number;
  readonly ended?: number;
  readonly waited?: number;
  readonly evidence?: Json;
}

/**
 * What an executor may do with the run while it executes. Calls after the end are ignored.
 *
 * Large values stand in what it is given as references (`engine/reference.ts`), to be loaded only where they are used;
 * one that is handed on as the very object it came as stays the reference it is. Values that the executor made itself
 * are whole: the loop takes the large ones out.
 *
 * Its calls belong to it: a copy by spread has none of them. `withCalls` replaces some.
 */
export interface Execution {
  readonly runId: string;
  /** The whole frozen workflow of the run. */
  readonly workflow: Workflow;
  /** The workflow that its step belongs to: that one, or one inside it (R79). Ids and addresses are of its steps. */
  readonly own: Workflow;
  /**
   * Settles it; the loop evaluates the retry policy and posts `execution-finished`. Resolves when that is durable,
   * never when the loop ends before.
   */
  finish(finish: Finish): Promise<void>;
  /** Begins the workflow that the step runs (R79); `instanceEnded` of the executors tells its end. */
  enter(input: Json): void;
  /** Posts `execution-lost`. */
  lost(loss: { readonly never: true } | { readonly cause: string }): void;
  /** Posts `execution-started`; resolves when it is strictly durable, rejects when the execution was aborted meanwhile. */
  intend(owner: string, key: string): Promise<void>;
  /** `ctx.send`; answers why not when the address is wrong (R4, R62). Resolves when durable. */
  send(event: Event, to: StepId | undefined, index: number): Promise<string | undefined>;
  publish(event: Event): void;
  /** Reads the store as it is now: of the run, or of the instance that it runs in (R79). */
  store(): Json;
  /**
   * Changes the store. With `ifSeen` only when the value at `path` is still that very value (`ctx.store.update`);
   * answers whether it was. Rejects when the path leads into a large value that is not kept any more.
   */
  change(change: {
    readonly path: StorePath;
    readonly value?: Json;
    readonly delete?: true;
    readonly ifSeen?: { readonly value: Json | undefined };
  }): Promise<boolean>;
  /** The large value that a path of the store leads into, and how many keys lead to it; `undefined`: there is none. */
  largeIn(path: StorePath): Promise<{ readonly depth: number; readonly value: Json } | undefined>;
  /** Resolves when the value is durable. */
  recordOnce(key: string, value: Json): Promise<void>;
  /** The input of the run, or of the instance that it runs in. */
  input(): Json;
  /** What the nearest ancestor execution of `step` handed on (R69); `undefined`: there is none. */
  lookBack(step: StepId): Promise<HandedOn | undefined>;
  /** The JSON text of a large value; rejects with a sentence for a person when it is not kept. */
  artifact(digest: string): Promise<string>;
  /** A chunk of its log (R24). */
  log(level: LogLevel, text: string): void;
  /** A piece of what it will hand on, for those who watch. */
  say(text: string): void;
}

/** `steps.<id>` of the roots (`formats.md` §1). */
export interface HandedOn {
  readonly output: Json | undefined;
  readonly data: Json | undefined;
  readonly exit: number | null;
  readonly outcome: string;
  readonly attempt: number;
  readonly count: number;
}

/** The loop's public side: the one inbox of a run. */
export interface RunLoop {
  /**
   * Adds a tick to the inbox. `request`: id of the row in the `requests` store that it carries out. `at`: its time, epoch
   * ms; left out: when its turn comes.
   */
  post(body: TickBody, request?: string, at?: number): void;
  readonly state: RunState;
  /** Last committed sequence number. */
  readonly seq: number;
  /** Resolves when the inbox is empty and everything is committed, or the loop stalled. */
  settled(): Promise<void>;
  /** Stops the loop: nothing is journaled any more; running work of the tab is aborted. */
  close(): void;
}
