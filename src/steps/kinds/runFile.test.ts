import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Dispatch } from "../../engine/effect.ts";
import type { Result } from "../../engine/result.ts";
import {
  makeTestFolders,
  startTestRunner,
  type TestFolders,
  type TestRunner,
} from "../../runner/fixtures/testRunner.ts";
import { digestOf } from "../../workflow/digest.ts";
import type { Json } from "../../workflow/json.ts";
import type { StepConfigs, StepFields } from "../../workflow/workflow.ts";
import { createExecutors } from "../executors.ts";
import { quickJsModule } from "../fixtures/quickJsModule.ts";
import { dispatchOf, type Ended, recordExecution, workflowOf } from "../fixtures/recordedExecution.ts";
import type { Runner } from "../runner/runner.ts";
import { createRunner } from "../runner/runnerClient.ts";
import { createSandbox } from "../sandbox/sandboxClient.ts";
import { spawnInProcess } from "../sandbox/spawnInProcess.ts";

// A real runner on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sandbox = createSandbox(spawnInProcess(quickJsModule()));
let folders: TestFolders;
let runner: TestRunner;
let client: Runner;

beforeAll(async () => {
  folders = makeTestFolders();
  runner = await startTestRunner(folders, { approveAll: true });
  client = createRunner({
    base: `http://127.0.0.1:${runner.port}`,
    fetch,
    connect: (address, protocols) => new WebSocket(address, [...protocols]),
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

let runs = 0;

async function carryOut(config: StepConfigs["file"], fields: Partial<StepFields> = {}, data: unknown = { n: 1 }) {
  const workflow = workflowOf({
    s: { kind: "file", accepts: ["Start"], emits: { done: "Done" }, config, ...fields },
  });
  const runId = `run${++runs}`;
  const executors = createExecutors(
    { runId, workflow, digest: digestOf(workflow), epoch: 1, onHolds: () => {} },
    { sandbox, runner: client, now: Date.now },
  );
  const record = recordExecution(workflow, { runId });
  executors.start(dispatchOf("s", { event: { type: "Start", data: data as never } }), record.execution);
  const ended = await record.ended;
  if (ended.kind === "lost") throw new Error(`lost: ${JSON.stringify(ended.loss)}`);
  return { results: ended.finish.results, intents: record.intents };
}

const inWorkspace = (name: string) => join(folders.workspace, name);
const dataOf = (results: readonly Result[]) =>
  results.flatMap((result) => (result.kind === "return" ? [(result.value as { readonly data: unknown }).data] : []))[0];

test("[T17] a file is written behind its intent, at a path and with content that templates make", async () => {
  const config = { operation: "write", path: "out/{{ data.n }}.txt", content: "n is {{ data.n }}\n" } as const;
  const { results, intents } = await carryOut({ ...config, path: "{{ data.n }}.txt" });
  expect(dataOf(results)).toMatchObject({ path: "1.txt", bytes: 7 });
  expect(readFileSync(inWorkspace("1.txt"), "utf8")).toBe("n is 1\n");
  expect(intents).toHaveLength(1);
});

test("a text is read as it is, JSON exactly, CSV as rows, bytes as base64", async () => {
  writeFileSync(inWorkspace("a.json"), '{"n": 1.50, "list": [1]}');
  writeFileSync(inWorkspace("a.csv"), "id,name\r\n007,Ann\r\n");
  const read = async (path: string, as: "text" | "json" | "csv" | "bytes") => {
    const { results } = await carryOut({ operation: "read", path, as });
    return (dataOf(results) as { readonly content: unknown }).content;
  };
  expect(await read("a.json", "text")).toBe('{"n": 1.50, "list": [1]}');
  expect(await read("a.json", "json")).toEqual({ n: 1.5, list: [1] });
  expect(await read("a.csv", "csv")).toEqual([{ id: "007", name: "Ann" }]);
  expect(await read("a.csv", "bytes")).toBe(Buffer.from("id,name\r\n007,Ann\r\n").toString("base64"));
});

test("what is no JSON or no table fails with the file and the place; a number that would be rounded is refused", async () => {
  writeFileSync(inWorkspace("bad.json"), '{\n "a": }');
  writeFileSync(inWorkspace("big.json"), '{"id": 12345678901234567890}');
  writeFileSync(inWorkspace("bad.csv"), "a\n1,2");
  const message = async (path: string, as: "json" | "csv") => {
    const { results } = await carryOut({ operation: "read", path, as });
    const [failed] = results;
    return failed?.kind === "fail" ? failed.failure.message : "";
  };
  expect(await message("bad.json", "json")).toMatch(/^bad\.json is not JSON\..*line 2/);
  expect(await message("big.json", "json")).toContain("big.json");
  expect(await message("bad.csv", "csv")).toBe("bad.csv: Line 2 has 2 cells, but the header names 1 columns.");
});

test("the content of a JSON file is laid out, a table is written as CSV, bytes are decoded", async () => {
  const content = "{{ data.rows }}";
  const rows = [{ a: 1, b: "x,y" }];
  await carryOut({ operation: "write", path: "a.json", as: "json", content }, {}, { rows });
  await carryOut({ operation: "write", path: "a.csv", as: "csv", content }, {}, { rows });
  await carryOut({ operation: "write", path: "a.bin", as: "bytes", content: "AAEC" });
  expect(readFileSync(inWorkspace("a.json"), "utf8")).toBe(`${JSON.stringify(rows, null, 2)}\n`);
  expect(readFileSync(inWorkspace("a.csv"), "utf8")).toBe('a,b\r\n1,"x,y"\r\n');
  expect([...readFileSync(inWorkspace("a.bin"))]).toEqual([0, 1, 2]);
  const { results, intents } = await carryOut({
    operation: "write",
    path: "b.csv",
    as: "csv",
    content: "{{ data.n }}",
  });
  expect(results).toMatchObject([{ kind: "fail", failure: { message: expect.stringContaining("list of rows") } }]);
  expect(intents).toEqual([]);
});

test("a folder is listed, and an output schema binds what stands in the file", async () => {
  writeFileSync(inWorkspace("b.txt"), "12");
  const { results } = await carryOut({ operation: "list", path: "" });
  expect(dataOf(results)).toMatchObject({ bytes: 2, content: [{ name: "b.txt", type: "file", bytes: 2 }] });
  const { results: bound } = await carryOut(
    { operation: "read", path: "b.txt", as: "json" },
    { output: { type: "string" } },
  );
  expect(bound).toMatchObject([{ kind: "fail", failure: { name: "OutputError" } }]);
});

test("a file that is not there, or lies outside of the workspace, fails with its path", async () => {
  for (const path of ["none.txt", "../outside.txt"]) {
    const { results } = await carryOut({ operation: "read", path });
    expect(results).toMatchObject([{ kind: "fail", failure: { message: expect.stringContaining(path) } }]);
  }
});

/** An execution in a tab that is paired with no runner; `answer`: what the person said, when it goes on. */
async function byPerson(config: StepConfigs["file"], answer?: Json) {
  const workflow = workflowOf({ s: { kind: "file", accepts: ["Start"], emits: { done: "Done" }, config } });
  const alone = createRunner({
    base: "http://127.0.0.1:1",
    fetch,
    connect: () => {
      throw new Error("Nobody is asked.");
    },
    now: Date.now,
  });
  const holds: unknown[] = [];
  const executors = createExecutors(
    { runId: "r", workflow, digest: digestOf(workflow), epoch: 1, onHolds: (now) => holds.push(...now) },
    { sandbox, runner: alone, now: Date.now },
  );
  const record = recordExecution(workflow, { runId: "r" });
  const waits: Dispatch["waits"] =
    answer === undefined
      ? []
      : [
          {
            waiter: "i1.0",
            ordinal: 0,
            type: "Answer",
            since: 1_000,
            event: { type: "Answer", data: { ask: "i1.0", value: answer } },
          },
        ];
  executors.start(dispatchOf("s", { waits }), record.execution);
  return { ...record, holds };
}

async function resultsOf({ ended }: { readonly ended: Promise<Ended> }): Promise<readonly Result[]> {
  const end = await ended;
  if (end.kind === "lost") throw new Error("lost");
  return end.finish.results;
}

test("[R36] without a runner a file to read is a question with a field for it, and the log says why", async () => {
  const record = await byPerson({ operation: "read", path: "in/{{ data.n }}.csv", as: "csv" });
  expect(await resultsOf(record)).toMatchObject([
    {
      kind: "wait",
      type: "Answer",
      where: { ask: "i1.0" },
      ask: { type: "Ask", data: { step: "s", form: { title: "1.csv", contentEncoding: "base64" } } },
    },
  ]);
  expect(record.logged).toEqual(["No runner is paired with this tab, so a person is asked for in/1.csv."]);
  expect(record.intents).toEqual([]);
});

test("without a runner the chosen file counts as the one that was read", async () => {
  const bytes = Buffer.from("id,name\r\n007,Ann\r\n");
  const read = await byPerson({ operation: "read", path: "a.csv", as: "csv" }, bytes.toString("base64"));
  expect(dataOf(await resultsOf(read))).toMatchObject({
    path: "a.csv",
    bytes: bytes.length,
    digest: expect.stringMatching(/^sha256:/),
    content: [{ id: "007", name: "Ann" }],
  });
  const raw = await byPerson({ operation: "read", path: "a.bin", as: "bytes" }, "gIGC");
  expect(dataOf(await resultsOf(raw))).toMatchObject({ bytes: 3, content: "gIGC" });
  const notText = await byPerson({ operation: "read", path: "a.txt" }, "gIGC");
  expect(await resultsOf(notText)).toMatchObject([
    { kind: "fail", failure: { name: "FileError", message: expect.stringContaining("a.txt is not text") } },
  ]);
});

test("without a runner a written file is offered as a download, and taking it ends the step", async () => {
  const config = { operation: "write", path: "out/a.json", as: "json", content: "{{ data }}" } as const;
  const content = '{\n  "n": 1\n}\n';
  expect(await resultsOf(await byPerson(config))).toMatchObject([
    { kind: "wait", ask: { data: { download: { name: "a.json", encoding: "utf8", content } } } },
  ]);
  expect(dataOf(await resultsOf(await byPerson(config, null)))).toMatchObject({
    path: "out/a.json",
    bytes: content.length,
  });
});

test("a folder cannot be listed by a person, and secrets are not theirs to fill in: both wait for a runner", async () => {
  for (const config of [
    { operation: "list", path: "" },
    { operation: "write", path: "a", content: "{{ secret.KEY }}" },
  ] as const) {
    const record = await byPerson(config);
    await expect.poll(() => record.holds).toMatchObject([{ kind: "runner-unreachable" }]);
    expect(record.logged).toEqual([]);
  }
});
