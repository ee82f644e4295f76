import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Dispatch } from "../../engine/effect.ts";
import type { Result } from "../../engine/result.ts";
import { type HttpServer, startHttpServer } from "../../runner/fixtures/httpServer.ts";
import {
  ask,
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

// A real runner and a real model server on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sandbox = createSandbox(spawnInProcess(quickJsModule()));
let folders: TestFolders;
let runner: TestRunner;
let model: HttpServer;
let client: Runner;
/** What the model says next, or how it fails. */
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  folders = makeTestFolders();
  model = await startHttpServer((_heard, response) => answer(response));
  runner = await startTestRunner(folders, { approveAll: true, secrets: { WORD: "xyzzy" } });
  const body = { url: `http://${model.host}/v1`, model: "tiny" };
  await ask(runner.port, "PUT", "/v1/models/fast", { token: runner.token, body });
  client = createRunner({
    base: `http://127.0.0.1:${runner.port}`,
    fetch,
    connect: (address, protocols) => new WebSocket(address, [...protocols]),
    now: Date.now,
  });
  client.setToken(runner.token);
});
beforeEach(() => says("Hello."));
afterAll(async () => {
  client.setToken(null);
  await runner.close();
  await model.close();
  folders.remove();
});

function says(text: string, finish = "stop"): void {
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const half = Math.ceil(text.length / 2);
    for (const content of [text.slice(0, half), text.slice(half)]) {
      response.write(`data: ${JSON.stringify({ model: "tiny-1", choices: [{ delta: { content } }] })}\n\n`);
    }
    const usage = { prompt_tokens: 7, completion_tokens: 3 };
    response.end(
      `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: finish }], usage })}\n\ndata: [DONE]\n\n`,
    );
  };
}

let runs = 0;
/** Of the last execution. */
let intents = 0;

async function asks(
  config: StepConfigs["agent"],
  fields: Partial<StepFields> = {},
  dispatch: Partial<Dispatch> = {},
): Promise<readonly Result[]> {
  const workflow = workflowOf({
    s: { kind: "agent", accepts: ["Start"], emits: { done: "Done" }, config: { model: "fast", ...config }, ...fields },
  });
  const executors = createExecutors(
    { runId: `run${++runs}`, workflow, digest: digestOf(workflow), epoch: 1, onHolds: () => {} },
    { sandbox, runner: client, now: Date.now },
  );
  const record = recordExecution(workflow, { runId: `run${runs}` });
  executors.start(dispatchOf("s", dispatch), record.execution);
  const ended = await record.ended;
  if (ended.kind === "lost") throw new Error(`lost: ${JSON.stringify(ended.loss)}`);
  intents = record.intents.length;
  return ended.finish.results;
}

const heard = () => JSON.parse(model.heard.at(-1)?.body ?? "null");
const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] } as const;

test("[T17] a prompt is answered behind its intent: the text, who answered, and the tokens as the server counted them", async () => {
  const results = await asks({ system: "Be short.", prompt: "Say {{ data.n }}.", temperature: 0.5, maxTokens: 9 });
  expect(results).toEqual([
    {
      kind: "return",
      value: { type: "Done", data: { text: "Hello.", usage: { input: 7, output: 3 }, model: "tiny-1" } },
    },
  ]);
  expect(intents).toBe(1);
  expect(heard()).toMatchObject({
    model: "tiny",
    temperature: 0.5,
    max_tokens: 9,
    messages: [
      { role: "system", content: "Be short." },
      { role: "user", content: "Say 1." },
    ],
  });
});

test("messages are told in their order, and a secret is filled in by the runner only", async () => {
  const results = await asks({
    messages: [
      { role: "user", content: "The word is {{ secret.WORD }}." },
      { role: "assistant", content: "Noted {{ data.n }}." },
    ],
    prompt: "Which?",
  });
  expect(JSON.stringify(results)).not.toContain("xyzzy");
  expect(heard().messages).toEqual([
    { role: "user", content: "The word is xyzzy." },
    { role: "assistant", content: "Noted 1." },
    { role: "user", content: "Which?" },
  ]);
});

test("[T15] with an output schema the whole answer is one JSON value that fits; text and value are both kept", async () => {
  says('{"ok": true}');
  expect(await asks({ prompt: "?" }, { output: schema })).toEqual([
    { kind: "output", value: { ok: true } },
    {
      kind: "return",
      value: {
        type: "Done",
        data: { text: '{"ok": true}', output: { ok: true }, usage: { input: 7, output: 3 }, model: "tiny-1" },
      },
    },
  ]);
});

test("[T15] an answer that does not fit is a failure that keeps the text, and the next attempt is told what is wrong", async () => {
  says('{"ok": "yes"}');
  const [failed] = await asks({ prompt: "Is it?" }, { output: schema });
  if (failed?.kind !== "fail") throw new Error("it did not fail");
  expect(failed.failure).toMatchObject({ name: "OutputError", data: { text: '{"ok": "yes"}' } });
  expect(failed.failure.message).toContain("/ok");

  says('{"ok": true}');
  await asks({ prompt: "Is it?" }, { output: schema }, { corrections: 1, lastFailure: failed.failure });
  const { messages } = heard();
  expect(messages.map(({ role }: { readonly role: string }) => role)).toEqual(["user", "assistant", "user"]);
  expect(messages[1].content).toBe('{"ok": "yes"}');
  expect(messages[2].content).toContain("/ok");
});

test("[T15] words around the JSON are no answer, and one that was cut at its limit is not asked for again", async () => {
  says('Sure: {"ok": true}');
  expect(await asks({ prompt: "?" }, { output: schema })).toMatchObject([
    { kind: "fail", failure: { name: "OutputError", data: { text: 'Sure: {"ok": true}' } } },
  ]);
  says('{"ok": tr', "length");
  expect(await asks({ prompt: "?" }, { output: schema })).toMatchObject([
    { kind: "fail", failure: { name: "CutAnswerError", message: expect.stringContaining("maxTokens") } },
  ]);
});

test("a number that would be rounded is refused, never changed", async () => {
  says('{"ok": true, "id": 12345678901234567890}');
  expect(await asks({ prompt: "?" }, { output: schema })).toMatchObject([
    { kind: "fail", failure: { name: "OutputError" } },
  ]);
});

test("a busy server's wait is what a retry policy sees; a broken answer and a foreign one say what they are", async () => {
  answer = (response) => response.writeHead(429, { "retry-after": "3" }).end('{"error":{"message":"slow down"}}');
  expect(await asks({ prompt: "?" })).toMatchObject([
    { kind: "fail", failure: { name: "ModelError", data: { status: 429, retryAfterMs: 3_000 } } },
  ]);
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: "Hel" } }] })}\n\n`, () =>
      response.destroy(),
    );
  };
  expect(await asks({ prompt: "?" })).toMatchObject([
    { kind: "fail", failure: { name: "NetworkError", data: { code: "network" } } },
  ]);
  answer = (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>hi</h1>");
  expect(await asks({ prompt: "?" })).toMatchObject([{ kind: "fail", failure: { data: { code: "protocol" } } }]);
});

test("[T24] what takes longer than it may is stopped", async () => {
  answer = () => {};
  expect(await asks({ prompt: "?" }, { timeoutMs: 200 })).toMatchObject([
    { kind: "fail", failure: { name: "TimeoutError" } },
  ]);
});

test("an agent that is asked nothing, or whose model nobody knows, says what to do", async () => {
  expect(await asks({ system: "x" })).toMatchObject([{ kind: "fail", failure: { name: "ConfigError" } }]);
  expect(intents).toBe(0);
  expect(await asks({ prompt: "?", model: "nobody" })).toMatchObject([
    { kind: "fail", failure: { message: expect.stringContaining("tickwork model add nobody") } },
  ]);
});
