import { decideCondition } from "../engine/conditions.ts";
import type { Dispatch } from "../engine/effect.ts";
import { failureNames } from "../engine/failure.ts";
import type { Result } from "../engine/result.ts";
import { handOn } from "../runtime/handOn.ts";
import type { ScenarioKinds } from "../runtime/scenario/driveScenario.ts";
import type { Execution, Finish } from "../runtime/world.ts";
import type { Json } from "../workflow/json.ts";
import { sourcesOf } from "../workflow/sources.ts";
import type { StepKind, StepOf } from "../workflow/workflow.ts";
import { evaluate, missingValue } from "./expressions.ts";
import { type Roots, rootsOf } from "./roots.ts";

/** The kinds that act by themselves in scenarios, with JSONata evaluated in this process. */
export const scenarioKinds: ScenarioKinds = {
  actors: {
    transform: actor("transform", async (step, _, roots) => [
      handOn(step, (await evaluate(step.config.expression, roots)) ?? null),
    ]),
    branch: actor("branch", async (step, dispatch, roots) => {
      const port = await firstTrueCase(step, roots);
      const data = dispatch.event?.data ?? null;
      const type = step.emits?.[port];
      return [type === undefined ? { kind: "return", value: null, data } : { kind: "return", value: { type, data } }];
    }),
    "fan-out": actor("fan-out", async (step, _, roots) => {
      const items = await evaluate(step.config.items, roots);
      const list: readonly Json[] = Array.isArray(items) ? items : items === undefined ? [] : [items as Json];
      const type = step.batches?.done;
      if (type === undefined) return [{ kind: "return", value: null, data: list }];
      return [{ kind: "return", value: list.map((data) => ({ type, data })) }];
    }),
    join: actor("join", async (step, dispatch) => [
      handOn(step, { events: (dispatch.event?.events ?? []) as unknown as Json }),
    ]),
    stop: actor("stop", async (step, dispatch, roots) => {
      const { result } = step.config;
      const data = result === undefined ? dispatch.event?.data : await evaluate(result, roots);
      return [{ kind: "return", value: { type: "Stop", ...(data !== undefined && { data }) } }];
    }),
  },
  async bind(dispatch, execution) {
    const step = execution.workflow.steps[dispatch.step];
    const templates = (step ? sourcesOf(step) : []).filter(
      ({ language, text }) => language === "template" && text.includes("{{"),
    );
    if (templates.length === 0) return undefined;
    const roots = await rootsOf(dispatch, execution);
    for (const { text, path } of templates) {
      const missing = await missingValue(text, roots);
      if (missing !== undefined) return failed(failureNames.missingValue, `${path.join(".")}: ${missing}`);
    }
    return undefined;
  },
};

function actor<K extends StepKind>(
  kind: K,
  act: (step: StepOf<K>, dispatch: Dispatch, roots: Roots) => Promise<readonly Result[]>,
) {
  return async (dispatch: Dispatch, execution: Execution): Promise<Finish> => {
    const step = execution.workflow.steps[dispatch.step];
    if (step?.kind !== kind) return failed("Error", `The step ${dispatch.step} is no ${kind}.`);
    try {
      return { results: await act(step as StepOf<K>, dispatch, await rootsOf(dispatch, execution)) };
    } catch (error) {
      return failed(
        "ExpressionError",
        error instanceof Error ? error.message : String((error as { message?: unknown }).message ?? error),
      );
    }
  };
}

async function firstTrueCase(step: StepOf<"branch">, roots: Roots): Promise<string> {
  for (const { port, when } of step.config.cases) {
    const truth = typeof when === "string" ? await evaluate(when, roots) : decideCondition(when, lookupIn(roots));
    if (truth === true) return port;
  }
  return step.config.else;
}

function lookupIn(roots: Roots): Parameters<typeof decideCondition>[1] {
  const value = (json: Json | undefined) => (json === undefined ? undefined : { value: json });
  return {
    status: (task) => roots.needs[task]?.outcome,
    exit(task) {
      const code = roots.needs[task]?.exit;
      return code === undefined || code === null ? undefined : { code };
    },
    output: (task) => value(roots.needs[task]?.output),
    event: () => value(roots.data),
    store: () => value(roots.store),
    step: (id) => value(roots.steps[id] as unknown as Json | undefined),
  };
}

function failed(name: string, message: string): Finish {
  return { results: [{ kind: "fail", failure: { name, message } }] };
}
