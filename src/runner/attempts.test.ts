import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { attemptPath } from "../protocol/runnerApi.ts";
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
  upload,
} from "./fixtures/commands.ts";
import { buildPrograms, type Programs } from "./fixtures/programs.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "./fixtures/testRunner.ts";

let programs: Programs;
let folders: TestFolders;
let runner: TestRunner;

// Real processes on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

beforeAll(async () => {
  programs = await buildPrograms();
  folders = makeTestFolders();
  runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
});

beforeEach(() => folders.clear());

afterAll(async () => {
  await runner.close();
  folders.remove();
});

const inWorkspace = (name: string) => join(folders.workspace, name);

describe("a command", () => {
  test("runs without a shell in its workspace, and its end is recorded whole", async () => {
    mkdirSync(inWorkspace("sub"));
    const workflow = commandWorkflow({ argv: ["printf", "%s|", "$HOME", "a b", "*"], cwd: "sub" });
    const key = await start(runner, workflow);
    const done = await completion(runner, key);
    expect(done).toMatchObject({
      exit: { code: 0 },
      stdout: { text: "$HOME|a b|*|", observedBytes: 12, keptBytes: 12 },
      stderr: { text: "", observedBytes: 0 },
      waited: 0,
      program: { path: expect.stringMatching(/\/printf$/), digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    });
    expect(done.ended).toBeGreaterThanOrEqual(done.started);
  });

  test("gets its text on stdin, its environment and nothing of the runner's own", async () => {
    process.env.RUNNER_PRIVATE = "must stay here";
    const line = 'cat; echo "$GREETING|$RUNNER_PRIVATE|$(pwd)"';
    const workflow = commandWorkflow({
      shell: { program: "sh", line },
      stdin: "from stdin\n",
      env: { GREETING: "hi" },
    });
    const done = await completion(runner, await start(runner, workflow));
    expect(done.stdout.text).toBe(`from stdin\nhi||${folders.workspace}\n`);
  });

  test("[T14] a code, a signal and a failed spawn are told apart", async () => {
    const shell = (line: string) => commandWorkflow({ shell: { program: "sh", line } });
    expect((await completion(runner, await start(runner, shell("exit 3")))).exit).toEqual({ code: 3 });
    expect((await completion(runner, await start(runner, shell("kill -9 $$")))).exit).toEqual({ signal: "SIGKILL" });
    const missing = await completion(runner, await start(runner, commandWorkflow({ argv: ["no-such-program", "x"] })));
    expect(missing).toMatchObject({
      exit: "abnormal",
      message: expect.stringContaining('"no-such-program" was not found'),
    });
    writeFileSync(inWorkspace("broken.sh"), "#!/no/such/interpreter\n", { mode: 0o755 });
    const broken = await completion(runner, await start(runner, commandWorkflow({ argv: ["./broken.sh"] })));
    expect(broken).toMatchObject({ exit: "abnormal", message: expect.stringContaining("interpreter") });
  });

  test("a stdin that nobody reads, and closed outputs, are no error", async () => {
    const workflow = commandWorkflow({
      shell: { program: "sh", line: "exec 0<&- 1>&- 2>&-; exit 0" },
      stdin: "x".repeat(500_000),
    });
    expect((await completion(runner, await start(runner, workflow))).exit).toEqual({ code: 0 });
  });
});

describe("one key, one start", () => {
  test("the same request many times at once starts it once", async () => {
    const workflow = commandWorkflow({ shell: { program: "sh", line: "echo started >> starts; sleep 0.2" } });
    await approve(runner, workflow);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => putAttempt(runner, key, requestOf(workflow))));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await completion(runner, key);
    const again = await putAttempt(runner, key, requestOf(workflow));
    expect(again.json).toMatchObject({ state: "exited" });
    expect(readFileSync(inWorkspace("starts"), "utf8")).toBe("started\n");
  });

  test("another body under the key is a conflict, the next owner's epoch is not, a lower one is refused", async () => {
    const workflow = commandWorkflow({ argv: ["echo", "{{ input }}"] });
    await approve(runner, workflow);
    const key = newKey("fenced");
    const put = (argv: string[], epoch: number) => putAttempt(runner, key, requestOf(workflow, { argv, epoch }));
    expect((await put(["echo", "a"], 4)).status).toBe(200);
    expect((await put(["echo", "b"], 4)).json).toMatchObject({ error: { code: "conflict" } });
    expect((await put(["echo", "a"], 5)).status).toBe(200);
    expect((await put(["echo", "a"], 3)).json).toMatchObject({ error: { code: "stale-epoch" } });
    const other = await putAttempt(runner, newKey("fenced"), requestOf(workflow, { argv: ["echo", "a"], epoch: 3 }));
    expect(other.status).toBe(409);
  });

  test("a sealed key never starts, also after a restart", async () => {
    const workflow = commandWorkflow({ argv: ["touch", "ran"] });
    await approve(runner, workflow);
    const key = newKey();
    const sealed = await ask(runner.port, "POST", `${attemptPath(key)}/seal`, { token: runner.token });
    expect(sealed.json).toEqual({ state: "sealed" });
    expect((await putAttempt(runner, key, requestOf(workflow))).json).toEqual({ state: "sealed" });
    await runner.close();
    runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
    expect((await putAttempt(runner, key, requestOf(workflow))).json).toEqual({ state: "sealed" });
    expect(() => readFileSync(inWorkspace("ran"))).toThrow("ENOENT");
  });

  test("an unknown attempt is unknown, and what runs cannot be sealed", async () => {
    expect(await attemptState(runner, newKey())).toEqual({ state: "unknown" });
    const key = await start(runner, commandWorkflow({ argv: ["sleep", "60"] }));
    await stateWhen(runner, key, "running");
    const seal = await ask(runner.port, "POST", `${attemptPath(key)}/seal`, { token: runner.token });
    expect(seal.json).toMatchObject({ state: "running" });
    await ask(runner.port, "POST", `${attemptPath(key)}/cancel`, { token: runner.token });
    expect((await completion(runner, key)).exit).toBe("cancellation");
  });
});

describe("bodies", () => {
  test.each([
    ["not JSON", "{", {}, 400],
    ["another type", "{}", { "content-type": "text/plain" }, 400],
    ["no object", "null", {}, 400],
  ])("%s is refused", async (_name, body, headers, status) => {
    const answer = await ask(runner.port, "POST", "/v1/approvals", { token: runner.token, headers, body });
    expect(answer.status).toBe(status);
  });

  test("a body that is too long is cut off, and the runner goes on", async () => {
    const body = JSON.stringify("x".repeat(200_000));
    const chunked = { "transfer-encoding": "chunked" };
    const answer = await ask(runner.port, "POST", "/v1/approvals", { token: runner.token, headers: chunked, body });
    expect(answer.status).toBe(413);
    expect((await ask(runner.port, "GET", "/v1/health", { token: runner.token })).status).toBe(200);
  });

  test("all that is wrong with an attempt is said at once, and nothing is recorded", async () => {
    const key = newKey();
    const answer = await ask(runner.port, "PUT", attemptPath(key), {
      token: runner.token,
      body: { digest: 1, argv: [], env: { A: 1 }, timeoutMs: -1, extra: true },
    });
    expect(answer.status).toBe(400);
    for (const field of ["digest", "epoch", "argv", "env", "access", "timeoutMs", "maxOutputBytes", "extra"]) {
      expect(answer.text).toContain(field);
    }
    expect(await attemptState(runner, key)).toEqual({ state: "unknown" });
  });

  test.each(["a~b", "a~b~c~d", "~b~c", "a~b~%", "a~b~%2d"])("%s is no key", async (key) => {
    const workflow = commandWorkflow({ argv: ["true"] });
    expect((await putAttempt(runner, key, requestOf(workflow))).status).toBe(400);
  });

  test("a workflow under a foreign digest is refused", async () => {
    const digest = (await upload(runner, commandWorkflow({ argv: ["true"] }))).digest;
    const put = (body: unknown) => ask(runner.port, "PUT", `/v1/workflows/${digest}`, { token: runner.token, body });
    expect((await put(commandWorkflow({ argv: ["rm", "x"] }))).text).toContain("has the digest");
    expect((await put({ steps: 1 })).text).toContain("This is no workflow");
  });
});

describe("the workspace gate [T12]", () => {
  test("one writer at a time, in order, and waiting time is told apart", async () => {
    const line =
      'test ! -e lock || echo overlap >> log; touch lock; while [ ! -e go ]; do sleep 0.02; done; rm lock; echo "$N" >> log';
    const workflow = commandWorkflow(
      { shell: { program: "sh", line }, env: { N: "{{ input }}" } },
      { access: "write" },
    );
    await approve(runner, workflow);
    const keys: string[] = [];
    const askedAt: number[] = [];
    for (const n of ["1", "2", "3"]) {
      const key = newKey();
      await putAttempt(runner, key, requestOf(workflow, { env: { N: n } }));
      askedAt.push(Date.now());
      keys.push(key);
    }
    expect(await attemptState(runner, keys[2] as string)).toMatchObject({
      state: "waiting-for-workspace",
      heldBy: keys[0],
    });
    writeFileSync(inWorkspace("go"), "");
    const done = await Promise.all(keys.map((key) => completion(runner, key)));
    expect(readFileSync(inWorkspace("log"), "utf8")).toBe("1\n2\n3\n");
    const [first, second, third] = done;
    expect(second?.started).toBeGreaterThanOrEqual(first?.ended ?? Number.POSITIVE_INFINITY);
    expect(third?.started).toBeGreaterThanOrEqual(second?.ended ?? Number.POSITIVE_INFINITY);
    // It was at the gate when its request was answered, and until the one before had ended.
    const atLeast = (before: typeof first, at: number) =>
      (before?.ended ?? Number.POSITIVE_INFINITY) - (askedAt[at] ?? 0);
    expect(second?.waited).toBeGreaterThanOrEqual(atLeast(first, 1));
    expect(third?.waited).toBeGreaterThanOrEqual(atLeast(second, 2));
  });

  test("[T13] time at the gate is bounded by itself, and a waiting attempt can be cancelled or sealed", async () => {
    const workflow = commandWorkflow({ argv: ["sleep", "30"] }, { access: "write" });
    await approve(runner, workflow);
    const [holder, late, cancelled, sealed] = [newKey(), newKey(), newKey(), newKey()];
    await putAttempt(runner, holder, requestOf(workflow));
    await putAttempt(runner, late, requestOf(workflow, { timeoutMs: 100 }));
    await putAttempt(runner, cancelled, requestOf(workflow));
    await putAttempt(runner, sealed, requestOf(workflow));
    const post = (key: string, what: string) =>
      ask(runner.port, "POST", `${attemptPath(key)}/${what}`, { token: runner.token });
    expect((await post(cancelled, "cancel")).json).toMatchObject({
      state: "exited",
      completion: { exit: "cancellation" },
    });
    expect((await post(sealed, "seal")).json).toEqual({ state: "sealed" });
    expect(await completion(runner, late)).toMatchObject({
      exit: "timeout",
      message: expect.stringContaining("workspace"),
    });
    await stateWhen(runner, holder, "running");
    await post(holder, "cancel");
    await completion(runner, holder);
  });
});

test("200 commands at once all end, each once", async () => {
  const workflow = commandWorkflow({
    shell: { program: "sh", line: 'echo "$N" >> starts' },
    env: { N: "{{ input }}" },
  });
  await approve(runner, workflow);
  const keys = Array.from({ length: 200 }, () => newKey());
  await Promise.all(keys.map((key) => putAttempt(runner, key, requestOf(workflow, { env: { N: key } }))));
  for (const key of keys) await completion(runner, key);
  const starts = readFileSync(inWorkspace("starts"), "utf8").trim().split("\n");
  expect(starts.toSorted()).toEqual(keys.toSorted());
});

test("what was acknowledged may be forgotten, but its key stays refused", async () => {
  const key = await start(runner, commandWorkflow({ argv: ["true"] }));
  await completion(runner, key);
  const ack = await ask(runner.port, "POST", `${attemptPath(key)}/ack`, { token: runner.token });
  expect(ack.json).toMatchObject({ state: "exited" });
  await until("still known", async () => ((await attemptState(runner, key)).state === "exited" ? true : undefined));
});
