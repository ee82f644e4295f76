import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { FileCall } from "../../protocol/runnerCalls.ts";
import { secretMark } from "../../protocol/secretMarks.ts";
import type { StepConfigs, StepFields, Workflow } from "../../workflow/workflow.ts";
import { answered, cancelAttempt, frameOf, jobWorkflow, postFile, resultOf } from "../fixtures/calls.ts";
import { approve, attemptState, commandWorkflow, start, stateWhen } from "../fixtures/commands.ts";
import { buildPrograms } from "../fixtures/programs.ts";
import { makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "../fixtures/testRunner.ts";

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

const marks = "cd".repeat(16);

let folders: TestFolders;
let runner: TestRunner;

beforeAll(async () => {
  const { attemptHost } = await buildPrograms();
  folders = makeTestFolders();
  writeFileSync(join(folders.root, "outside.txt"), "outside");
  mkdirSync(join(folders.root, "work2"));
  writeFileSync(join(folders.root, "work2", "near.txt"), "near");
  mkdirSync(join(folders.root, "Work"));
  writeFileSync(join(folders.root, "Work", "case.txt"), "case");
  runner = await startTestRunner(folders, {
    hostScript: attemptHost,
    secrets: { API_KEY: "s3cret-value" },
    workspaces: [folders.workspace, `all=${folders.root}`],
  });
});

beforeEach(() => folders.clear());

afterAll(async () => {
  await runner.close();
  folders.remove();
});

const inWorkspace = (...names: string[]): string => join(folders.workspace, ...names);

const fileWorkflow = (config: StepConfigs["file"], fields: Partial<StepFields> = {}): Workflow =>
  jobWorkflow({ kind: "file", accepts: ["Start"], ...fields, config });

async function done(config: StepConfigs["file"], over: Partial<FileCall> = {}) {
  const workflow = fileWorkflow(config);
  await approve(runner, workflow);
  const { operation, path, workspace, content } = config;
  const call: FileCall = {
    ...frameOf(workflow),
    operation,
    path,
    ...(workspace !== undefined && { workspace }),
    ...(content !== undefined && { content }),
    ...over,
  };
  const answer = await postFile(runner, call);
  expect(answer.status, answer.text).toBe(200);
  return resultOf(runner, call.key);
}

const anyPath = "{{ data }}";
const read = (path: string, over: Partial<FileCall> = {}) =>
  done({ operation: "read", path: anyPath }, { path, ...over });
const write = (path: string, content: string, over: Partial<FileCall> = {}) =>
  done({ operation: "write", path: anyPath, content: "{{ data }}" }, { path, content, ...over });
const list = (path: string) => done({ operation: "list", path: anyPath }, { path });

describe("files of a workspace", () => {
  test("are read as text and as bytes, with their digest", async () => {
    writeFileSync(inWorkspace("a.txt"), "ä");
    expect(await read("a.txt")).toEqual({
      kind: "read",
      path: "a.txt",
      bytes: 2,
      encoding: "utf8",
      content: "ä",
      digest: `sha256:${createHash("sha256").update("ä").digest("hex")}`,
    });
    writeFileSync(inWorkspace("b.bin"), Buffer.from([0xff, 0]));
    expect(await read("b.bin", { encoding: "base64" })).toMatchObject({ content: "/wA=" });
    expect(await read("b.bin")).toMatchObject({
      failure: { code: "not-text", message: expect.stringContaining("bytes") },
    });
  });

  test("are written whole, with the folders on the way, and keep their mode", async () => {
    expect(await write("deep/er/a.txt", "one")).toMatchObject({ kind: "written", bytes: 3 });
    expect(readFileSync(inWorkspace("deep/er/a.txt"), "utf8")).toBe("one");
    chmodSync(inWorkspace("deep/er/a.txt"), 0o751);
    await write("deep/er/a.txt", "/wA=", { encoding: "base64" });
    expect(readFileSync(inWorkspace("deep/er/a.txt"))).toEqual(Buffer.from([0xff, 0]));
    expect(statSync(inWorkspace("deep/er/a.txt")).mode & 0o777).toBe(0o751);
    expect(readdirSync(inWorkspace("deep/er"))).toEqual(["a.txt"]);
  });

  test("are listed with what they are, a link as a link", async () => {
    mkdirSync(inWorkspace("folder"));
    writeFileSync(inWorkspace("b"), "12");
    symlinkSync(join(folders.root, "outside.txt"), inWorkspace("link"));
    const listed = await list("");
    expect(listed).toMatchObject({
      kind: "listed",
      entries: [
        { name: "b", type: "file", bytes: 2 },
        { name: "folder", type: "folder" },
        { name: "link", type: "other" },
      ],
    });
  });

  test("a secret is filled into what is written, on the runner", async () => {
    const config = { operation: "write", path: "key", content: "k={{ secret.API_KEY }}" } as const;
    expect(await done(config, { content: `k=${secretMark(marks, "API_KEY")}`, marks })).toMatchObject({
      kind: "written",
    });
    expect(readFileSync(inWorkspace("key"), "utf8")).toBe("k=s3cret-value");
  });

  test("what is too long, missing, a folder or a pipe is a failure in words", async () => {
    writeFileSync(inWorkspace("long"), "x".repeat(101));
    mkdirSync(inWorkspace("folder"));
    execFileSync("sh", ["-c", `mkfifo "${inWorkspace("pipe")}"`]);
    const said = async (path: string) => (await read(path, { maxOutputBytes: 100 })) as { failure?: { code: string } };
    expect((await said("long")).failure?.code).toBe("too-large");
    expect((await said("none")).failure?.code).toBe("not-found");
    expect((await said("folder")).failure?.code).toBe("path");
    expect((await said("pipe")).failure?.code).toBe("path");
    expect((await said("long/under")).failure?.code).toBe("path");
    expect(await write("folder", "x")).toMatchObject({ failure: { code: "path" } });
    expect(await list("long")).toMatchObject({ failure: { code: "path" } });
  });
});

describe("no path leads out of its workspace", () => {
  beforeEach(() => {
    symlinkSync(join(folders.root, "outside.txt"), inWorkspace("link.txt"));
    symlinkSync(folders.root, inWorkspace("up"));
    symlinkSync(join(folders.root, "new.txt"), inWorkspace("dangling.txt"));
    symlinkSync("loop", inWorkspace("loop"));
  });

  test.each([
    "../outside.txt",
    "a/../../outside.txt",
    "..\\outside.txt",
    "/etc/passwd",
    "C:\\windows\\win.ini",
    "\\\\server\\share",
    "link.txt",
    "up/outside.txt",
    "up/work2/near.txt",
    "../work2/near.txt",
    "../Work/case.txt",
    "up/Work/case.txt",
    "loop",
    "a\0b",
    "",
  ])("%j is not read", async (path) => {
    expect(await read(path)).toMatchObject({ kind: "failed", failure: { code: "path" } });
  });

  test.each([
    "../new.txt",
    "up/new.txt",
    "up/made/new.txt",
    "link.txt",
    "dangling.txt",
    "dangling.txt/new.txt",
    "/tmp/tickwork-new.txt",
    "",
    ".",
  ])("%j is not written", async (path) => {
    expect(await write(path, "x")).toMatchObject({ kind: "failed" });
    expect(existsSync(join(folders.root, "new.txt"))).toBe(false);
    expect(existsSync(join(folders.root, "made"))).toBe(false);
    expect(readFileSync(join(folders.root, "outside.txt"), "utf8")).toBe("outside");
  });

  test("a list does not follow a link out", async () => {
    expect(await list("up")).toMatchObject({ kind: "failed", failure: { code: "path" } });
  });

  test("a link that stays inside is followed", async () => {
    writeFileSync(inWorkspace("real.txt"), "real");
    symlinkSync("real.txt", inWorkspace("alias.txt"));
    expect(await read("alias.txt")).toMatchObject({ content: "real" });
    await write("alias.txt", "new");
    expect(readFileSync(inWorkspace("real.txt"), "utf8")).toBe("new");
  });

  test("the runner's own files are out of reach, also in a workspace around them", async () => {
    const config = { operation: "read", path: "{{ data }}", workspace: "all" } as const;
    expect(await done(config, { path: "data/tokens.json" })).toMatchObject({
      failure: { code: "path", message: expect.stringContaining("belongs to the runner") },
    });
    expect(await done(config, { path: "outside.txt" })).toMatchObject({ content: "outside" });
  });
});

describe("[T16] only what was approved is done", () => {
  test.each<[string, StepConfigs["file"], Partial<FileCall>, Partial<StepFields>]>([
    ["operation", { operation: "read", path: "a" }, { operation: "write", content: "x" }, {}],
    ["path", { operation: "read", path: "a" }, { path: "b" }, {}],
    ["content", { operation: "write", path: "a", content: "x" }, { content: "y" }, {}],
    ["workspace", { operation: "read", path: "a", workspace: "work" }, { workspace: "all" }, {}],
    ["access", { operation: "write", path: "a", content: "x" }, {}, { access: "read" }],
    ["access", { operation: "read", path: "a" }, {}, { access: "none" }],
  ])("another %s is denied", async (what, config, over, fields) => {
    const workflow = fileWorkflow(config, fields);
    await approve(runner, workflow);
    const { as, ...rest } = config;
    const answer = await postFile(runner, { ...frameOf(workflow), ...rest, ...over });
    expect(answer.json).toMatchObject({ error: { code: "denied", message: expect.stringContaining(what) } });
    expect(readdirSync(folders.workspace)).toEqual([]);
  });
});

describe("[T12] the gate", () => {
  test("a write waits for a command that reads, shows it, can be cancelled, and the next one goes through", async () => {
    const holder = await start(runner, commandWorkflow({ argv: ["sleep", "600"] }, { access: "read" }));
    await stateWhen(runner, holder, "running");
    const workflow = fileWorkflow({ operation: "write", path: "a", content: "x" });
    await approve(runner, workflow);
    const call = (): FileCall => ({ ...frameOf(workflow), operation: "write", path: "a", content: "x" });
    const [first, second] = [call(), call()];
    await postFile(runner, first);
    await postFile(runner, second);
    expect(await attemptState(runner, first.key)).toEqual({ state: "waiting-for-workspace", heldBy: holder });
    await cancelAttempt(runner, first.key);
    expect((await answered(runner, first.key)).result).toEqual({ kind: "cancelled" });
    expect(existsSync(inWorkspace("a"))).toBe(false);
    await cancelAttempt(runner, holder);
    const end = await answered(runner, second.key);
    expect(end).toMatchObject({ result: { kind: "written" } });
    expect(end.waited).toBeGreaterThan(0);
    expect(readFileSync(inWorkspace("a"), "utf8")).toBe("x");
    await stateWhen(runner, holder, "exited");
  });

  test("a wait that is too long is a timeout", async () => {
    const holder = await start(runner, commandWorkflow({ argv: ["sleep", "600"] }, { access: "write" }));
    await stateWhen(runner, holder, "running");
    expect(await read("a", { timeoutMs: 200 })).toMatchObject({
      failure: { code: "timeout", message: expect.stringContaining("workspace") },
    });
    await cancelAttempt(runner, holder);
    await stateWhen(runner, holder, "exited");
  });
});
