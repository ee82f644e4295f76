import { deepEqual } from "../../engine/deepEqual.ts";
import type { Plan } from "../../engine/plan.ts";
import { planWorkflow } from "../../engine/plan.ts";
import { replay } from "../../engine/replay.ts";
import { initialState } from "../../engine/runState.ts";
import { encodeState } from "../../engine/stateCodec.ts";
import type { Tick } from "../../engine/tick.ts";
import { viewRun } from "../../engine/viewRun.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { problemsOf } from "../../workflow/problemsOf.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { loadFindPattern } from "../findPattern.ts";
import { foretell } from "../foretell.ts";
import { createRunLoop } from "../runLoop.ts";
import type { RunLoop } from "../world.ts";
import { compareLines, compareSubset, compareUnordered } from "./compare.ts";
import { performAction, type Stage } from "./performAction.ts";
import { type ScriptedKinds, ScriptedWorld } from "./ScriptedWorld.ts";
import type { Entry, Scenario } from "./scenario.ts";

/** How kinds that act by themselves are evaluated; what is left out is finished by the script or foretold. */
export type ScenarioKinds = Partial<Omit<ScriptedKinds, "foretell">>;

export interface ScenarioReport {
  readonly passed: boolean;
  /** What differs, in lines for a person. */
  readonly differences: readonly string[];
  /** The journal of the run. */
  readonly ticks: readonly Tick[];
  /** The trace lines of each entry that was played. */
  readonly traces: readonly (readonly string[])[];
}

/** Runs a scenario on the real loop and reducer in virtual time. Stops at the first entry that differs. */
export async function driveScenario(scenario: Scenario, kinds: ScenarioKinds = {}): Promise<ScenarioReport> {
  const { workflow } = scenario;
  if (scenario.invalid) return checkRefused(workflow, scenario.invalid);
  const plan = planWorkflow(workflow, { unlimited: true });
  const world = new ScriptedWorld(plan, await loadFindPattern(plan), {
    actors: kinds.actors ?? {},
    ...(kinds.lists && { lists: kinds.lists }),
    ...(kinds.bind && { bind: kinds.bind }),
    ...(kinds.enter && { enter: kinds.enter }),
    foretell: (dispatch) => foretell(workflow, dispatch),
  });
  const stage: Stage = {
    runId: "scenario",
    plan,
    world,
    loop: createRunLoop({ runId: "scenario", plan, state: initialState(plan), seq: 0, world }),
    reported: new Set(),
    epoch: 1,
    requests: 0,
  };
  const traces: (readonly string[])[] = [];
  const report = (differences: readonly string[]): ScenarioReport => {
    stage.loop.close();
    return { passed: differences.length === 0, differences, ticks: world.ticks, traces };
  };

  for (const [index, entry] of scenario.script.entries()) {
    const title = `entry ${index} at ${entry.at} (${entry.action.kind}):`;
    const problem = await playEntry(stage, entry);
    const lines = world.lines.splice(0);
    traces.push(lines);
    const differences = [...(problem === undefined ? [] : [problem]), ...checkEntry(stage, entry, lines)];
    if (differences.length > 0) return report([title, ...differences.map((line) => `  ${line}`)]);
  }
  const differences = [...(scenario.state ? checkState(stage, scenario.state) : []), ...checkReplay(stage)];
  return report(differences.length > 0 ? ["at the end:", ...differences.map((line) => `  ${line}`)] : []);
}

/** The workflow must be refused with problems of exactly these rules; warnings refuse nothing. */
function checkRefused(workflow: Workflow, rules: readonly string[]): ScenarioReport {
  const errors = problemsOf(workflow, { scenario: true }).filter(({ severity }) => severity === "error");
  const found = [...new Set(errors.map(({ rule }) => rule))];
  const differences = [
    ...rules.filter((rule) => !found.includes(rule)).map((rule) => `no problem of ${rule} was found`),
    ...errors.filter(({ rule }) => !rules.includes(rule)).map(({ rule, message }) => `${rule}: ${message}`),
  ];
  return { passed: differences.length === 0, differences, ticks: [], traces: [] };
}

/** Moves the clock, acts, and waits until nothing moves any more; answers why the entry could not be played. */
async function playEntry(stage: Stage, entry: Entry): Promise<string | undefined> {
  const { world } = stage;
  world.beginEntry();
  await ringUntil(stage, entry.at);
  world.time = entry.at;
  const problem = await performAction(stage, entry.action, () => settle(stage));
  await settle(stage);
  await ringUntil(stage, entry.at);
  return problem ?? world.failure?.message;
}

async function ringUntil(stage: Stage, at: number): Promise<void> {
  const { world } = stage;
  for (let due = world.alarmAt; due !== undefined && due <= at && !world.failure; due = world.alarmAt) {
    world.ring();
    await settle(stage);
  }
}

async function settle(stage: Stage): Promise<void> {
  do await stage.loop.settled();
  while (await stage.world.acted());
}

function checkEntry(stage: Stage, entry: Entry, lines: readonly string[]): readonly string[] {
  return [
    ...(entry.expect ? compareLines(entry.expect, lines) : []),
    ...(entry.expectUnordered ? compareUnordered(entry.expectUnordered, lines) : []),
    ...(entry.state ? checkState(stage, entry.state) : []),
  ];
}

function checkState({ plan, loop }: Stage, expected: JsonObject): readonly string[] {
  return compareSubset(expected, viewRun(plan, loop.state) as unknown as Json, "state");
}

/** R49: folding the journal gives the live state exactly. */
function checkReplay({ plan, loop, world }: { plan: Plan; loop: RunLoop; world: ScriptedWorld }): readonly string[] {
  const folded = encodeState(replay(plan, initialState(plan), world.ticks));
  return deepEqual(folded, encodeState(loop.state)) ? [] : ["the journal does not fold to the state of the run (R49)"];
}
