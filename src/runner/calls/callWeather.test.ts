import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { FileCall, HttpCall } from "../../protocol/runnerCalls.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { answered, frameOf, jobWorkflow, postChat, postFile, postHttp, resultOf } from "../fixtures/calls.ts";
import { approve, attemptState, until } from "../fixtures/commands.ts";
import { type HttpServer, startHttpServer } from "../fixtures/httpServer.ts";
import { buildPrograms, type Programs } from "../fixtures/programs.ts";
import { type RunnerProcess, startRunnerProcess } from "../fixtures/runnerProcess.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "../fixtures/testRunner.ts";

/* What the runner carries out itself, while it is killed, its disk is full, or everybody asks at once. */

let programs: Programs;
let folders: TestFolders;
let killed: RunnerProcess | undefined;
let runner: TestRunner | undefined;
let server: HttpServer;
/** Requests that the server has not answered yet. */
let open: ServerResponse[];
let isHolding: boolean;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

beforeAll(async () => {
  programs = await buildPrograms();
});

beforeEach(async () => {
  folders = makeTestFolders();
  open = [];
  isHolding = true;
  server = await startHttpServer((_heard, response) => {
    if (isHolding) open.push(response);
    else response.end("done");
  });
});

afterEach(async () => {
  await killed?.kill();
  await runner?.close();
  killed = undefined;
  runner = undefined;
  await server.close();
  folders.remove();
});

async function restarted(heldFile?: string): Promise<RunnerProcess> {
  await killed?.kill();
  killed = await startRunnerProcess(folders, programs, 0, heldFile);
  return killed;
}

const inWorkspace = (name: string) => join(folders.workspace, name);
const post = (): Workflow =>
  jobWorkflow({
    kind: "http",
    accepts: ["Start"],
    config: { method: "POST", url: `http://${server.host}/{{ data }}`, via: "runner" },
  });
const postCall = (workflow: Workflow, path: string): HttpCall => ({
  ...frameOf(workflow),
  method: "POST",
  url: `http://${server.host}/${path}`,
});

/** Resolves at the first sign of a file that is written beside the old one. */
function fileBeside(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_event, name) => {
      if (!name?.endsWith(".tmp")) return;
      watcher.close();
      resolve();
    });
  });
}

test("[T18] a runner that is killed in the middle of a file write leaves the old or the whole new content", async () => {
  const workflow = jobWorkflow({
    kind: "file",
    accepts: ["Start"],
    config: { operation: "write", path: "big.txt", content: "{{ data }}" },
  });
  const old = "old\n".repeat(1_000);
  const fresh = "new!\n".repeat(300_000);
  // Where the signal meets it is chance: a disk may be faster. Whatever it met, the same must hold.
  for (let round = 0; round < 3; round++) {
    const talk = await restarted();
    await approve(talk, workflow);
    writeFileSync(inWorkspace("big.txt"), old);
    const call: FileCall = { ...frameOf(workflow), operation: "write", path: "big.txt", content: fresh };
    const begun = fileBeside(folders.workspace);
    const posted = postFile(talk, call).catch(() => {});
    // It has begun to write: from here on the kill may meet it anywhere.
    await begun;
    await talk.kill();
    await posted;
    const left = readFileSync(inWorkspace("big.txt"), "utf8");
    expect(left === old || left === fresh).toBe(true);

    const next = await restarted();
    const state = await attemptState(next, call.key);
    expect(["lost", "answered"]).toContain(state.state);
    if (state.state === "lost") expect(state.cause).toContain("old or its whole new content");
    expect(readdirSync(folders.workspace)).toEqual(["big.txt"]);
    // Asked again it is not done again: that is for a person to decide.
    writeFileSync(inWorkspace("big.txt"), "mine");
    expect((await postFile(next, call)).json).toMatchObject({ state: state.state });
    expect(readFileSync(inWorkspace("big.txt"), "utf8")).toBe("mine");
  }
});

test("[T18] a file write that a kill met before its content stood in place is lost, the old content whole, and asked again it is not done", async () => {
  const workflow = jobWorkflow({
    kind: "file",
    accepts: ["Start"],
    config: { operation: "write", path: "held.txt", content: "{{ data }}" },
  });
  const talk = await restarted("held.txt");
  await approve(talk, workflow);
  writeFileSync(inWorkspace("held.txt"), "old");
  const call: FileCall = { ...frameOf(workflow), operation: "write", path: "held.txt", content: "new" };
  const begun = fileBeside(folders.workspace);
  await postFile(talk, call);
  await begun;
  expect(await attemptState(talk, call.key)).toEqual({ state: "calling" });
  await talk.kill();
  expect(readFileSync(inWorkspace("held.txt"), "utf8")).toBe("old");

  const next = await restarted();
  const lost = { state: "lost", cause: expect.stringContaining("old or its whole new content") };
  expect(await attemptState(next, call.key)).toMatchObject(lost);
  expect((await postFile(next, call)).json).toMatchObject(lost);
  expect(readFileSync(inWorkspace("held.txt"), "utf8")).toBe("old");
  // What was half-written beside it is swept away.
  await until("the rest is gone", () => readdirSync(folders.workspace).length === 1 || undefined);
});

test("[T18] a chat that was cut off with the runner is lost and asked about, never asked of the model again", async () => {
  const talk = await restarted();
  await ask(talk.port, "PUT", "/v1/models/slow", { token: talk.token, body: { url: `http://${server.host}/v1/` } });
  const workflow = jobWorkflow({ kind: "agent", accepts: ["Start"], config: { prompt: "{{ data }}", model: "slow" } });
  await approve(talk, workflow);
  const call = { ...frameOf(workflow), messages: [{ role: "user" as const, content: "Hi" }] };
  await postChat(talk, "slow", call);
  await until("the model is at work", () => open.length === 1 || undefined);
  open[0]?.writeHead(200, { "content-type": "text/event-stream" });
  open[0]?.write(`data: ${JSON.stringify({ choices: [{ delta: { content: "Hel" } }] })}\n\n`);
  await until("it is heard", async () => {
    const path = `/v1/attempts/${call.key}/output?stream=stdout&from=0`;
    return (await ask(talk.port, "GET", path, { token: talk.token })).text === "Hel" || undefined;
  });
  const next = await restarted();
  const lost = { state: "lost", cause: expect.stringContaining("while the model was answering") };
  expect(await attemptState(next, call.key)).toMatchObject(lost);
  expect((await postChat(next, "slow", call)).json).toMatchObject(lost);
  expect(server.heard).toHaveLength(1);
});

test("200 requests at once, each asked for twice: every one is sent once and answered", async () => {
  runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
  const talk = runner;
  isHolding = false;
  const workflow = post();
  await approve(talk, workflow);
  const calls = Array.from({ length: 200 }, (_, index) => postCall(workflow, String(index)));
  const answers = await Promise.all([...calls, ...calls].map((call) => postHttp(talk, call)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  for (const { key } of calls) expect(await resultOf(talk, key)).toMatchObject({ status: 200 });
  expect(server.heard.map(({ url }) => url).sort()).toEqual(calls.map(({ url }) => new URL(url).pathname).sort());
  expect(talk.logged.filter((line) => line.includes("error"))).toEqual([]);
});

test("many writes of one file at once: one after the other, each whole", async () => {
  runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
  const talk = runner;
  const workflow = jobWorkflow({
    kind: "file",
    accepts: ["Start"],
    config: { operation: "write", path: "one.txt", content: "{{ data }}" },
  });
  await approve(talk, workflow);
  const calls = Array.from({ length: 40 }, (_, index): FileCall => {
    const content = `${index}\n`.repeat(500);
    return { ...frameOf(workflow), operation: "write", path: "one.txt", content, timeoutMs: 100_000 };
  });
  await Promise.all(calls.map((call) => postFile(talk, call)));
  for (const { key } of calls) expect(await resultOf(talk, key)).toMatchObject({ kind: "written" });
  expect(calls.map(({ content }) => content)).toContain(readFileSync(inWorkspace("one.txt"), "utf8"));
  expect(readdirSync(folders.workspace)).toEqual(["one.txt"]);
});

test("a disk that is full while a request is under way: its answer waits for room, and is not asked for again", async () => {
  runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
  const talk = runner;
  const workflow = post();
  await approve(talk, workflow);
  const call = postCall(workflow, "once");
  await postHttp(talk, call);
  await until("under way", () => open.length === 1 || undefined);
  const ledger = join(folders.data, "attempts");
  renameSync(ledger, `${ledger}-kept`);
  // A file in the place of the folder refuses every new file, as a disk without room does.
  writeFileSync(ledger, "");
  open[0]?.end("done");
  await until("it could not be written", () => talk.logged.some((line) => line.includes("trying again")) || undefined);
  expect(await attemptState(talk, call.key)).toEqual({ state: "calling" });
  rmSync(ledger);
  renameSync(`${ledger}-kept`, ledger);
  expect(await resultOf(talk, call.key)).toMatchObject({ status: 200, body: { content: "done" } });
  expect(server.heard).toHaveLength(1);
});

test("a workspace that is deleted under a waiting file step is said, and nothing is written elsewhere", async () => {
  runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
  const talk = runner;
  const workflow = jobWorkflow({
    kind: "file",
    accepts: ["Start"],
    config: { operation: "write", path: "deep/a.txt", content: "x" },
  });
  await approve(talk, workflow);
  rmSync(folders.workspace, { recursive: true });
  const call: FileCall = { ...frameOf(workflow), operation: "write", path: "deep/a.txt", content: "x" };
  expect((await postFile(talk, call)).json).toMatchObject({ error: { message: expect.stringContaining("work") } });
  expect(await attemptState(talk, call.key)).toEqual({ state: "unknown" });
  expect(existsSync(folders.workspace)).toBe(false);
  mkdirSync(folders.workspace);
  await postFile(talk, call);
  await answered(talk, call.key);
  expect(readFileSync(inWorkspace("deep/a.txt"), "utf8")).toBe("x");
});
