import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TickBody } from "../engine/tick.ts";
import { runLogFormat } from "../transfer/runLogFormat.ts";
import { writeRunLog } from "../transfer/writeRunLog.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { main } from "./main.ts";

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "Two steps",
  steps: {
    work: { kind: "code", accepts: ["Start"], emits: { done: "WorkDone" }, config: { source: "x" } },
    end: { kind: "stop", accepts: ["WorkDone"], config: {} },
  },
};
const bodies: readonly TickBody[] = [
  { kind: "run-started", input: { n: 1 } },
  { kind: "execution-finished", execution: "x1", results: [{ kind: "return", value: { type: "WorkDone", data: 2 } }] },
  { kind: "execution-finished", execution: "x2", results: [{ kind: "return", value: { type: "Stop", data: 2 } }] },
];

let folder = "";
let whole = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickwork-log-"));
  whole = "";
  const header = {
    format: runLogFormat,
    runId: "r7",
    workflow,
    digest: digestOf(workflow),
    createdAt: 0,
    engine: "0",
    origin: "cli",
  };
  const ticks = bodies.map((body, i) => ({ seq: i + 1, at: 1000 * i, ...body }));
  for await (const line of writeRunLog({ header, ticks } as Parameters<typeof writeRunLog>[0])) whole += line;
});
afterEach(() => rm(folder, { recursive: true }));

async function run(command: string, content: string | Uint8Array, ...options: readonly string[]) {
  const file = join(folder, "run.runlog.jsonl");
  await writeFile(file, content);
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line.replaceAll(file, "F")),
  };
  return { code: await main([command, file, ...options], io), out, err };
}

test("replay shows the state at the end, for people and as the state view", async () => {
  const { code, out, err } = await run("replay", whole);
  expect([code, err]).toEqual([0, []]);
  expect(out.slice(0, 4)).toEqual([
    "Two steps, run r7",
    "tick 3 of 3, intact",
    "lifecycle completed, outcome success",
    "result 2",
  ]);
  const json = await run("replay", gzipSync(whole), "--json");
  expect(JSON.parse(json.out.join("\n"))).toMatchObject({
    lifecycle: "completed",
    outcome: "success",
    result: 2,
    log: { runId: "r7", seq: 3, ticks: 3, intact: true },
  });
});

test("replay shows the state behind any tick", async () => {
  const at = async (seq: string) => JSON.parse((await run("replay", whole, "--json", "--at", seq)).out.join("\n"));
  expect(await at("0")).toMatchObject({ lifecycle: "planned", log: { seq: 0 } });
  expect(await at("1")).toMatchObject({ lifecycle: "running", steps: { work: { running: 1 } } });
  expect((await run("replay", whole, "--at", "4")).code).toBe(64);
  expect((await run("replay", whole, "--at", "x")).code).toBe(64);
});

test("damage exits 6 with the line and the reason, and the state up to there", async () => {
  const { code, out, err } = await run(
    "replay",
    whole.replace('"data":2}}]}\n{"seq":3', '"data":3}}]}\n{"seq":3'),
    "--json",
  );
  expect(code).toBe(6);
  expect(err).toEqual([
    "F:3: Tick 2 was changed after the log was written.",
    "Shown is the state up to tick 1; good are the first 1.",
  ]);
  expect(JSON.parse(out.join("\n"))).toMatchObject({
    steps: { work: { running: 1 } },
    log: { seq: 1, intact: false, damage: { line: 3 } },
  });
  const nothing = await run("replay", "no log");
  expect([nothing.code, nothing.out]).toEqual([6, []]);
  expect(nothing.err[0]).toContain("F: This is no run log");
});

test("trace prints a line per notice, with number and time, and only of good ticks", async () => {
  const { code, out } = await run("trace", whole);
  expect(code).toBe(0);
  expect(out).toEqual([
    "     1  1970-01-01T00:00:00.000Z  running work#0 Start",
    "     2  1970-01-01T00:00:01.000Z  not-running work#0 completed -> WorkDone",
    "     2  1970-01-01T00:00:01.000Z  running end#0 WorkDone",
    "     3  1970-01-01T00:00:02.000Z  not-running end#0 completed -> Stop",
    "     3  1970-01-01T00:00:02.000Z  publish Stop",
    "     3  1970-01-01T00:00:02.000Z  end success 2",
  ]);
  const cut = await run("trace", whole.split("\n").slice(0, 3).join("\n"));
  expect([cut.code, cut.out]).toEqual([6, out.slice(0, 3)]);
  expect(cut.err[0]).toContain("F:4: The end of the log is missing");
});

test("trace writes the attempts for other tools, and says no to what it does not know", async () => {
  const chrome = await run("trace", whole, "--format", "chrome");
  expect(chrome.code).toBe(0);
  expect(JSON.parse(chrome.out.join("")).traceEvents.some(({ name }: { name: string }) => name === "work")).toBe(true);
  const otlp = await run("trace", gzipSync(whole), "--format", "otlp");
  expect(JSON.parse(otlp.out.join("")).resourceSpans[0].scopeSpans[0].spans).toHaveLength(3);
  expect((await run("trace", whole, "--format", "svg")).code).toBe(64);
});

test("html makes no file of a damaged log, and none without the built viewer", async () => {
  const cut = await run("html", whole.split("\n").slice(0, 3).join("\n"));
  expect([cut.code, cut.out]).toEqual([6, []]);
  expect(cut.err[0]).toContain("F:4: The end of the log is missing");
  const unbuilt = await run("html", whole);
  expect([unbuilt.code, unbuilt.out, unbuilt.err]).toEqual([1, [], ["The viewer is not built. Run: npm run build"]]);
});

test("a log that is not there is a wrong usage", async () => {
  for (const command of ["replay", "trace", "html"]) {
    expect(await main([command, join(folder, "ghost")], { out: () => {}, err: () => {} })).toBe(64);
    expect(await main([command], { out: () => {}, err: () => {} })).toBe(64);
  }
});
