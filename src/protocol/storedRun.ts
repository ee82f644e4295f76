import type { LastStep } from "../engine/lastSteps.ts";
import type { RunOutcome } from "../engine/notice.ts";
import type { Exit } from "../engine/result.ts";
import type { Lifecycle, StepOutcome } from "../engine/view.ts";
import type { Json } from "../workflow/json.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";

export interface RunSummary {
  readonly id: string;
  /** Absent for a run that was imported from a log and whose workflow is not here. */
  readonly workflowId?: string;
  readonly name: string;
  /** Counts the runs of its workflow, from 1. */
  readonly number: number;
  readonly lifecycle: Lifecycle;
  readonly outcome: RunOutcome | null;
  readonly createdAt: number;
  readonly endedAt?: number;
  readonly seq: number;
  /** How many asks, parked items and uncertain attempts wait for a person. */
  readonly needsYou: number;
  /** Why it ended, or what its result was, in one line. */
  readonly line?: string;
  readonly imported?: true;
  /** Set by a person. */
  readonly tags?: readonly string[];
  /** The run whose successes it took over (T26). */
  readonly retryOf?: { readonly id: string; readonly number: number };
  /** The run whose journal it begins with, up to tick `seq`. */
  readonly forkOf?: { readonly id: string; readonly number: number; readonly seq: number };
  /** Begun from the editor to try something: its end says nothing of the whole workflow. */
  readonly trial?: RunTrial;
}

export interface RunTrial {
  /** Steps that did nothing of their own: their pinned outputs stood for it. */
  readonly pins?: readonly StepId[];
  /** It held only what leads to this step, by its title. */
  readonly upTo?: string;
}

export interface StoredRun {
  readonly summary: RunSummary;
  readonly workflow: Workflow;
  readonly digest: string;
  readonly input: Json;
}

/** What went through the steps of a workflow in its newest run, as far as its first ticks tell. */
export interface LastRun {
  readonly run: RunSummary;
  /** By step. Values are whole; one above 1 MiB is left out. */
  readonly steps: Readonly<Record<StepId, LastStep>>;
}

/** How a task ended, as far as conditions look at it (T6). */
export interface TaskResult {
  readonly outcome: StepOutcome;
  readonly exit?: Exit;
  /** A large one is a reference (`engine/reference.ts`). */
  readonly output?: Json;
}
