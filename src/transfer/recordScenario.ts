import { driveScenario, type ScenarioKinds } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import type { JsonObject } from "../workflow/json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { type RecordedTicks, type ScriptedRun, scenarioOfRun } from "./scenarioOfRun.ts";

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
  recorded: RecordedTicks,
  kinds: ScenarioKinds,
): Promise<RecordedScenario> {
  const { scenario, notes } = await scenarioOfRun(workflow, recorded);
  const parsed = parseScenario(silent(scenario));
  if (!parsed.ok) {
    return { scenario, notes, differences: parsed.problems.map(({ pointer, message }) => `${pointer}: ${message}`) };
  }
  const { differences, traces } = await driveScenario(parsed.value, kinds);
  if (differences.length > 0) return { scenario, notes, differences };
  const order = otherOrder(eachLine(scenario.script.map(({ expect }) => expect)), eachLine(traces));
  const played = { ...scenario, script: scenario.script.map((entry, i) => ({ ...entry, expect: traces[i] ?? [] })) };
  return { scenario: played, notes: [...notes, ...order], differences: [] };
}

/**
 * What a file of it would hold, without the traces. Copied piece by piece: a long run as one text, with all its lines
 * once more beside it, would be the largest thing of an export.
 */
function silent({ script, ...rest }: ScriptedRun["scenario"]): JsonObject {
  return { ...copied(rest), script: script.map(({ expect: _, ...entry }) => copied(entry)) };
}

function copied(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function* eachLine(traces: Iterable<readonly string[]>): Generator<string> {
  for (const lines of traces) yield* lines;
}

function otherOrder(recorded: Iterator<string>, played: Iterator<string>): readonly string[] {
  const bare = (line: string | undefined) => line?.replace(/^(timer \w+) \d+$/, "$1");
  for (let line = 1; ; line++) {
    const [before, now] = [recorded.next(), played.next()];
    if (before.done && now.done) return [];
    const [was, is] = [before.done ? undefined : before.value, now.done ? undefined : now.value];
    if (bare(was) !== bare(is))
      return [`Line ${line} of the trace is "${is ?? ""}"; in the recording it was "${was ?? ""}".`];
  }
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
