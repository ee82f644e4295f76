import type { Tick } from "../engine/tick.ts";
import { driveScenario, type ScenarioKinds } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { type ScriptedRun, scenarioOfRun } from "./scenarioOfRun.ts";

export interface RecordedScenario {
  /** A `*.scenario.json`. */
  readonly scenario: ScriptedRun["scenario"];
  /** Where the script is not quite the run, for a person. */
  readonly notes: readonly string[];
  /** Why it cannot be played to the same end; empty: `check` passes it. */
  readonly differences: readonly string[];
}

/**
 * A scenario of a recorded run that `check` passes. In the recording a timer rings a little late; in a scenario it
 * rings on time. So the script is played once, and what it then says is expected; a note tells where that is another
 * order of things than in the recording.
 */
export async function recordScenario(
  workflow: Workflow,
  ticks: AsyncIterable<Tick> | Iterable<Tick>,
  kinds: ScenarioKinds,
): Promise<RecordedScenario> {
  const { scenario, notes } = await scenarioOfRun(workflow, ticks);
  const parsed = parseScenario(JSON.parse(JSON.stringify(scenario)));
  if (!parsed.ok) {
    return { scenario, notes, differences: parsed.problems.map(({ pointer, message }) => `${pointer}: ${message}`) };
  }
  const recorded = parsed.value.script.map(({ expect = [] }) => expect);
  const silent = { ...parsed.value, script: parsed.value.script.map(({ expect: _, ...entry }) => entry) };
  const { differences, traces } = await driveScenario(silent, kinds);
  if (differences.length > 0) return { scenario, notes, differences };
  const played = { ...scenario, script: scenario.script.map((entry, i) => ({ ...entry, expect: traces[i] ?? [] })) };
  return { scenario: played, notes: [...notes, ...otherOrder(recorded.flat(), traces.flat())], differences: [] };
}

function otherOrder(recorded: readonly string[], played: readonly string[]): readonly string[] {
  const bare = (line: string | undefined) => line?.replace(/^(timer \w+) \d+$/, "$1");
  const length = Math.max(recorded.length, played.length);
  const first = Array.from({ length }, (_, i) => i).find((i) => bare(recorded[i]) !== bare(played[i]));
  if (first === undefined) return [];
  return [
    `Line ${first + 1} of the trace is "${played[first] ?? ""}"; in the recording it was "${recorded[first] ?? ""}".`,
  ];
}

/** The file of a scenario, laid out as `JSON.stringify(scenario, null, 2)` does, but never as one text. */
export function* scenarioTexts(scenario: RecordedScenario["scenario"]): Generator<string> {
  const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`);
  let before = "{\n";
  for (const [key, value] of Object.entries(scenario)) {
    if (value === undefined) continue;
    yield `${before}  ${JSON.stringify(key)}: `;
    before = ",\n";
    if (value !== scenario.script || scenario.script.length === 0) {
      yield indented(value, "  ");
      continue;
    }
    let open = "[\n";
    for (const entry of scenario.script) {
      yield `${open}    ${indented(entry, "    ")}`;
      open = ",\n";
    }
    yield "\n  ]";
  }
  yield "\n}\n";
}
