import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { driveScenario } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import { recordScenario } from "../transfer/recordScenario.ts";
import { runLogFormat } from "../transfer/runLogFormat.ts";
import { writeRunLog } from "../transfer/writeRunLog.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { main } from "./main.ts";
import { scenarioKinds } from "./scenarioKinds.ts";

const folder = new URL("../../conformance/", import.meta.url);
const files = ["engine", "tasks", "own"]
  .flatMap((part) => readdirSync(new URL(`${part}/`, folder)).map((file) => `${part}/${file}`))
  .filter((file) =>
    /\/(story|pipeline|sent|published|execution-timeout|an-exited|a-pause|a-cancelled|sub-|r72-a-workflow|r72-a-failed-instance)/.test(
      file,
    ),
  );

const loadText = async (digest: string): Promise<never> => {
  throw new Error(`No value ${digest}`);
};

async function play(json: unknown) {
  const parsed = parseScenario(JSON.parse(JSON.stringify(json)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { workflow: parsed.value.workflow, ...(await driveScenario(parsed.value, scenarioKinds)) };
}

describe("a recorded run, made a scenario and played again, goes the same way", () => {
  test.each(files)("%s", async (file) => {
    const run = await play(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
    const unlimited = { maxParallel: 1e6, maxParallelCommands: 1e6, maxParallelAgents: 1e6 };
    const bounded = { ...run.workflow, limits: { ...unlimited, ...run.workflow.limits } };
    const { scenario, notes, differences } = await recordScenario(
      bounded,
      { ticks: run.ticks, loadText },
      scenarioKinds,
    );
    expect([notes, differences]).toEqual([[], []]);
    const again = await play(scenario);
    expect(again.differences).toEqual([]);
    expect(again.ticks.length).toBe(run.ticks.length);
  });
});

test("tickwork scenario prints what tickwork check passes", async () => {
  const workflow: Workflow = {
    format: "tickwork/workflow@1",
    name: "Slow yes",
    steps: {
      wait: { kind: "delay", accepts: ["Start"], emits: { done: "WaitDone" }, config: { forMs: 500 } },
      end: { kind: "stop", accepts: ["WaitDone"], config: { result: "event.data.n + 1" } },
    },
  };
  const run = await play({
    format: "tickwork/scenario@1",
    name: "x",
    rules: [],
    workflow,
    script: [{ at: 0, start: { n: 1 } }, { at: 600 }],
  });
  const header = {
    format: runLogFormat,
    runId: "r",
    workflow,
    digest: digestOf(workflow),
    createdAt: 0,
    engine: "0",
    origin: "cli",
  };
  // Real timers ring late.
  const ticks = run.ticks.map((tick, i) => ({ ...tick, at: tick.at + (i < 2 ? 0 : 7) }));
  let log = "";
  for await (const line of writeRunLog({ header, ticks } as Parameters<typeof writeRunLog>[0])) log += line;

  const place = await mkdtemp(join(tmpdir(), "tickwork-scenario-"));
  try {
    await writeFile(join(place, "r.runlog.jsonl"), log);
    const out: string[] = [];
    const err: string[] = [];
    const io = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
    expect(await main(["scenario", join(place, "r.runlog.jsonl")], io)).toBe(0);
    expect(err).toEqual([]);
    await writeFile(join(place, "r.scenario.json"), out.join("\n"));
    const checked: string[] = [];
    const code = await main(["check", join(place, "r.scenario.json")], {
      out: (line) => void checked.push(line),
      err: () => {},
    });
    expect([code, checked]).toEqual([0, ["ok a recorded run of Slow yes", "1 passed, 0 failed"]]);
  } finally {
    await rm(place, { recursive: true });
  }
});

test("large values stand in a scenario as they were, so that what looks at them goes the same way", async () => {
  const log = new URL(
    "../transfer/recorded/runlog-1/tab-a-large-value-through-five-steps.runlog.jsonl",
    import.meta.url,
  );
  const place = await mkdtemp(join(tmpdir(), "tickwork-scenario-"));
  try {
    const out: string[] = [];
    const io = { out: (line: string) => void out.push(line), err: (line: string) => void out.push(line) };
    expect(await main(["scenario", fileURLToPath(log)], io)).toBe(0);
    expect(out.join("\n")).not.toContain("tickwork/artifact@1");
    await writeFile(join(place, "r.scenario.json"), out.join("\n"));
    expect(await main(["check", place], io)).toBe(0);
  } finally {
    await rm(place, { recursive: true });
  }
});
