import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Tick } from "../engine/tick.ts";
import { attemptKey } from "../protocol/runnerApi.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import { until } from "../runner/fixtures/commands.ts";
import { processesOf } from "../runner/fixtures/processes.ts";
import { buildPrograms, type Programs } from "../runner/fixtures/programs.ts";
import { makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "../runner/fixtures/testRunner.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json } from "../workflow/json.ts";
import { createOutside, type StepsOutside } from "./createOutside.ts";
import { type LiveRun, startRun } from "./fixtures/liveRun.ts";
import { quickJsModule } from "./fixtures/quickJsModule.ts";
import { createSandbox } from "./sandbox/sandboxClient.ts";
import { spawnInProcess } from "./sandbox/spawnInProcess.ts";

/* Cancelling runs whose commands are real trees of processes (T23–T28). */

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let programs: Programs;
let folders: TestFolders;
let server: TestRunner;
let outside: StepsOutside;
let run: LiveRun | undefined;
let holds: readonly Hold[];
/** How far the clock of the tab is set on, ms. */
let skew: number;

const serve = (port = 0) => startTestRunner(folders, { hostScript: programs.attemptHost, approveAll: true, port });

beforeAll(async () => {
  programs = await buildPrograms();
});
beforeEach(async () => {
  skew = 0;
  holds = [];
  folders = makeTestFolders();
  server = await serve();
  outside = createOutside({
    sandbox: createSandbox(spawnInProcess(quickJsModule())),
    base: `http://127.0.0.1:${server.port}`,
    fetch,
    connect: (address, protocols) => new WebSocket(address, [...protocols]),
    now: () => Date.now() + skew,
  });
  outside.runner.setToken(server.token);
});
afterEach(async () => {
  run?.close();
  outside.runner.setToken(null);
  await server.close();
  folders.remove();
});

let runs = 0;

function begin(steps: object): { readonly live: LiveRun; readonly runId: string } {
  runs++;
  const runId = `cancel${runs}`;
  run = startRun({
    runId,
    document: { format: "tickwork/workflow@1", name: "test", steps } as unknown as Json,
    executorsOf: (workflow, epoch) =>
      outside.executorsOf({
        runId,
        workflow,
        digest: digestOf(workflow),
        epoch,
        onHolds: (now) => {
          holds = now;
        },
      }),
  });
  return { live: run, runId };
}

const command = (line: string, type = "Done") => ({
  kind: "command",
  accepts: ["Start"],
  emits: { done: type },
  access: "none",
  config: { shell: { program: "sh", line } },
});
const end = (type = "Done") => ({ kind: "stop", accepts: [type], config: { result: "'done'" } });

const inWorkspace = (name: string) => join(folders.workspace, name);
const begun = (name = "begun") => until(name, () => existsSync(inWorkspace(name)) || undefined);
const ended = (live: LiveRun) =>
  until("the end", () => (live.view().lifecycle === "completed" ? live.view() : undefined));
const cancel = (live: LiveRun) => live.post({ kind: "cancel-requested", request: "c1" });
const kinds = (live: LiveRun): readonly Tick["kind"][] => live.ticks.map(({ kind }) => kind);
const executionOf = (live: LiveRun, step: string): string => {
  const execution = live.view().steps[step]?.workers[0]?.execution;
  if (execution === undefined) throw new Error(`${step} does not run`);
  return execution;
};

test("[T24] [T25] grandchildren, and one that ignores TERM: cancelled is said when no process is left", async () => {
  const line =
    "trap '' TERM; sh -c \"trap '' TERM; sleep 600 & sleep 600\" & echo > begun; while :; do sleep 0.1; done";
  const { live, runId } = begin({ tree: command(line), end: end() });
  await begun();
  const key = attemptKey(runId, "tree", executionOf(live, "tree"));
  await until("the whole tree", () => processesOf(key).length >= 4 || undefined);
  cancel(live);
  expect((await ended(live)).outcome).toBe("cancellation");
  expect(processesOf(key)).toEqual([]);
  expect(kinds(live).at(-1)).toBe("cancel-acknowledged");
});

test("[T24] [T36] a success that arrives late is kept: the run ends as what really happened", async () => {
  const { live } = begin({ late: command("echo > begun; while [ ! -e go ]; do sleep 0.02; done"), end: end() });
  await begun();
  const { port } = server;
  await server.close();
  await until("the runner is missed", () => holds.length > 0 || undefined);
  cancel(live);
  writeFileSync(inWorkspace("go"), "");
  const key = attemptKey(`cancel${runs}`, "late", executionOf(live, "late"));
  await until("it ended by itself", () => processesOf(key).length === 0 || undefined);
  server = await serve(port);
  outside.runner.setToken(server.token);
  const view = await ended(live);
  expect(live.ticks.find(({ kind }) => kind === "execution-finished")).toMatchObject({
    results: [{ kind: "exit", exit: { code: 0 } }, {}],
  });
  expect(view.steps.late?.lastOutcome).toBe("success");
});

test("[T25] a runner that stays away: the attempt is uncertain, and cancelled is not claimed before a person decided", async () => {
  const { live, runId } = begin({ away: command("echo > begun; sleep 600"), end: end() });
  await begun();
  const execution = executionOf(live, "away");
  const { port } = server;
  await server.close();
  await until("the runner is missed", () => holds.length > 0 || undefined);
  cancel(live);
  expect(live.view().lifecycle).toBe("running");
  await until("cancelling", () => live.view().lifecycle === "cancelling" || undefined);
  skew = 20_000;
  await until("uncertain", () => live.view().lifecycle === "needs-recovery" || undefined);
  expect(live.view().steps.away?.uncertain).toMatchObject([{ cause: expect.stringContaining("does not answer") }]);
  expect(kinds(live)).not.toContain("cancel-acknowledged");
  // It comes back soon and hears of the cancel, so that nothing works on in the folder.
  server = await serve(port);
  outside.runner.setToken(server.token);
  const key = attemptKey(runId, "away", execution);
  await until("it was stopped", () => processesOf(key).length === 0 || undefined);
  expect(live.view().lifecycle).toBe("needs-recovery");
  live.post({ kind: "recovery-decided", execution, decision: { kind: "failed" }, by: "me" });
  await ended(live);
});

test("[T25] a clock that is set back while the runner is away does not make a cancel wait for it", async () => {
  const { live } = begin({ away: command("echo > begun; sleep 600"), end: end() });
  await begun();
  await server.close();
  await until("the runner is missed", () => holds.length > 0 || undefined);
  cancel(live);
  skew = -3_600_000;
  const isNewTry = (hold: Hold) => hold.kind === "runner-unreachable" && hold.since < Date.now() - 3_000_000;
  await until("a try by the new clock", () => holds.some(isNewTry) || undefined);
  skew += 20_000;
  await until("uncertain", () => live.view().lifecycle === "needs-recovery" || undefined);
  expect(kinds(live)).not.toContain("cancel-acknowledged");
});

test("[T25] cancelled while the runner is away for a moment: told when it is back, and nothing is left", async () => {
  const { live, runId } = begin({ away: command("echo > begun; sleep 600 & sleep 600"), end: end() });
  await begun();
  const key = attemptKey(runId, "away", executionOf(live, "away"));
  const { port } = server;
  await server.close();
  await until("the runner is missed", () => holds.length > 0 || undefined);
  cancel(live);
  server = await serve(port);
  outside.runner.setToken(server.token);
  expect((await ended(live)).outcome).toBe("cancellation");
  expect(processesOf(key)).toEqual([]);
});

test("[T28] one step is cancelled, and its sibling goes on to its own end", async () => {
  const { live, runId } = begin({
    one: command("echo > begun; trap '' TERM; sleep 600 & sleep 600", "One"),
    two: command("echo > begun2; while [ ! -e go ]; do sleep 0.02; done; echo x >> finished", "Two"),
    end: end("Two"),
  });
  await begun();
  await begun("begun2");
  const execution = executionOf(live, "one");
  live.post({ kind: "cancel-requested", request: "c1", step: "one", execution });
  await until("one is cancelled", () => live.view().steps.one?.lastOutcome === "cancellation" || undefined);
  expect(processesOf(attemptKey(runId, "one", execution))).toEqual([]);
  expect(live.view().steps.two?.status).toBe("running");
  writeFileSync(inWorkspace("go"), "");
  expect(await ended(live)).toMatchObject({ outcome: "success", result: "done" });
  expect(readFileSync(inWorkspace("finished"), "utf8")).toBe("x\n");
});

test("[T23] a cancel right after the start: nothing was spawned, or nothing of it is left", async () => {
  const { live, runId } = begin({ early: command("echo x >> begun; sleep 600"), end: end() });
  await until("dispatched", () => live.view().steps.early?.workers.length || undefined);
  const key = attemptKey(runId, "early", executionOf(live, "early"));
  cancel(live);
  expect((await ended(live)).outcome).toBe("cancellation");
  expect(processesOf(key)).toEqual([]);
});
