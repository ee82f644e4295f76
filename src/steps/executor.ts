import type { AbortReason, Dispatch } from "../engine/effect.ts";
import type { Result } from "../engine/result.ts";
import type { InstanceEnd } from "../engine/runState.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import type { Execution } from "../runtime/world.ts";
import type { Permission } from "../workflow/permission.ts";
import type { StepKind, StepOf } from "../workflow/workflow.ts";
import type { Web } from "./http/web.ts";
import type { Runner } from "./runner/runner.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";

/** What the executors of one run share. */
export interface Surroundings {
  readonly runId: string;
  /** Of the frozen workflow. */
  readonly digest: string;
  /** Of the document that it was frozen from; consent on the runner is given to it. */
  readonly workflowId?: string;
  /** Fencing number of the run's owner. */
  readonly epoch: number;
  readonly sandbox: Sandbox;
  readonly runner: Runner;
  readonly web: Web;
  /** Why a request may not go out any more although the run was allowed it (T16); `null`: it may. */
  withdrawnSince(permission: Permission): Promise<string | null>;
  /** Epoch ms. */
  now(): number;
  /** What this execution waits for now although nothing of the run stops it; `null`: nothing. */
  hold(execution: string, hold: Hold | null): void;
}

/** One execution of a step of kind `K`. */
export interface Work<K extends StepKind = StepKind> {
  readonly step: StepOf<K>;
  readonly dispatch: Dispatch;
  readonly execution: Execution;
  readonly around: Surroundings;
}

/** How an execution is ended from outside. */
export interface Running {
  /** At once; what it says afterwards is ignored. `superseded`: what is outside goes on for another owner. */
  abort(reason: AbortReason): void;
  /** Told to stop; it still finishes (T24). Left out: what is left of it is short. */
  stop?(): void;
  /** A person gave up waiting for its owner. */
  treatAsLost?(): void;
  /** The workflow that it entered has ended (R79). */
  instanceEnded?(end: InstanceEnd): void;
}

/** Begins the executions of one kind. */
export interface Executor<K extends StepKind> {
  begin(work: Work<K>): Running;
  /** After a load: asks the owner of an external execution about it (T18). */
  attach?(work: Work<K>, key: string | undefined, owner: string | undefined): Running;
}

/** A kind that computes its results and owns nothing outside. It fails by throwing a `StepFailure`. */
export type Compute<K extends StepKind> = (work: Work<K>) => Promise<readonly Result[]>;
