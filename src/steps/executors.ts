import type { Dispatch } from "../engine/effect.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import { foretell } from "../runtime/foretell.ts";
import { withCalls } from "../runtime/withCalls.ts";
import type { Execution, Executors, Finish } from "../runtime/world.ts";
import type { Permission } from "../workflow/permission.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import type { Step, StepId, StepKind, Workflow } from "../workflow/workflow.ts";
import { computed, settle } from "./computed.ts";
import type { Executor, Running, Surroundings, Work } from "./executor.ts";
import { forEachList, isAboutList } from "./forEachList.ts";
import type { Web } from "./http/web.ts";
import { askPerson } from "./kinds/askPerson.ts";
import { branchOff } from "./kinds/branchOff.ts";
import { delayUntil } from "./kinds/delayUntil.ts";
import { fanOut } from "./kinds/fanOut.ts";
import { runAgent } from "./kinds/runAgent.ts";
import { runCode } from "./kinds/runCode.ts";
import { runCommand } from "./kinds/runCommand.ts";
import { runFile } from "./kinds/runFile.ts";
import { runHttp } from "./kinds/runHttp.ts";
import { runWorkflow } from "./kinds/runWorkflow.ts";
import { stopRun } from "./kinds/stopRun.ts";
import { transformEvent } from "./kinds/transformEvent.ts";
import { pinnedResults } from "./pinnedResults.ts";
import type { Runner } from "./runner/runner.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { hasSet, withSets } from "./setStore.ts";

/** The executor of each kind; the compiler asks for a new kind's. */
const executors: { readonly [K in StepKind]: Executor<K> } = {
  code: runCode,
  transform: computed(transformEvent),
  branch: computed(branchOff),
  "fan-out": computed(fanOut),
  join: foretoldOnly("A join step has nothing to collect."),
  http: runHttp,
  command: runCommand,
  file: runFile,
  agent: runAgent,
  ask: computed(askPerson),
  delay: computed(delayUntil),
  workflow: runWorkflow,
  stop: computed(stopRun),
  scripted: notYet("scripted"),
};

export interface RunToExecute {
  readonly runId: string;
  readonly workflow: Workflow;
  /** Of the frozen workflow. */
  readonly digest: string;
  /** Of the document that it was frozen from, where there is one. */
  readonly workflowId?: string;
  /** Fencing number of this owner. */
  readonly epoch: number;
  /** Why this process may not do something any more that was allowed when the run began (T16); `null`: it may. */
  withdrawnSince?(permission: Permission): Promise<string | null>;
  /** Steps for whose work their pinned outputs stand; left out: none. */
  readonly pins?: readonly StepId[];
  /** All that the executors of this run wait for now, each time it changes. */
  onHolds(holds: readonly Hold[]): void;
}

/** The executors of one run. `now`: epoch ms. */
export function createExecutors(
  run: RunToExecute,
  world: { readonly sandbox: Sandbox; readonly runner: Runner; readonly web?: Web; now(): number },
): Executors {
  const running = new Map<string, Running>();
  const holds = new Map<string, Hold>();

  const around: Surroundings = {
    runId: run.runId,
    digest: run.digest,
    ...(run.workflowId !== undefined && { workflowId: run.workflowId }),
    epoch: run.epoch,
    withdrawnSince: run.withdrawnSince ?? (async () => null),
    web: { fetch: (...request) => fetch(...request) },
    ...world,
    hold: (execution, hold) => {
      if (hold === null && !holds.has(execution)) return;
      if (hold === null) holds.delete(execution);
      else holds.set(execution, hold);
      run.onHolds([...holds.values()]);
    },
  };

  const forget = (execution: string): Running | undefined => {
    const known = running.get(execution);
    running.delete(execution);
    around.hold(execution, null);
    return known;
  };

  const pins: ReadonlySet<StepId> = new Set(run.pins);
  const foretellAll = (dispatch: Dispatch) => foretell(run.workflow, dispatch);

  let turn: Promise<unknown> = Promise.resolve();
  /** One `set` after the other: each sees what those before it wrote (R73). */
  const settingInTurn = async (set: () => Promise<{ readonly durable: Promise<void> }>): Promise<void> => {
    const mine = turn.then(set);
    turn = mine.catch(() => undefined);
    return (await mine).durable;
  };

  /** Begins what `pick` answers for the step's kind, and forgets it when it has ended. */
  const begin = (
    dispatch: Dispatch,
    execution: Execution,
    pick: <K extends StepKind>(executor: Executor<K>, work: Work<K>) => Running | undefined,
  ) => {
    const step: Step | undefined = findStep(run.workflow, dispatch.step);
    let ended = false;
    const ending = withCalls(execution, {
      finish: (finish) => {
        ended = true;
        forget(dispatch.execution);
        return step === undefined || !hasSet(step) ? execution.finish(finish) : finishInTurn(step, finish);
      },
      lost: (loss) => {
        ended = true;
        forget(dispatch.execution);
        execution.lost(loss);
      },
    });
    const finishInTurn = (setting: Step, finish: Finish) =>
      settingInTurn(async () => {
        const work = { step: setting, dispatch, execution, around } as Work;
        const results = await withSets(work, finish.results);
        // Posted before the next one reads the store; durable later.
        return { durable: execution.finish({ ...finish, results }) };
      });
    if (step === undefined) {
      const failure = { name: "ExecutorError", message: `The workflow has no step ${dispatch.step}.` };
      ending.finish({ results: [{ kind: "fail", failure }] });
      return;
    }
    if (pins.has(dispatch.step) && step.pinned !== undefined) {
      const { pinned } = step;
      void settle({ step, dispatch, execution: ending, around } as Work, async () =>
        pinnedResults(step, dispatch, pinned),
      );
      return;
    }
    const known = foretellAll(dispatch);
    if (known !== undefined) {
      const work = { step, dispatch, execution: ending, around } as Work;
      void settle(work, async () => known.results);
      return;
    }
    const began = beginStep(step, { dispatch, execution: ending, around }, pick);
    if (began && !ended) running.set(dispatch.execution, began);
  };

  return {
    foretell: (dispatch) => {
      const step = findStep(run.workflow, dispatch.step);
      // What its results become is for the sandbox to say.
      return step === undefined || pins.has(dispatch.step) || hasSet(step) || step.output !== undefined
        ? undefined
        : foretellAll(dispatch);
    },
    start: (dispatch, execution) => begin(dispatch, execution, (executor, work) => executor.begin(work)),
    attach: (dispatch, key, execution, owner) =>
      begin(dispatch, execution, (executor, work) => {
        if (executor.attach) return executor.attach(work, key, owner);
        work.execution.lost({ cause: "Nobody can tell what became of it." });
        return undefined;
      }),
    abort: (execution, reason) => forget(execution)?.abort(reason),
    stop: (execution) => running.get(execution)?.stop?.(),
    instanceEnded: (execution, end) => running.get(execution)?.instanceEnded?.(end),
    treatAsLost: (execution) => running.get(execution)?.treatAsLost?.(),
  };
}

function beginStep(
  step: Step,
  work: Omit<Work, "step">,
  pick: <K extends StepKind>(executor: Executor<K>, work: Work<K>) => Running | undefined,
): Running | undefined {
  const typed = <K extends StepKind>(executor: Executor<K>) => pick(executor, { ...work, step } as Work<K>);
  if (isAboutList(work)) return typed(forEachList);
  return typed(executors[step.kind] as Executor<typeof step.kind>);
}

function notYet<K extends StepKind>(kind: string): Executor<K> {
  return failing(`Steps of kind ${kind} cannot run in this version of Tickwork.`);
}

/** A kind whose executions end with their dispatch (`foretell`), or not at all. */
function foretoldOnly<K extends StepKind>(message: string): Executor<K> {
  return failing(message);
}

function failing<K extends StepKind>(message: string): Executor<K> {
  return {
    begin: ({ execution }) => {
      execution.finish({ results: [{ kind: "fail", failure: { name: "ConfigError", message } }] });
      return { abort: () => {} };
    },
  };
}
