import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AttemptRequest, attemptPath } from "../protocol/runnerApi.ts";
import {
  approve,
  attemptState,
  commandWorkflow,
  completion,
  newKey,
  putAttempt,
  requestOf,
  start,
  stateWhen,
  until,
} from "./fixtures/commands.ts";
import { hostPid, processesOf } from "./fixtures/processes.ts";
import { buildPrograms, type Programs } from "./fixtures/programs.ts";
import { type RunnerProcess, startRunnerProcess } from "./fixtures/runnerProcess.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "./fixtures/testRunner.ts";
import type { AcceptedRecord } from "./ledger.ts";
import { bootId } from "./processIdentity.ts";

let programs: Programs;
let folders: TestFolders;
let process_: RunnerProcess | undefined;
let runner: TestRunner | undefined;

// Real processes on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

beforeAll(async () => {
  programs = await buildPrograms();
});

beforeEach(() => {
  folders = makeTestFolders();
});

afterEach(async () => {
  await process_?.kill();
  await runner?.close();
  process_ = undefined;
  runner = undefined;
  folders.remove();
});

const inWorkspace = (name: string) => join(folders.workspace, name);
const shell = (line: string, fields = {}) => commandWorkflow({ shell: { program: "sh", line } }, fields);
const started = (): readonly string[] =>
  existsSync(inWorkspace("starts")) ? readFileSync(inWorkspace("starts"), "utf8").trim().split("\n") : [];

async function restarted(): Promise<RunnerProcess> {
  await process_?.kill();
  process_ = await startRunnerProcess(folders, programs);
  return process_;
}

async function inProcess(): Promise<TestRunner> {
  runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
  return runner;
}

describe("the runner is killed", () => {
  test("[T18] while a command runs: it is found again, its output goes on, its exit arrives", async () => {
    let talk = await restarted();
    const line = "echo one; echo x >> starts; while [ ! -e go ]; do sleep 0.02; done; echo two; exit 7";
    const key = await start(talk, shell(line));
    const before = await stateWhen(talk, key, "running");
    talk = await restarted();
    expect(await attemptState(talk, key)).toEqual(before);
    const read = (from: number) =>
      ask(talk.port, "GET", `${attemptPath(key)}/output?stream=stdout&from=${from}`, { token: talk.token });
    expect((await read(1)).text).toBe("ne\n");
    writeFileSync(inWorkspace("go"), "");
    const done = await completion(talk, key);
    expect(done).toMatchObject({ exit: { code: 7 }, stdout: { text: "one\ntwo\n", observedBytes: 8 } });
    expect((await read(4)).text).toBe("two\n");
    expect(started()).toEqual(["x"]);
  });

  test("while a command runs that ends before the next runner: its exit is there", async () => {
    let talk = await restarted();
    const key = await start(
      talk,
      shell("echo x >> starts; while [ ! -e go ]; do sleep 0.02; done; echo done > end; exit 5"),
    );
    await stateWhen(talk, key, "running");
    await talk.kill();
    writeFileSync(inWorkspace("go"), "");
    await until("the command ended", () => existsSync(inWorkspace("end")) || undefined);
    talk = await restarted();
    expect((await completion(talk, key)).exit).toEqual({ code: 5 });
    expect(started()).toEqual(["x"]);
  });

  test("at any moment of a start: asked again with the same keys, each command has run exactly once", async () => {
    const workflow = commandWorkflow({
      shell: { program: "sh", line: 'echo "$N" >> starts' },
      env: { N: "{{ input }}" },
    });
    let talk = await restarted();
    await approve(talk, workflow);
    const keys: string[] = [];
    for (let round = 0; round < 4; round++) {
      const fresh = Array.from({ length: 8 }, () => newKey());
      keys.push(...fresh);
      const asked = fresh.map((key) => putAttempt(talk, key, requestOf(workflow, { env: { N: key } })).catch(() => {}));
      await Promise.race([Promise.all(asked.slice(0, 2 * round)), until("", () => (round === 0 ? true : undefined))]);
      talk = await restarted();
      await Promise.all(asked);
    }
    await Promise.all(keys.map((key) => putAttempt(talk, key, requestOf(workflow, { env: { N: key } }))));
    for (const key of keys) await completion(talk, key);
    expect(started().toSorted()).toEqual(keys.toSorted());
  });

  test("[T12] with a writer at work and others waiting: the order at the gate stays", async () => {
    const line = 'echo "$N" >> starts; while [ ! -e go ]; do sleep 0.02; done';
    const workflow = commandWorkflow(
      { shell: { program: "sh", line }, env: { N: "{{ input }}" } },
      { access: "write" },
    );
    let talk = await restarted();
    await approve(talk, workflow);
    const keys = [newKey(), newKey(), newKey()];
    for (const key of keys) await putAttempt(talk, key, requestOf(workflow, { env: { N: key } }));
    await stateWhen(talk, keys[0] as string, "running");
    talk = await restarted();
    expect(await attemptState(talk, keys[1] as string)).toMatchObject({
      state: "waiting-for-workspace",
      heldBy: keys[0],
    });
    expect(await attemptState(talk, keys[2] as string)).toMatchObject({ state: "waiting-for-workspace" });
    writeFileSync(inWorkspace("go"), "");
    for (const key of keys) await completion(talk, key);
    expect(started()).toEqual(keys);
  });

  test("a tree of processes under it can still be cancelled: nothing is left", async () => {
    let talk = await restarted();
    const key = await start(talk, shell("sleep 600 & sleep 600"));
    await stateWhen(talk, key, "running");
    await until("both sleep", () => processesOf(key).length >= 3 || undefined);
    talk = await restarted();
    await ask(talk.port, "POST", `${attemptPath(key)}/cancel`, { token: talk.token });
    expect((await completion(talk, key)).exit).toBe("cancellation");
    expect(processesOf(key)).toEqual([]);
  });
});

describe("the attempt host is killed", () => {
  test("its commands are lost, nothing of them is left running, and the next one starts", async () => {
    const talk = await inProcess();
    const key = await start(
      talk,
      shell("echo some output; setsid sleep 600 & sleep 600 & sleep 600", { access: "write" }),
    );
    await stateWhen(talk, key, "running");
    await until("output", async () => {
      const { text } = await ask(talk.port, "GET", `${attemptPath(key)}/output?from=0`, { token: talk.token });
      return text === "some output\n" || undefined;
    });
    process.kill(hostPid(folders.data), "SIGKILL");
    const lost = await stateWhen(talk, key, "lost");
    expect(lost.cause).toContain("attempt host was killed");
    expect(processesOf(key)).toEqual([]);
    const { text } = await ask(talk.port, "GET", `${attemptPath(key)}/output?from=0`, { token: talk.token });
    expect(text).toBe("some output\n");
    const next = await start(talk, shell("echo next", { access: "write" }));
    expect((await completion(talk, next)).stdout.text).toBe("next\n");
  });

  test("together with the runner: lost at the next start, and not started again", async () => {
    let talk = await restarted();
    const key = await start(talk, shell("echo x >> starts; sleep 600"));
    await stateWhen(talk, key, "running");
    await until("started", () => started().length === 1 || undefined);
    await talk.kill();
    process.kill(hostPid(folders.data), "SIGKILL");
    talk = await restarted();
    await stateWhen(talk, key, "lost");
    await putAttempt(talk, key, requestOf(shell("echo x >> starts; sleep 600")));
    expect(await attemptState(talk, key)).toMatchObject({ state: "lost" });
    expect(started()).toEqual(["x"]);
    expect(processesOf(key)).toEqual([]);
  });
});

describe("a ledger that a runner of before left", () => {
  const workflow = () => shell("echo x >> starts");

  async function leave(change: Partial<AcceptedRecord>, files: Readonly<Record<string, string>> = {}): Promise<string> {
    const first = await inProcess();
    await approve(first, workflow());
    await first.close();
    const key = newKey();
    const request: AttemptRequest = requestOf(workflow());
    const record: AcceptedRecord = {
      key,
      request,
      body: "?",
      boot: bootId(),
      phase: "starting",
      order: 1,
      at: Date.now(),
      waited: 0,
      ...change,
    };
    const path = join(folders.data, "attempts", createHash("sha256").update(key).digest("hex"));
    for (const [ending, text] of Object.entries({ ".accepted.json": JSON.stringify(record), ...files })) {
      writeFileSync(path + ending, text);
    }
    return key;
  }

  test("accepted and never spawned: it starts now, once", async () => {
    const key = await leave({});
    const talk = await inProcess();
    await completion(talk, key);
    expect(started()).toEqual(["x"]);
  });

  test("accepted by a clock that has been set back since: it starts now, and no wait is made up", async () => {
    const key = await leave({ phase: "waiting", at: Date.now() + 86_400_000 });
    const { waited } = await completion(await inProcess(), key);
    expect(waited).toBeGreaterThanOrEqual(0);
    expect(waited).toBeLessThan(30_000);
    expect(started()).toEqual(["x"]);
  });

  test("waiting when the machine was restarted: it starts now", async () => {
    const key = await leave({ phase: "waiting", boot: "another start" });
    await completion(await inProcess(), key);
    expect(started()).toEqual(["x"]);
  });

  test("starting when the machine was restarted: lost, because it may have run", async () => {
    const key = await leave({ boot: "another start" });
    expect(await attemptState(await inProcess(), key)).toMatchObject({ state: "lost" });
    expect(started()).toEqual([]);
  });

  test("running when the machine was restarted: lost, and a process with the same pid is left alone", async () => {
    const running = {
      host: "host-x",
      boot: "another start",
      started: 1,
      program: { path: "/bin/sh" },
      pid: process.pid,
      startTime: 1,
    };
    const key = await leave({}, { ".running.json": JSON.stringify(running) });
    expect(await attemptState(await inProcess(), key)).toMatchObject({ state: "lost" });
  });

  test("a damaged file: lost, never run on a guess", async () => {
    const key = await leave({}, { ".accepted.json": '{"key":"ru' });
    const talk = await inProcess();
    expect(await attemptState(talk, key)).toMatchObject({ state: "lost" });
    expect((await putAttempt(talk, key, requestOf(workflow()))).json).toMatchObject({ state: "lost" });
    expect(started()).toEqual([]);
  });

  test("processes that could not be ended: uncertain, and the workspace stays taken until they are gone [T12]", async () => {
    const left = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    const group = left.pid ?? 0;
    const program = { path: "/bin/sh" };
    const running = { host: "host-x", boot: bootId(), started: 1, program, pid: group, startTime: 1 };
    const stream = { observed: 0, head: 0, tailFrom: 0, digest: "sha256:0" };
    const exited = {
      exit: "cancellation",
      program,
      started: 1,
      ended: 2,
      stdout: stream,
      stderr: stream,
      uncertain: "why",
    };
    const key = await leave(
      { request: { ...requestOf(workflow()), access: "write" } },
      { ".running.json": JSON.stringify(running), ".exited.json": JSON.stringify(exited) },
    );
    const talk = await inProcess();
    expect(await attemptState(talk, key)).toMatchObject({
      state: "cleanup-uncertain",
      cause: "why",
      completion: { exit: "cancellation" },
    });
    const writer = shell("echo x >> starts", { access: "write" });
    const next = await start(talk, writer);
    expect(await attemptState(talk, next)).toEqual({ state: "waiting-for-workspace", heldBy: key });
    process.kill(-group, "SIGKILL");
    expect((await completion(talk, next)).exit).toEqual({ code: 0 });
    expect(await attemptState(talk, key)).toMatchObject({ state: "exited" });
  });

  test("half-written files of a killed writer are swept away", async () => {
    const key = await leave({});
    const half = join(folders.data, "attempts", "abc.accepted.json.1-1.tmp");
    writeFileSync(half, "{");
    await completion(await inProcess(), key);
    expect(existsSync(half)).toBe(false);
  });
});

test("a workspace that is deleted under a waiting command is said, and nothing runs", async () => {
  const talk = await inProcess();
  mkdirSync(inWorkspace("sub"));
  const workflow = commandWorkflow({ argv: ["sleep", "60"], cwd: "sub" }, { access: "write" });
  await approve(talk, workflow);
  const [holder, waiting] = [newKey(), newKey()];
  await putAttempt(talk, holder, requestOf(workflow));
  await stateWhen(talk, holder, "running");
  await putAttempt(talk, waiting, requestOf(workflow));
  rmSync(inWorkspace("sub"), { recursive: true });
  await ask(talk.port, "POST", `${attemptPath(holder)}/cancel`, { token: talk.token });
  expect(await completion(talk, waiting)).toMatchObject({
    exit: "abnormal",
    message: expect.stringContaining("does not exist"),
  });
});

test("a full disk is answered clearly, and nothing was started", async () => {
  const talk = await inProcess();
  const workflow = shell("echo x >> starts");
  await approve(talk, workflow);
  const attempts = join(folders.data, "attempts");
  rmSync(attempts, { recursive: true });
  // A folder that refuses every new file stands for a disk without room.
  writeFileSync(attempts, randomBytes(4));
  const answer = await putAttempt(talk, newKey(), requestOf(workflow));
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(started()).toEqual([]);
  rmSync(attempts);
  mkdirSync(attempts);
  await completion(talk, await start(talk, workflow));
  expect(started()).toEqual(["x"]);
});
