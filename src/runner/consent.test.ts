import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Approval, AttemptRequest } from "../protocol/runnerApi.ts";
import { secretMark } from "../protocol/secretMarks.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { deniedBecause } from "./consent.ts";
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
  upload,
} from "./fixtures/commands.ts";
import { buildPrograms, type Programs } from "./fixtures/programs.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "./fixtures/testRunner.ts";

const marks = "0123456789abcdef".repeat(2);

describe("what an attempt may ask for [T16]", () => {
  const workflow = commandWorkflow({
    argv: ["git", "commit", "-m", "{{ input }}"],
    cwd: "repo",
    env: { TOPIC: "{{ input }}", FIXED: "1" },
    stdin: "{{ event.data }}",
    secrets: ["TOKEN"],
    workspace: "work",
  });
  const request = requestOf(workflow, {
    argv: ["git", "commit", "-m", "anything; rm -rf /"],
    env: { TOPIC: "x", FIXED: "1" },
    stdin: "text",
  });

  test("templated texts may vary", () => {
    expect(deniedBecause(workflow, "job", request)).toBeNull();
  });

  test.each<[string, Partial<AttemptRequest>]>([
    ["program", { argv: ["sh", "commit", "-m", "x"] }],
    ["arguments", { argv: ["git", "push", "-m", "x"] }],
    ["arguments", { argv: ["git", "commit", "-m", "x", "--amend"] }],
    ["arguments", { argv: ["git", "commit", "-m"] }],
    ["shell", { shell: { program: "sh", line: "rm -rf ." } }],
    ["cwd", { cwd: "elsewhere" }],
    ["environment names", { env: { TOPIC: "x", FIXED: "1", MORE: "2" } }],
    ["environment names", { env: { TOPIC: "x" } }],
    ["environment values", { env: { TOPIC: "x", FIXED: "2" } }],
    ["secrets", { secrets: ["TOKEN", "OTHER"] }],
    ["workspace", { workspace: "other" }],
    ["access", { access: "write" }],
    ["no secret OTHER", { stdin: secretMark(marks, "OTHER"), marks }],
    ["no secret OTHER", { stdin: btoa(`user:${secretMark(marks, "OTHER")}`), marks }],
    ["cwd", { cwd: secretMark(marks, "TOKEN"), marks }],
  ])("another %s is denied", (what, change) => {
    expect(deniedBecause(workflow, "job", { ...request, ...change })).toContain(what);
  });

  test("a text that the step has not, a step that does not exist and one that is no command are denied", () => {
    const plain = commandWorkflow({ argv: ["true"] });
    expect(deniedBecause(plain, "job", requestOf(plain, { stdin: "x" }))).toContain("stdin");
    expect(deniedBecause(plain, "other", requestOf(plain))).toContain('no step "other"');
    expect(deniedBecause(plain, "constructor", requestOf(plain))).toContain('no step "constructor"');
    const stop: Workflow = { ...plain, steps: { job: { kind: "stop", accepts: ["Start"], config: {} } } };
    expect(deniedBecause(stop, "job", requestOf(plain))).toContain("is no command");
  });

  test.each(["LD_PRELOAD", "PATH", "NODE_OPTIONS", "BASH_ENV", "GIT_SSH_COMMAND", "npm_config_script_shell"])(
    "%s would run something else and is denied",
    (name) => {
      const steering = commandWorkflow({ argv: ["true"], env: { [name]: "x" } });
      expect(deniedBecause(steering, "job", requestOf(steering))).toContain(name);
    },
  );

  test("a step inside an inlined workflow is found by its path", () => {
    const inner = commandWorkflow({ argv: ["true"] });
    const outer: Workflow = {
      ...inner,
      steps: { sub: { kind: "workflow", accepts: ["Start"], config: { workflow: { ...inner } as never } } },
    };
    expect(deniedBecause(outer, "sub/job", requestOf(inner))).toBeNull();
    expect(deniedBecause(outer, "job", requestOf(inner))).not.toBeNull();
  });
});

describe("consent at the runner", () => {
  let programs: Programs;
  let folders: TestFolders;
  let runner: TestRunner;
  vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

  const open = (options = {}) => startTestRunner(folders, { hostScript: programs.attemptHost, ...options });

  beforeAll(async () => {
    programs = await buildPrograms();
    folders = makeTestFolders();
    runner = await open();
  });

  beforeEach(async () => {
    folders.clear();
    await ask(runner.port, "DELETE", "/v1/approvals", { token: runner.token });
  });

  afterAll(async () => {
    await runner.close();
    folders.remove();
  });

  test("is given to one workflow: an edit that asks for no more keeps it, another workflow starts at zero", async () => {
    await approve(runner, touch, "mine");
    const edited: Workflow = { ...touch, description: "edited", limits: { maxParallel: 2 } };
    await upload(runner, edited);
    for (const workflowId of ["strangers", undefined]) {
      const key = newKey();
      const answer = await putAttempt(runner, key, requestOf(edited, { ...(workflowId && { workflowId }) }));
      expect(answer.json).toMatchObject({ error: { code: "not-approved" } });
    }
    expect(ran()).toBe(false);
    const key = newKey();
    expect((await putAttempt(runner, key, requestOf(edited, { workflowId: "mine" }))).status).toBe(200);
    await completion(runner, key);
    expect(ran()).toBe(true);

    await approve(runner, touch, "strangers");
    const list = async () =>
      (await ask(runner.port, "GET", "/v1/approvals", { token: runner.token })).json as Approval[];
    expect(await list()).toMatchObject([{ workflowId: "strangers", name: "one command" }, { workflowId: "mine" }]);
    const [{ hash = "" } = {}] = await list();
    await ask(runner.port, "DELETE", `/v1/approvals/${hash}?workflowId=strangers`, { token: runner.token });
    expect(await list()).toMatchObject([{ workflowId: "mine" }]);
  });

  const ran = () => existsSync(join(folders.workspace, "ran"));
  const touch = commandWorkflow({ argv: ["touch", "ran"] });

  async function expectRefused(workflow: Workflow, code: string, workflowId?: string): Promise<void> {
    const key = newKey();
    const answer = await putAttempt(runner, key, requestOf(workflow, workflowId === undefined ? {} : { workflowId }));
    expect(answer.json).toMatchObject({ error: { code } });
    expect(await attemptState(runner, key)).toEqual({ state: "unknown" });
    expect(ran()).toBe(false);
    expect(runner.logged.some((line) => line.includes(key) && line.includes(code))).toBe(true);
  }

  test("a workflow that was not uploaded, and one that nobody approved, run nothing", async () => {
    await expectRefused(commandWorkflow({ argv: ["touch", "ran", "never"] }), "not-found");
    const described = await upload(runner, touch);
    expect(described).toMatchObject({
      missing: described.permissions,
      workspaces: { "": folders.workspace },
      programs: { touch: expect.stringMatching(/\/touch$/) },
    });
    await expectRefused(touch, "not-approved");
  });

  test("the hash of other permissions is no consent", async () => {
    const { digest } = await upload(runner, touch);
    const { hash } = await upload(runner, commandWorkflow({ argv: ["true"] }));
    const post = (body: unknown) => ask(runner.port, "POST", "/v1/approvals", { token: runner.token, body });
    expect((await post({ digest, hash })).status).toBe(409);
    expect((await post({ digest: `sha256:${"0".repeat(64)}`, hash })).status).toBe(404);
    expect((await post({ digest })).status).toBe(400);
    await expectRefused(touch, "not-approved");
  });

  test("it is asked again only when permissions grow", async () => {
    await approve(runner, touch, "w");
    const renamed = { ...touch, name: "another name", limits: { maxExecutions: 5 } };
    expect((await upload(runner, renamed, "w")).missing).toEqual([]);
    const grown = commandWorkflow({ argv: ["touch", "ran"] }, { access: "write" });
    expect((await upload(runner, grown, "w")).missing).toEqual([{ kind: "workspace", name: "", access: "write" }]);
    await expectRefused(grown, "not-approved", "w");
  });

  test("what was approved of a workflow at two times apart is no consent to both together", async () => {
    const echo = commandWorkflow({ argv: ["echo", "x"] });
    const both: Workflow = {
      ...touch,
      steps: { ...touch.steps, other: { ...(echo.steps.job as Workflow["steps"][string]) } },
    };
    await approve(runner, touch, "w");
    await approve(runner, echo, "w");
    expect((await upload(runner, both, "w")).missing.length).toBe(1);
    await expectRefused(both, "not-approved", "w");
  });

  test("consent can be listed and withdrawn, also for a command that waits at the gate", async () => {
    const writer = commandWorkflow({ shell: { program: "sh", line: "echo x >> ran; sleep 60" } }, { access: "write" });
    await approve(runner, writer);
    const list = (await ask(runner.port, "GET", "/v1/approvals", { token: runner.token })).json as Approval[];
    expect(list).toMatchObject([{ permissions: [{ kind: "shell" }, { kind: "workspace", access: "write" }] }]);
    const holder = await start(runner, writer);
    await stateWhen(runner, holder, "running");
    const waiting = newKey();
    await putAttempt(runner, waiting, requestOf(writer));
    const withdraw = await ask(runner.port, "DELETE", `/v1/approvals/${list[0]?.hash}`, { token: runner.token });
    expect(withdraw.json).toEqual({ withdrawn: 1 });
    await ask(runner.port, "POST", `/v1/attempts/${holder}/cancel`, { token: runner.token });
    expect(await completion(runner, waiting)).toMatchObject({
      exit: "abnormal",
      denied: true,
      message: expect.stringContaining("Not approved"),
    });
  });

  test("a program that is another one than was allowed runs, and its end says so", async () => {
    const tool = join(folders.workspace, "tool");
    const write = (line: string) => writeFileSync(tool, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    write("echo one");
    const workflow = commandWorkflow({ argv: ["./tool"] });
    const first = await completion(runner, await start(runner, workflow));
    expect(first.program).toEqual({ path: tool, digest: expect.stringMatching(/^sha256:/) });
    write("echo another");
    const key = newKey();
    await putAttempt(runner, key, requestOf(workflow));
    const changed = await completion(runner, key);
    expect(changed).toMatchObject({ stdout: { text: "another\n" }, program: { path: tool, before: first.program } });
    expect(changed.program?.digest).not.toBe(first.program?.digest);
    // Allowed anew, it is the allowed one.
    const again = await completion(runner, await start(runner, workflow));
    expect(again.program).toEqual({ path: tool, digest: changed.program?.digest });
  });

  test("consent survives a restart, but not another folder under the name", async () => {
    await approve(runner, touch);
    await runner.close();
    runner = await open();
    expect((await upload(runner, touch)).missing).toEqual([]);
    await runner.close();
    const other = join(folders.root, "other");
    mkdirSync(other);
    runner = await open({ workspaces: [`work=${other}`] });
    expect((await upload(runner, touch)).missing).toEqual([{ kind: "workspace", name: "", access: "none" }]);
    await runner.close();
    runner = await open();
  });

  test.each(["..", "../data", "/tmp"])("a templated cwd %s does not lead out", async (cwd) => {
    const workflow = commandWorkflow({ argv: ["touch", "ran"], cwd: "{{ input }}" });
    await approve(runner, workflow);
    const answer = await putAttempt(runner, newKey(), requestOf(workflow, { cwd }));
    expect(answer.json).toMatchObject({ error: { code: "denied" } });
  });

  test("an unknown workspace is named", async () => {
    const workflow = commandWorkflow({ argv: ["touch", "ran"], workspace: "nowhere" });
    await approve(runner, workflow);
    await expectRefused(workflow, "unknown-workspace");
  });

  test("--approve-all asks nobody, but still runs only what the step says", async () => {
    await runner.close();
    runner = await open({ approveAll: true });
    expect((await upload(runner, touch)).missing).toEqual([]);
    const key = newKey();
    const other = await putAttempt(runner, key, requestOf(touch, { argv: ["touch", "elsewhere"] }));
    expect(other.json).toMatchObject({ error: { code: "denied" } });
    await putAttempt(runner, key, requestOf(touch));
    await completion(runner, key);
    expect(ran()).toBe(true);
  });
});
