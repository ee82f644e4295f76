import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startHttpServer } from "../runner/fixtures/httpServer.ts";
import { startTimeOf } from "../runner/processIdentity.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { tickwork } from "./fixtures/tickwork.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tickwork-run-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string) => join(folder, name);

function write(name: string, steps: object, more: object = {}): string {
  writeFileSync(file(name), JSON.stringify({ format: "tickwork/workflow@1", name: "story", ...more, steps }));
  return file(name);
}

const double = {
  kind: "code",
  accepts: ["Start"],
  emits: { done: "Doubled" },
  config: { source: "export default (event) => event.data * 2" },
};
const review = {
  kind: "ask",
  accepts: ["Doubled"],
  emits: { approve: "Yes", reject: "No" },
  config: { question: "Take {{ steps.double.data }}?", choices: ["approve", "reject"] },
};
const taken = { kind: "stop", accepts: ["Yes"], config: { result: "steps.double.data" } };
const refused = { kind: "stop", accepts: ["No"], config: { result: "'refused'" } };
const story = { double, review, taken, refused };

test("a workflow runs to its end: the result as JSON, the trace for people, a log that replays", async () => {
  const workflow = write("a.workflow.json", story);
  const { code, out, err } = await tickwork(
    "run",
    workflow,
    "--input",
    "21",
    "--answer",
    "review=approve",
    "--log",
    file("log"),
  );
  expect(out).toEqual(["42"]);
  expect(code).toBe(0);
  expect(err).toContain("running double#0 Start");
  expect(err.at(-1)).toBe("end success 42");
  const replayed = await tickwork("replay", file("log"), "--json");
  expect(replayed.code).toBe(0);
  expect(JSON.parse(replayed.out.join("\n"))).toMatchObject({ outcome: "success", result: 42 });
});

test("a question without an answer pauses the run, its log says so, and resume goes on", async () => {
  const workflow = write("a.workflow.json", story);
  const paused = await tickwork("run", workflow, "--input", "1", "--log", file("log"));
  expect(paused).toMatchObject({ code: 8, out: [] });
  expect(paused.err.join("\n")).toContain("--answer review=…");
  const shown = await tickwork("replay", file("log"));
  expect(shown.out.join("\n")).toContain("lifecycle paused");
  expect(shown.out.join("\n")).toContain('reason "review" asks');

  const resumed = await tickwork("resume", file("log"), "--answer", "review=reject");
  expect(resumed).toMatchObject({ code: 0, out: ['"refused"'] });
  expect((await tickwork("replay", file("log"))).code).toBe(0);
});

test("a log of a process that died goes on, though its last line was cut", async () => {
  const workflow = write("a.workflow.json", story);
  await tickwork("run", workflow, "--input", "4", "--answer", "review=approve", "--log", file("log"));
  const lines = readFileSync(file("log"), "utf8").split("\n");
  writeFileSync(file("log"), `${lines.slice(0, 3).join("\n")}\n${lines[3]?.slice(0, 20)}`);
  const resumed = await tickwork("resume", file("log"), "--answer", "review=approve");
  expect(resumed).toMatchObject({ code: 0, out: ["8"] });
});

test("a log that was changed is not continued", async () => {
  const workflow = write("a.workflow.json", story);
  await tickwork("run", workflow, "--input", "4", "--log", file("log"));
  const before = readFileSync(file("log"), "utf8").replace('"input":4', '"input":5');
  writeFileSync(file("log"), before);
  const resumed = await tickwork("resume", file("log"), "--answer", "review=approve");
  expect(resumed).toMatchObject({ code: 6, out: [] });
  expect(readFileSync(file("log"), "utf8")).toBe(before);
});

test("a resume into another file leaves the first one as it was", async () => {
  const workflow = write("a.workflow.json", story);
  await tickwork("run", workflow, "--input", "4", "--log", file("log"));
  const before = readFileSync(file("log"), "utf8");
  const resumed = await tickwork("resume", file("log"), "--log", file("other"), "--answer", "review=approve");
  expect(resumed.code).toBe(0);
  expect(readFileSync(file("log"), "utf8")).toBe(before);
  expect((await tickwork("replay", file("other"))).code).toBe(0);
});

test("the exit code tells the outcome", async () => {
  const codes: number[] = [];
  for (const step of [
    { ...double, config: { source: "export default () => { throw new Error('no') }" } },
    { ...double, config: { source: "export default () => null" } },
    { ...double, kind: "delay", config: { forMs: 60_000 } },
  ]) {
    const workflow = write("a.workflow.json", { ...story, double: step }, { limits: { timeoutMs: 2_000 } });
    codes.push((await tickwork("run", workflow, "--input", "1")).code);
  }
  expect(codes).toEqual([1, 3, 7]);
});

test("what cannot run is told before anything is started, and no log is written", async () => {
  const broken = write("a.workflow.json", { ...story, double: { ...double, config: { source: "export default (" } } });
  const input = write("b.workflow.json", story, { input: { type: "integer" } });
  const good = write("c.workflow.json", story);
  writeFileSync(file("no.workflow.json"), "{");
  const cases: readonly (readonly [RegExp, ...string[]])[] = [
    [/\/steps\/double\/config\/source/, broken],
    [/--input/, input, "--input", '"x"'],
    [/--input/, good, "--input", "{x"],
    [/there is no file/i, file("missing.json")],
    [/no\.workflow\.json:1:/, file("no.workflow.json")],
    [/no step "reviw"/, good, "--answer", "reviw=1"],
    [/environment variable/, good, "--secret", "TICKWORK_NO_SUCH=@env"],
    [/NAME=@env/, good, "--secret", "KEY=value"],
  ];
  for (const [message, ...args] of cases) {
    const { code, out, err } = await tickwork("run", ...args, "--log", file("log"));
    expect(err.join("\n")).toMatch(message);
    expect({ code, out }).toEqual({ code: 64, out: [] });
    expect(existsSync(file("log"))).toBe(false);
  }
});

test("a log that is there already is never written over", async () => {
  const workflow = write("a.workflow.json", story);
  appendFileSync(file("log"), "mine");
  expect((await tickwork("run", workflow, "--log", file("log"))).code).toBe(64);
  expect(readFileSync(file("log"), "utf8")).toBe("mine");
});

test("a run whose log another process drives is left alone with 5; what a killed one left is taken over", async () => {
  const workflow = write("a.workflow.json", story);
  await tickwork("run", workflow, "--input", "1", "--log", file("log"));
  const before = readFileSync(file("log"), "utf8");
  const lock = (pid: number, startTime: number | null) =>
    writeFileSync(file("log.lock"), JSON.stringify({ pid, startTime }));
  lock(process.pid, startTimeOf(process.pid));
  for (const args of [
    ["resume", file("log")],
    ["resume", file("log"), "--log", file("other")],
  ]) {
    const { code, err } = await tickwork(...args, "--answer", "review=approve");
    expect({ code, err }).toEqual({ code: 5, err: [expect.stringContaining(`(${process.pid}) drives the run of`)] });
  }
  expect(readFileSync(file("log"), "utf8")).toBe(before);
  lock(process.pid, 1);
  expect(await tickwork("resume", file("log"), "--answer", "review=approve")).toMatchObject({ code: 0, out: ["2"] });
  expect(existsSync(file("log.lock"))).toBe(false);
});

test("a log that cannot be written, and a workspace that is not there, are told in a sentence before anything begins", async () => {
  const workflow = write("a.workflow.json", story);
  const nowhere = await tickwork("run", workflow, "--log", file("none/log"));
  expect(nowhere).toMatchObject({ code: 64, out: [] });
  expect(nowhere.err[0]).toContain("none/log cannot be written");
  const command = write("c.workflow.json", { c: { kind: "command", accepts: ["Start"], config: { argv: ["true"] } } });
  const missing = await tickwork("run", command, "--yes", "--workspace", file("none"), "--log", file("log"));
  expect(missing).toMatchObject({ code: 64, out: [] });
  expect(missing.err[0]).toContain("does not exist");
  expect(existsSync(file("log.lock"))).toBe(false);
});

test("a log that is cut at any byte is replayed up to its last whole tick, and never in a stack trace", async () => {
  const workflow = write("a.workflow.json", { end: { kind: "stop", accepts: ["Start"], config: {} } });
  await tickwork("run", workflow, "--input", "1", "--log", file("log"));
  const whole = readFileSync(file("log"));
  for (let length = 0; length < whole.length; length += 7) {
    writeFileSync(file("cut"), whole.subarray(0, length));
    const { code, err } = await tickwork("replay", file("cut"));
    expect({ length, code, said: err.length > 0 }).toEqual({ length, code: 6, said: true });
  }
  writeFileSync(file("cut"), whole);
  expect((await tickwork("replay", file("cut"))).code).toBe(0);
});

test("the table example brings its table where there is none, and writes over none that is there", async () => {
  const clean = (path: string) =>
    tickwork(
      "run",
      "public/examples/table.workflow.json",
      "--input",
      JSON.stringify({ path }),
      "--workspace",
      folder,
      "--yes",
    );
  expect(await clean("people.csv")).toMatchObject({ code: 0, out: ['"Kept 3 of 6 rows."'] });
  expect(readFileSync(file("clean.csv"), "utf8").trim().split(/\r?\n/)).toEqual([
    "name,town",
    "Ada,Rome",
    "Kim,Oslo",
    "Li,Lima",
  ]);
  writeFileSync(file("people.csv"), "name\nMine\n");
  expect(await clean("people.csv")).toMatchObject({ code: 0, out: ['"Kept 1 of 1 rows."'] });
  const mistyped = await clean("poeple.csv");
  expect(mistyped.out[0]).toContain('There is no \\"poeple.csv\\" in the workspace.');
  expect(existsSync(file("poeple.csv"))).toBe(false);
});

/** A log whose process died while another machine's runner carried out a command. */
function writeUncertain(): string {
  const command = { kind: "command", accepts: ["Start"], emits: { done: "Built" }, config: { argv: ["true"] } };
  const end = { kind: "stop", accepts: ["Built"], config: { result: "steps.build.output" } };
  const steps = { build: { ...command, output: { type: "integer" } }, end };
  const workflow = { format: "tickwork/workflow@1", name: "story", steps } as unknown as Workflow;
  const header = { format: "tickwork/runlog@1", runId: "r", workflow, digest: digestOf(workflow) };
  const lines = [
    { ...header, createdAt: 0, engine: "0", origin: "cli" },
    { seq: 1, at: 0, kind: "run-started", input: null },
    { seq: 2, at: 1, kind: "execution-started", execution: "x1", owner: "elsewhere/1", key: "k" },
  ];
  writeFileSync(file("log"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file("log");
}

test("[T21] an attempt that nobody knows of ends the command with 4, and --decide says what became of it", async () => {
  const log = writeUncertain();
  const stuck = await tickwork("resume", log, "--yes");
  expect(stuck).toMatchObject({ code: 4, out: [] });
  expect(stuck.err).toContain("lifecycle needs-recovery");

  const misfit = await tickwork("resume", log, "--yes", "--decide", 'build=succeeded:"x"');
  expect(misfit.code).toBe(64);
  expect(misfit.err.join("\n")).toContain("the output does not fit");
  expect((await tickwork("resume", log, "--yes", "--decide", "biuld=failed")).err.join("\n")).toContain(
    'no step "biuld"',
  );

  const several = await tickwork("resume", log, "--yes", "--decide", "biuld=failed", "--answer", "x=1");
  expect(several.err.filter((line) => line.includes("no step"))).toHaveLength(1);
  expect(several.err.join("\n")).toMatch(/--answer x=1: .*\n--decide biuld=failed: /);

  const decided = await tickwork("resume", log, "--yes", "--decide", "build=succeeded:7");
  expect(decided).toMatchObject({ code: 0, out: ["7"] });
  expect((await tickwork("replay", log)).code).toBe(0);
});

test("[T26] a cancelled run goes on, and only what was cancelled runs again", async () => {
  const workflow = write("a.workflow.json", story);
  await tickwork("run", workflow, "--input", "4", "--log", file("log"));
  // The run stands at its question; the log of a process that was cancelled there.
  const lines = readFileSync(file("log"), "utf8").trimEnd().split("\n").slice(0, -1);
  const last = JSON.parse(lines.at(-1) ?? "") as { readonly seq: number; readonly at: number };
  const more = [
    { kind: "resume-requested" },
    { kind: "cancel-requested", request: "c" },
    { kind: "cancel-acknowledged", request: "c" },
  ];
  const ticks = more.map((tick, n) => JSON.stringify({ seq: last.seq + 1 + n, at: last.at, ...tick }));
  writeFileSync(file("log"), `${[...lines, ...ticks].join("\n")}\n`);
  expect((await tickwork("trace", file("log"))).out.join("\n")).toContain("end cancellation");

  const resumed = await tickwork("resume", file("log"), "--answer", "review=approve");
  expect(resumed).toMatchObject({ code: 0, out: ["8"] });
  expect(resumed.err.filter((line) => line.startsWith("running double"))).toEqual([]);
});

test("requests to hosts are allowed like commands: named and refused without --yes, and nothing is sent", async () => {
  const server = await startHttpServer((_heard, response) => response.end("ok"));
  try {
    const workflow = write("hosts.workflow.json", {
      get: { kind: "http", accepts: ["Start"], emits: { done: "Got" }, config: { url: `http://${server.host}/x` } },
      end: { kind: "stop", accepts: ["Got"], config: { result: "event.data.body" } },
    });
    const refused = await tickwork("run", workflow, "--log", file("hosts.log"));
    expect(refused).toMatchObject({ code: 2, out: [] });
    expect(refused.err.join("\n")).toContain(`talk to ${server.host}`);
    expect(refused.err.join("\n")).toContain("--yes");
    expect(server.heard).toEqual([]);
    expect(existsSync(file("hosts.log"))).toBe(false);
    expect(await tickwork("run", workflow, "--yes")).toMatchObject({ code: 0, out: ['"ok"'] });
    expect(server.heard).toHaveLength(1);
  } finally {
    await server.close();
  }
});
