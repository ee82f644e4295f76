import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Result } from "../../engine/result.ts";
import {
  makeTestFolders,
  startTestRunner,
  type TestFolders,
  type TestRunner,
} from "../../runner/fixtures/testRunner.ts";
import { digestOf } from "../../workflow/digest.ts";
import type { StepConfigs, StepFields } from "../../workflow/workflow.ts";
import { createExecutors } from "../executors.ts";
import { quickJsModule } from "../fixtures/quickJsModule.ts";
import { dispatchOf, recordExecution, workflowOf } from "../fixtures/recordedExecution.ts";
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
