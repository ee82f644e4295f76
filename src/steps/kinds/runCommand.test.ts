import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { attemptKey } from "../../protocol/runnerApi.ts";
import type { Hold } from "../../protocol/runUpdate.ts";
import { secretMark } from "../../protocol/secretMarks.ts";
import { commandWorkflow, until } from "../../runner/fixtures/commands.ts";
import { buildPrograms, type Programs } from "../../runner/fixtures/programs.ts";
import {
  ask,
  makeTestFolders,
  startTestRunner,
  type TestFolders,
  type TestRunner,
} from "../../runner/fixtures/testRunner.ts";
import type { Executors, HandedOn } from "../../runtime/world.ts";
import { digestOf } from "../../workflow/digest.ts";
import type { StepFields, StepOf, Workflow } from "../../workflow/workflow.ts";
import { createExecutors } from "../executors.ts";
import { quickJsModule } from "../fixtures/quickJsModule.ts";
import { dispatchOf, type RecordedExecution, recordExecution } from "../fixtures/recordedExecution.ts";
import type { Runner } from "../runner/runner.ts";
import { createRunner } from "../runner/runnerClient.ts";
import { createSandbox } from "../sandbox/sandboxClient.ts";
import { spawnInProcess } from "../sandbox/spawnInProcess.ts";

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sandbox = createSandbox(spawnInProcess(quickJsModule()));
let programs: Programs;
let folders: TestFolders;
let server: TestRunner;
let client: Runner;

beforeAll(async () => {
  programs = await buildPrograms();
});
beforeEach(async () => {
  folders = makeTestFolders();
  server = await startTestRunner(folders, { hostScript: programs.attemptHost, approveAll: true });
  client = clientOf(server);
});
afterEach(async () => {
  client.setToken(null);
  await server.close();
  folders.remove();
});

function clientOf({ port, token }: { readonly port: number; readonly token: string }): Runner {
  const made = createRunner({
    base: `http://127.0.0.1:${port}`,
    fetch,
    connect: (address, protocols) => new WebSocket(address, [...protocols]),
    now: Date.now,
  });
  made.setToken(token);
  return made;
}

let runs = 0;

interface Job {
  readonly record: RecordedExecution;
  readonly executors: Executors;
  readonly key: string;
  readonly holds: Hold[][];
  readonly workflow: Workflow;
  again(): Job;
}

function jobOf(workflow: Workflow, back: Readonly<Record<string, HandedOn>> = {}, runId = `run${++runs}`): Job {
  const holds: Hold[][] = [];
  const record = recordExecution(workflow, { runId, back });
  const executors = createExecutors(
    { runId, workflow, digest: digestOf(workflow), epoch: 1, onHolds: (now) => void holds.push([...now]) },
    { sandbox, runner: client, now: Date.now },
  );
  return {
    record,
    executors,
    key: attemptKey(runId, "job", "x1"),
    holds,
    workflow,
    again: () => jobOf(workflow, back, runId),
  };
}

function begin(config: StepOf<"command">["config"], fields: Partial<StepFields> = {}): Job {
  const job = jobOf(commandWorkflow(config, { emits: { done: "Done" }, ...fields }));
  job.executors.start(dispatchOf("job"), job.record.execution);
  return job;
}

async function resultsOf({ record }: Job) {
  const ended = await record.ended;
  if (ended.kind === "lost") throw new Error(`lost: ${JSON.stringify(ended.loss)}`);
  return ended.finish.results;
}

const shell = (line: string) => ({ shell: { program: "sh", line } });
const inWorkspace = (name: string) => join(folders.workspace, name);

test("[T14] [T17] a command is started behind its intent and ends with exit, streams and evidence", async () => {
  const job = begin({ argv: ["sh", "-c", "echo out; echo err >&2"] });
  const ended = await job.record.ended;
  expect(ended).toMatchObject({
    kind: "finished",
    finish: {
      results: [
        { kind: "exit", exit: { code: 0 } },
        { kind: "return", value: { type: "Done", data: { exit: 0, stdout: "out\n", stderr: "err\n" } } },
      ],
      evidence: { stdout: { observedBytes: 4 }, program: { path: expect.stringMatching(/sh$/) } },
    },
  });
  const health = await client.health();
  expect(job.record.intents).toEqual([
    { owner: health.ok && `${health.value.runner}/${health.value.boot}`, key: job.key },
  ]);
});
test("[T10] templates become one argument, one value, one text each", async () => {
  const job = begin({
    argv: ["sh", "-c", 'printf "%s|" "$1" "$V"; cat', "sh", "{{ data.n }} and; $(x)"],
    env: { V: "{{ $string(data) }}" },
    stdin: "in {{ type }}",
  });
  expect(await resultsOf(job)).toMatchObject([{}, { value: { data: { stdout: '1 and; $(x)|{"n":1}|in Start' } } }]);
});
test("[T10] [T40] a missing value fails before anybody was asked", async () => {
  const job = begin({ argv: ["echo", "{{ data.none }}"] });
  expect(await resultsOf(job)).toMatchObject([
    { kind: "fail", failure: { name: "MissingValueError", data: { field: "argv[1]" } } },
  ]);
  expect(job.record.intents).toEqual([]);
});
test("{{ secret.NAME }} reaches arguments, environment and stdin on the runner only, and no output", async () => {
  const value = "s3cret/value with spaces";
  await ask(server.port, "PUT", "/v1/secrets/KEY", { token: server.token, body: { value } });
  const line = `[ "$1" = "Bearer ${value}" ] && [ "$V" = "${value}" ] && [ "$(cat)" = "x${value}" ]; echo "$? $1 $V"`;
  const job = begin({
    argv: ["sh", "-c", line, "sh", "Bearer {{ secret.KEY }}"],
    env: { V: "{{ secret.KEY }}" },
    stdin: "x{{ secret.KEY }}",
  });
  const stars = "*".repeat(value.length);
  expect(await resultsOf(job)).toMatchObject([{}, { value: { data: { stdout: `0 Bearer ${stars} ${stars}\n` } } }]);
  expect(JSON.stringify(await job.record.ended)).not.toContain("s3cret");
});
test("a secret that an expression encodes as base64 is filled in too", async () => {
  await ask(server.port, "PUT", "/v1/secrets/KEY", { token: server.token, body: { value: "s3cret-value" } });
  const job = begin({
    argv: ["sh", "-c", 'printf "%s" "$1" | base64 -d | wc -c', "sh", '{{ $base64encode("user:" & secret.KEY) }}'],
  });
  expect(await resultsOf(job)).toMatchObject([{}, { value: { data: { stdout: expect.stringMatching(/^\s*17\n$/) } } }]);
});
test("text of a stranger that looks like a mark is filled with nothing", async () => {
  await ask(server.port, "PUT", "/v1/secrets/KEY", { token: server.token, body: { value: "s3cret-value" } });
  const forged = secretMark("0".repeat(32), "KEY");
  const job = begin({ argv: ["sh", "-c", 'echo "$1" $' + "{#2}", "sh", `${forged}{{ data.n }}`, "{{ secret.KEY }}"] });
  expect(await resultsOf(job)).toMatchObject([{}, { value: { data: { stdout: `${forged}1 12\n` } } }]);
});
test("[T14] another exit is a failure that says the last line; an exit in okExits is none", async () => {
  expect(await resultsOf(begin(shell("echo no such thing >&2; exit 3")))).toMatchObject([
    { kind: "exit", exit: { code: 3 } },
    { kind: "fail", failure: { name: "ExitError", message: "sh ended with exit 3: no such thing", data: { exit: 3 } } },
  ]);
  expect(await resultsOf(begin({ ...shell("exit 3"), okExits: [0, 3] }))).toMatchObject([
    {},
    { value: { data: { exit: 3 } } },
  ]);
});
test("[T14] output is one JSON value that the schema accepts, exact and whole", async () => {
  const output = { type: "object", required: ["n"] };
  expect(await resultsOf(begin(shell(`echo '{"n":1}'`), { output }))).toMatchObject([
    { kind: "exit" },
    { kind: "output", value: { n: 1 } },
    { value: { data: { output: { n: 1 } } } },
  ]);
  for (const [said, message] of [
    ["{}", "schema"],
    ["none", "one JSON value"],
    ['{"n":9007199254740993}', "JSON value"],
  ] as const) {
    expect(await resultsOf(begin(shell(`echo '${said}'`), { output }))).toMatchObject([
      { kind: "exit", exit: { code: 0 } },
      { kind: "fail", failure: { name: "OutputError", message: expect.stringContaining(message) } },
    ]);
  }
  const cut = begin(shell(`printf '{"n":"%01000d"}' 1`), { output, maxOutputBytes: 100 });
  expect(await resultsOf(cut)).toMatchObject([{}, { failure: { message: expect.stringContaining("maxOutputBytes") } }]);
});
test("a program that does not exist is a failure of its own name", async () => {
  expect(await resultsOf(begin({ argv: ["no-such-program-here"] }))).toMatchObject([
    { kind: "exit", exit: "abnormal" },
    { kind: "fail", failure: { name: "SpawnError" } },
  ]);
});
test("[T16] what is not approved is a denial", async () => {
  await server.close();
  server = await startTestRunner(folders, { hostScript: programs.attemptHost });
  client.setToken(null);
  client = clientOf(server);
  expect(await resultsOf(begin({ argv: ["true"] }))).toMatchObject([
    { kind: "fail", denied: true, failure: { name: "DeniedError" } },
  ]);
});
test("[T24] told to stop, it ends as what really happened", async () => {
  const job = begin(shell("echo > begun; sleep 60"));
  await until("begun", () => existsSync(inWorkspace("begun")) || undefined);
  job.executors.stop("x1");
  expect(await resultsOf(job)).toEqual([{ kind: "exit", exit: "cancellation" }, { kind: "cancelled" }]);
});
test("[R53] an abort stops the command and says nothing", async () => {
  const job = begin(shell("echo > begun; sleep 60"));
  await until("begun", () => existsSync(inWorkspace("begun")) || undefined);
  job.executors.abort("x1", "ended");
  await until("stopped", async () => {
    const state = await client.read(job.key);
    return (state.ok && state.value.state === "exited") || undefined;
  });
});
test("[T18] a superseded owner leaves the command alone, and the next one attaches to it", async () => {
  const first = begin(shell("echo > begun; while [ ! -e go ]; do sleep 0.05; done; echo done"));
  await until("begun", () => existsSync(inWorkspace("begun")) || undefined);
  first.executors.abort("x1", "superseded");
  const second = first.again();
  second.executors.attach(dispatchOf("job"), first.key, second.record.execution, first.record.intents[0]?.owner);
  writeFileSync(inWorkspace("go"), "");
  expect(await resultsOf(second)).toMatchObject([{ exit: { code: 0 } }, { value: { data: { stdout: "done\n" } } }]);
});
test("[T18] what exited meanwhile is taken over, what was never seen is sealed, another runner means lost", async () => {
  const first = begin(shell("echo x >> times"));
  await first.record.ended;
  const exited = first.again();
  exited.executors.attach(dispatchOf("job"), first.key, exited.record.execution);
  expect(await resultsOf(exited)).toMatchObject([{ exit: { code: 0 } }, {}]);
  expect(readFileSync(inWorkspace("times"), "utf8")).toBe("x\n");

  const never = jobOf(first.workflow);
  never.executors.attach(dispatchOf("job"), never.key, never.record.execution);
  expect(await never.record.ended).toEqual({ kind: "lost", loss: { never: true } });
  expect(await client.read(never.key)).toMatchObject({ value: { state: "sealed" } });

  const other = jobOf(first.workflow);
  other.executors.attach(dispatchOf("job"), other.key, other.record.execution, "someone-else/boot");
  expect(await other.record.ended).toMatchObject({
    kind: "lost",
    loss: { cause: expect.stringContaining("another runner") },
  });

  const unasked = jobOf(first.workflow);
  unasked.executors.attach(dispatchOf("job"), undefined, unasked.record.execution);
  expect(await unasked.record.ended).toEqual({ kind: "lost", loss: { never: true } });
});
test("[T18] while the runner is away the execution is held, and goes on when it is back", async () => {
  const job = begin(shell("echo > begun; while [ ! -e go ]; do sleep 0.05; done; echo done"));
  await until("begun", () => existsSync(inWorkspace("begun")) || undefined);
  const { port } = server;
  await server.close();
  await until("held", () => job.holds.at(-1)?.some(({ kind }) => kind === "runner-unreachable") || undefined);
  writeFileSync(inWorkspace("go"), "");
  server = await startTestRunner(folders, { hostScript: programs.attemptHost, approveAll: true, port });
  client.setToken(server.token);
  expect(await resultsOf(job)).toMatchObject([{ exit: { code: 0 } }, { value: { data: { stdout: "done\n" } } }]);
  expect(job.holds.at(-1)).toEqual([]);
});
test("[T18] a person may give up on a runner that does not answer", async () => {
  const job = begin(shell("echo > begun; sleep 60"));
  await until("begun", () => existsSync(inWorkspace("begun")) || undefined);
  await server.close();
  await until("held", () => job.holds.at(-1)?.length || undefined);
  job.executors.treatAsLost("x1");
  expect(await job.record.ended).toMatchObject({ kind: "lost", loss: { cause: expect.stringContaining("gave up") } });
  server = await startTestRunner(folders, { hostScript: programs.attemptHost, approveAll: true });
});
test("output comes live from its first byte, in whole characters", async () => {
  const job = begin(
    shell("printf 'a\\303'; sleep 0.2; printf '\\244b'; echo e >&2; while [ ! -e go ]; do sleep 0.05; done"),
  );
  const heard: string[] = [];
  await until("known", async () => {
    const state = await client.read(job.key);
    return (state.ok && state.value.state === "running") || undefined;
  });
  client.watchOutput(job.key, (output) =>
    heard.push(output.kind === "bytes" ? `${output.stream} ${output.from} ${output.text}` : output.kind),
  );
  await until("output", () => heard.some((line) => line.includes("b")) || undefined);
  writeFileSync(inWorkspace("go"), "");
  await until("end", () => heard.includes("end") || undefined);
  expect(
    heard
      .filter((line) => line.startsWith("stdout"))
      .map((line) => line.slice(9))
      .join(""),
  ).toBe("aäb");
});
