import type { HookAudience } from "../protocol/hooks.ts";
import type { SchemaError } from "../protocol/sandbox.ts";
import type { ScenarioKinds } from "../runtime/scenario/driveScenario.ts";
import type { Executors } from "../runtime/world.ts";
import type { Json, JsonSchema } from "../workflow/json.ts";
import type { Problem } from "../workflow/problem.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { checkSources } from "./checkSources.ts";
import { createExecutors, type RunToExecute } from "./executors.ts";
import { type CalledHooks, callHooks } from "./hooks/callHooks.ts";
import type { Web } from "./http/web.ts";
import type { Runner } from "./runner/runner.ts";
import { createRunner, type RunnerWorld } from "./runner/runnerClient.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";

/** All that runs need from outside of the engine: the sandbox, the runner, and the executors over both. */
export interface StepsOutside {
  executorsOf(run: RunToExecute): Executors;
  hooksOf(run: Omit<RunToExecute, "onHolds">, audience: HookAudience): CalledHooks;
  checkSources(workflow: Workflow): Promise<readonly Problem[]>;
  /** Where a value breaks its schema. In the sandbox, because of `pattern`. */
  validate(schema: JsonSchema, value: Json): Promise<readonly SchemaError[]>;
  /** Loaded with the first scenario that is made of a run. */
  scenarioKinds(): Promise<ScenarioKinds>;
  readonly runner: Runner;
}

/** One for a whole tab or process. */
export function createOutside(
  world: RunnerWorld & {
    readonly sandbox: Sandbox;
    /** Left out: there is no page, and requests go the way the runner is asked. */
    readonly web?: Web;
    /** Left out: one of its own. */
    readonly runner?: Runner;
  },
): StepsOutside {
  const { sandbox, web = { fetch: world.fetch }, runner = createRunner(world) } = world;
  return {
    runner,
    executorsOf: (run) => createExecutors(run, { sandbox, runner, web, now: world.now }),
    hooksOf: (run, audience) => callHooks(run, { runner, web, now: world.now }, audience),
    checkSources: (workflow) => checkSources(sandbox, workflow),
    scenarioKinds: async () => (await import("./scenarioKinds.ts")).createScenarioKinds(() => sandbox),
    validate: async (schema, value) => {
      const end = await sandbox.compute<"validate">({ kind: "validate", schema, value });
      return end.kind === "done" ? end.value.errors : [{ pointer: "", message: end.failure.message }];
    },
  };
}
