import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { AttemptNews, Runner, RunnerOutput } from "../steps/runner/runner.ts";
import { createRunner } from "../steps/runner/runnerClient.ts";
import { commandWorkflow, newKey, requestOf, until } from "./fixtures/commands.ts";
import { buildPrograms, type Programs } from "./fixtures/programs.ts";
import { makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "./fixtures/testRunner.ts";

/* The page's client and the runner, which were written from one contract, talk to each other. */

let programs: Programs;
let folders: TestFolders;
let runner: TestRunner;
let client: Runner;

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

const open = (port: number) => startTestRunner(folders, { port, hostScript: programs.attemptHost });

beforeAll(async () => {
  programs = await buildPrograms();
  folders = makeTestFolders();
  runner = await open(0);
  client = createRunner({
    base: `http://127.0.0.1:${runner.port}`,
    fetch,
    connect: (address, protocols) => new WebSocket(address, [...protocols]) as never,
    now: Date.now,
  });
  client.setToken(runner.token);
});

beforeEach(() => folders.clear());

afterAll(async () => {
  client.setToken(null);
  await runner.close();
  folders.remove();
});

const inWorkspace = (name: string) => join(folders.workspace, name);

function hearing(key: string) {
  const news: AttemptNews[] = [];
  const output: RunnerOutput[] = [];
  client.watch(key, (told) => news.push(told));
  client.watchOutput(key, (told) => output.push(told));
  const text = () =>
    output.map((told) => (told.kind === "bytes" && told.stream === "stdout" ? told.text : "")).join("");
  const exited = () => news.find((told) => told.kind === "state" && told.state.state === "exited");
  return { news, output, text, exited };
}

async function consented(line: string) {
  const workflow = commandWorkflow({ shell: { program: "sh", line } });
  const described = await client.permissions(workflow);
  if (!described.ok) throw new Error(JSON.stringify(described));
  expect(described.value.missing.length).toBeGreaterThan(0);
  const key = newKey();
  const early = await client.start(key, requestOf(workflow));
  expect(early).toMatchObject({ ok: false, refusal: { code: "not-approved" } });
  expect(await client.approve(workflow, described.value.hash)).toMatchObject({ ok: true });
  return { key, workflow };
}

test("from consent to exit, with output as it comes", async () => {
  const { key, workflow } = await consented("echo one; while [ ! -e go ]; do sleep 0.02; done; printf 'z€€'; exit 3");
  expect(await client.start(key, requestOf(workflow))).toMatchObject({ ok: true });
  const heard = hearing(key);
  await until("first line", () => heard.text() === "one\n" || undefined);
  expect(heard.exited()).toBeUndefined();
  writeFileSync(inWorkspace("go"), "");
  await until("exit", heard.exited);
  await until("all output", () => heard.output.some(({ kind }) => kind === "end") || undefined);
  expect(heard.text()).toBe("one\nz€€");
  expect(heard.exited()).toMatchObject({ state: { completion: { exit: { code: 3 } } } });
  expect(await client.acknowledge(key)).toMatchObject({ ok: true, value: { state: "exited" } });
});

test("the runner restarts in the middle: the connection comes back and goes on where it was", async () => {
  const { key, workflow } = await consented(
    "echo one; while [ ! -e go ]; do sleep 0.02; done; echo two; echo x >> starts",
  );
  await client.start(key, requestOf(workflow));
  const heard = hearing(key);
  await until("first line", () => heard.text() === "one\n" || undefined);
  const { port } = runner;
  await runner.close();
  await until("told", () => heard.news.some(({ kind }) => kind === "unreachable") || undefined);
  expect(await client.start(key, requestOf(workflow))).toMatchObject({ ok: false, unreachable: expect.any(String) });
  writeFileSync(inWorkspace("go"), "");
  await until("done", () => existsSync(inWorkspace("starts")) || undefined);
  runner = await open(port);
  await until("exit", heard.exited);
  await until("all output", () => heard.output.some(({ kind }) => kind === "end") || undefined);
  expect(heard.text()).toBe("one\ntwo\n");
  expect(await client.start(key, requestOf(workflow))).toMatchObject({ ok: true, value: { state: "exited" } });
});

test("cancel, seal and what is unknown", async () => {
  const { key, workflow } = await consented("sleep 600");
  expect(await client.read(key)).toMatchObject({ ok: true, value: { state: "unknown" } });
  await client.start(key, requestOf(workflow));
  const heard = hearing(key);
  await client.cancel(key);
  await until("exit", heard.exited);
  expect(heard.exited()).toMatchObject({ state: { completion: { exit: "cancellation" } } });
  const other = newKey();
  expect(await client.seal(other)).toMatchObject({ ok: true, value: { state: "sealed" } });
  expect(await client.start(other, requestOf(workflow))).toMatchObject({ ok: true, value: { state: "sealed" } });
});

test("a wrong token is told as a refusal", async () => {
  const stranger = createRunner({
    base: `http://127.0.0.1:${runner.port}`,
    fetch,
    connect: (address, protocols) => new WebSocket(address, [...protocols]) as never,
    now: Date.now,
  });
  stranger.setToken("A".repeat(43));
  expect(await stranger.health()).toMatchObject({ ok: false, refusal: { code: "unauthorized" } });
  await until("refused", () => stranger.status.kind === "refused" || undefined);
  stranger.setToken(null);
});

test("what the runner keeps is read and changed, and a secret's value never comes back", async () => {
  await client.changeKept({ kind: "set-secret", name: "KEY", value: "s3cret-value" });
  const settings = { url: "https://api.example.org/v1", keyFrom: "KEY" };
  const changed = await client.changeKept({ kind: "set-model", name: "org/model:1", settings });
  expect(changed).toMatchObject({
    ok: true,
    value: { secrets: ["KEY"], models: [{ name: "org/model:1", keyFrom: "KEY", isDefault: true }], tokens: [{}] },
  });
  expect(JSON.stringify(changed)).not.toContain("s3cret");
  const wrong = await client.changeKept({ kind: "set-model", name: "org/model:1", settings: { url: "nowhere" } });
  expect(wrong).toMatchObject({ ok: false, refusal: { message: expect.stringContaining("is no address") } });

  const workflow = commandWorkflow({ argv: ["true"] });
  const described = await client.permissions(workflow, "w1");
  if (!described.ok) throw new Error(JSON.stringify(described));
  await client.approve(workflow, described.value.hash, "w1");
  const listed = await client.kept();
  if (!listed.ok) throw new Error(JSON.stringify(listed));
  const approval = listed.value.approvals.find(({ workflowId }) => workflowId === "w1");
  expect(approval).toMatchObject({ name: "one command", hash: described.value.hash });
  await client.changeKept({ kind: "withdraw-approval", hash: described.value.hash, workflowId: "w1" });
  await client.changeKept({ kind: "delete-model", name: "org/model:1" });
  const after = await client.changeKept({ kind: "delete-secret", name: "KEY" });
  expect(after).toMatchObject({ ok: true, value: { secrets: [], models: [] } });
  expect(after.ok && after.value.approvals.some(({ workflowId }) => workflowId === "w1")).toBe(false);
  expect(await client.findLocalModels()).toMatchObject({ ok: true });
});

test("a file is looked through for secrets as a stream", async () => {
  await client.changeKept({ kind: "set-secret", name: "KEY", value: "s3cret-value/+" });
  const text = `${"x".repeat(3_000_000)}${Buffer.from("s3cret-value/+").toString("base64")}`;
  expect(await client.findSecrets(new Blob([text]))).toMatchObject({
    ok: true,
    value: { secrets: 1, found: [{ name: "KEY" }] },
  });
  expect(await client.findSecrets(new Blob(["nothing of it"]))).toEqual({ ok: true, value: { secrets: 1, found: [] } });
  await client.changeKept({ kind: "delete-secret", name: "KEY" });
  expect(await client.findSecrets(new Blob(["s3cret-value/+"]))).toEqual({
    ok: true,
    value: { secrets: 0, found: [] },
  });
});
