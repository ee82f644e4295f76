import type { Dispatch } from "../engine/effect.ts";
import type { ScenarioKinds } from "../runtime/scenario/driveScenario.ts";
import { withCalls } from "../runtime/withCalls.ts";
import type { Execution, Finish } from "../runtime/world.ts";
import type { Json } from "../workflow/json.ts";
import { sourcesOf } from "../workflow/sources.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import { isTemplated } from "../workflow/template.ts";
import { evaluateTexts } from "./evaluate.ts";
import type { Surroundings } from "./executor.ts";
import { createExecutors } from "./executors.ts";
import { createRunner } from "./runner/runnerClient.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { StepFailure } from "./stepFailure.ts";

type World = Pick<Surroundings, "sandbox" | "runner" | "web" | "now">;

/**
 * The kinds that act by themselves in scenarios, with the executors that real runs have. `sandbox` is asked for when
 * the first of them acts; the runner never is.
 */
export function createScenarioKinds(sandbox: () => Sandbox): ScenarioKinds {
  let opened: World | undefined;
  const outside = (): World => {
    opened ??= { sandbox: sandbox(), runner: noRunner(), web: { fetch }, now: Date.now };
    return opened;
  };
  const acts = (dispatch: Dispatch, execution: Execution) => act(outside(), dispatch, execution);
  return {
    actors: { transform: acts, branch: acts, "fan-out": acts, stop: acts },
    lists: acts,
    bind: (dispatch, execution) => bind(outside(), dispatch, execution),
    enter: (dispatch, execution) => enter(outside(), dispatch, execution),
  };
}

function noRunner(): World["runner"] {
  return createRunner({
    base: "http://127.0.0.1:0",
    fetch,
    connect: () => {
      throw new Error("A scenario asks no runner.");
    },
    now: Date.now,
  });
}

/** R79: what a step hands into its workflow, checked as a real run checks it. */
function enter(outside: World, dispatch: Dispatch, execution: Execution): Promise<{ readonly input: Json } | Finish> {
  return new Promise((resolve) => {
    const { runId, workflow } = execution;
    const executors = createExecutors({ runId, workflow, digest: "", epoch: 0, onHolds: () => undefined }, outside);
    const entering = withCalls(execution, {
      enter: (input) => resolve({ input }),
      finish: async (finish) => resolve(finish),
    });
    executors.start(dispatch, entering);
  });
}

function act(outside: World, dispatch: Dispatch, execution: Execution): Promise<Finish> {
  return new Promise((resolve) => {
    const { runId, workflow } = execution;
    const executors = createExecutors({ runId, workflow, digest: "", epoch: 0, onHolds: () => undefined }, outside);
    executors.start(dispatch, withCalls(execution, { finish: async (finish) => resolve(finish) }));
  });
}

/** T10: a template that cannot be filled ends the attempt before anybody is asked to execute it. */
async function bind(outside: World, dispatch: Dispatch, execution: Execution) {
  const step = findStep(execution.workflow, dispatch.step);
  const texts = (step ? sourcesOf(step) : [])
    .filter(({ language, text }) => language === "template" && isTemplated(text))
    .map(({ path, text }) => ({ language: "template", name: path.slice(1).join("."), source: text }) as const);
  if (!step || texts.length === 0) return undefined;
  const around: Surroundings = {
    ...outside,
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
