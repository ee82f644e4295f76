import { createContext, use } from "react";
import type { Answer } from "../protocol/answer.ts";
import type { ModelEntry } from "../protocol/runnerKept.ts";
import type { StepTest, TestedStep } from "../protocol/stepTest.ts";
import type { LastRun } from "../protocol/storedRun.ts";
import type { Problem } from "../workflow/problem.ts";
import type { Point, StepId } from "../workflow/workflow.ts";
import type { EditorActions, HangOn } from "./editorActions.ts";
import type { LastValues } from "./inspector/arrivals/arrivals.ts";
import type { TaskResults } from "./inspector/condition/conditionReason.ts";
import type { KeptTexts } from "./inspector/keptTexts.ts";
import type { OtherWorkflows } from "./otherWorkflows.ts";

/** What the runner has to offer to steps; `null`: it is not known. */
export interface RunnerOffers {
  readonly workspaces: readonly { readonly name: string; readonly path: string }[] | null;
  /** Names. */
  readonly secrets: readonly string[] | null;
  readonly models: readonly ModelEntry[] | null;
}

/** Carries out single steps of this workflow. */
export interface StepTester {
  /** `again` is called when the person has allowed meanwhile what the step does. */
  test(test: StepTest, again: () => void): Promise<Answer<TestedStep>>;
  stop(id: string): void;
}

/** What the parts of one editor share besides the document. */
export interface EditorTools {
  /** Of the workflow, in the database. */
  readonly workflowId: string;
  readonly actions: EditorActions;
  readonly problems: readonly Problem[];
  /** What stands in fields and is no value yet. */
  readonly keptTexts: KeptTexts;
  /** What the steps handed on in the last run, for what is completed in expressions. */
  readonly lastValues: LastValues;
  readonly lastRun: LastRun | null;
  /** How the tasks of the last run ended; `null`: there was none, or it is not read yet. */
  readonly lastTasks: TaskResults | null;
  readonly runner: RunnerOffers;
  readonly others: OtherWorkflows;
  /** Leads to where the runner's models and secrets are kept. */
  readonly manageRunner: (() => void) | undefined;
  /** Opens the list of steps to add; with `hangOn` the step is wired to that, with `at` it goes there. */
  readonly pickStep: (hangOn: HangOn | null, at?: Point) => void;
  /** Opens the list of steps to put into a wire. */
  readonly pickInsert: (wire: string) => void;
  /** Opens the list of steps that `from` can lead to. */
  readonly pickTarget: (from: string) => void;
  /** Begins to write in a note or a frame's title on the canvas; a node id. */
  readonly writeIn: (node: string) => void;
  /** The line of the step's code that the editor was opened at; once. */
  readonly takeLine: (step: StepId) => number | undefined;
  /** Carries single steps out; left out: nobody does. */
  readonly tester: StepTester | undefined;
  /** Runs only what leads to the step. */
  readonly runUpTo: (step: StepId) => void;
}

export const EditorContext = createContext<EditorTools | null>(null);

export function useEditor(): EditorTools {
  const tools = use(EditorContext);
  if (tools === null) throw new Error("There is no editor around this component");
  return tools;
}
