import type { Dispatch } from "../engine/effect.ts";
import type { ScenarioKinds } from "../runtime/scenario/driveScenario.ts";
import type { Execution, Finish } from "../runtime/world.ts";
import { evaluateTexts } from "../steps/evaluate.ts";
import type { Surroundings } from "../steps/executor.ts";
import { createExecutors } from "../steps/executors.ts";
import { createRunner } from "../steps/runner/runnerClient.ts";
import { StepFailure } from "../steps/stepFailure.ts";
import type { Json } from "../workflow/json.ts";
import { sourcesOf } from "../workflow/sources.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import { isTemplated } from "../workflow/template.ts";
import { openSandbox } from "./openSandbox.ts";

/** The kinds that act by themselves in scenarios, with the executors that real runs have. */
export const scenarioKinds: ScenarioKinds = {
  actors: { transform: act, branch: act, "fan-out": act, stop: act },
  lists: act,
  bind,
  enter,
};

/** R79: what a step hands into its workflow, checked as a real run checks it. */
function enter(dispatch: Dispatch, execution: Execution): Promise<{ readonly input: Json } | Finish> {
  return new Promise((resolve) => {
    const { runId, workflow } = execution;
    const executors = createExecutors({ runId, workflow, digest: "", epoch: 0, onHolds: () => undefined }, outside());
    executors.start(dispatch, {
      ...execution,
      enter: (input) => resolve({ input }),
      finish: async (finish) => resolve(finish),
    });
  });
}

function act(dispatch: Dispatch, execution: Execution): Promise<Finish> {
  return new Promise((resolve) => {
    const { runId, workflow } = execution;
    const executors = createExecutors({ runId, workflow, digest: "", epoch: 0, onHolds: () => undefined }, outside());
    executors.start(dispatch, { ...execution, finish: async (finish) => resolve(finish) });
  });
}

/** T10: a template that cannot be filled ends the attempt before anybody is asked to execute it. */
async function bind(dispatch: Dispatch, execution: Execution) {
  const step = findStep(execution.workflow, dispatch.step);
  const texts = (step ? sourcesOf(step) : [])
    .filter(({ language, text }) => language === "template" && isTemplated(text))
    .map(({ path, text }) => ({ language: "template", name: path.slice(1).join("."), source: text }) as const);
  if (!step || texts.length === 0) return undefined;
  const around: Surroundings = {
    ...outside(),
    runId: execution.runId,
    digest: "",
    epoch: 0,
    hold: () => undefined,
    withdrawnSince: async () => null,
  };
  try {
    await evaluateTexts({ step, dispatch, execution, around }, texts);
    return undefined;
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return { results: [{ kind: "fail", failure: error.failure } as const] };
  }
}

let opened: Pick<Surroundings, "sandbox" | "runner" | "web" | "now"> | undefined;

/** One sandbox for all scenarios of a process, started for the first that needs it. The runner is never asked. */
function outside() {
  opened ??= {
    sandbox: openSandbox(),
    runner: createRunner({
      base: "http://127.0.0.1:0",
      fetch,
      connect: () => {
        throw new Error("A scenario asks no runner.");
      },
      now: Date.now,
    }),
    web: { fetch },
    now: Date.now,
  };
  return opened;
}
