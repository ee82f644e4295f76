import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AttemptState } from "../../protocol/runnerApi.ts";
import type { CallResult, HttpCall } from "../../protocol/runnerCalls.ts";
import { markPattern } from "../../protocol/secretMarks.ts";
import type { StepConfigs } from "../../workflow/workflow.ts";
import { createExecutors } from "../executors.ts";
import { quickJsModule } from "../fixtures/quickJsModule.ts";
import { dispatchOf, recordExecution, workflowOf } from "../fixtures/recordedExecution.ts";
import { createRunner } from "../runner/runnerClient.ts";
import { createSandbox } from "../sandbox/sandboxClient.ts";
import { spawnInProcess } from "../sandbox/spawnInProcess.ts";

const sandbox = createSandbox(spawnInProcess(quickJsModule()));

/** A server that speaks as the runner does (`runnerCalls.ts`). */
let server: Server;
let base = "";
let state: AttemptState;
let calls: HttpCall[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method, url } = request;
      const answer = (value: unknown) =>
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (url === "/v1/health") return answer({ version: "1", runner: "me", boot: "b1", workspaces: [], running: 0 });
      if (method === "POST" && url === "/v1/http") calls.push(JSON.parse(body));
      answer(state);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  calls = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const answered = (result: CallResult): AttemptState => ({
  state: "answered",
  result,
  started: 10,
  ended: 30,
  waited: 0,
});

function prepare(config: Omit<StepConfigs["http"], "via">) {
  const workflow = workflowOf({
    s: { kind: "http", accepts: ["Start"], emits: { done: "Done" }, config: { ...config, via: "runner" } },
  });
  const runner = createRunner({
    base,
    fetch,
    connect: () => ({ addEventListener: () => {}, send: () => {}, close: () => {} }),
    now: Date.now,
  });
  runner.setToken("t");
  const executors = createExecutors(
    { runId: "r1", workflow, digest: "sha256:0", epoch: 3, onHolds: () => {} },
    { sandbox, runner, now: Date.now },
  );
  const record = recordExecution(workflow);
  return { executors, record };
}

async function send(config: Omit<StepConfigs["http"], "via">) {
  const { executors, record } = prepare(config);
  executors.start(dispatchOf("s"), record.execution);
  const ended = await record.ended;
  if (ended.kind === "lost") throw new Error(`lost: ${JSON.stringify(ended.loss)}`);
  return { finish: ended.finish, record };
}

const body = { encoding: "utf8", content: '{"n": 1}', cut: false } as const;
const headers = { "content-type": "application/json" };
const url = "https://api.example.org/x";

test("[T17] the intent comes before the request, and the answer is that of any request", async () => {
  state = answered({ kind: "http", status: 200, headers, body, url });
  const { finish, record } = await send({ method: "POST", url, body: "{{ data.n }}" });
  expect(record.intents).toEqual([{ owner: "me/b1", key: "r1~s~x1" }]);
  expect(calls).toEqual([
    {
      key: "r1~s~x1",
      digest: "sha256:0",
      epoch: 3,
      timeoutMs: 300_000,
      maxOutputBytes: 1_048_576,
      method: "POST",
      url,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: "1",
    },
  ]);
  expect(finish).toEqual({
    results: [{ kind: "return", value: { type: "Done", data: { status: 200, headers, body: { n: 1 } } } }],
    started: 10,
    ended: 30,
    waited: 0,
  });
});

test("a secret leaves the tab as a mark", async () => {
  state = answered({ kind: "http", status: 200, headers, body, url });
  await send({ url, headers: { Authorization: "Bearer {{ secret.KEY }}" } });
  const [call] = calls;
  expect(call?.headers?.Authorization?.replace(markPattern(call.marks ?? "-"), "<$1>")).toBe("Bearer <KEY>");
});

test("a bad status, a denial and a failure are what they are from a tab", async () => {
  state = answered({ kind: "http", status: 503, headers: { ...headers, "retry-after": "2" }, body, url });
  expect((await send({ url })).finish.results).toMatchObject([
    { kind: "fail", failure: { name: "HttpError", data: { status: 503, retryAfterMs: 2_000 } } },
  ]);
  state = answered({ kind: "failed", failure: { code: "denied", message: "Not this host." } });
  expect((await send({ url })).finish.results).toMatchObject([{ kind: "fail", denied: true }]);
  state = answered({ kind: "failed", failure: { code: "timeout", message: "Too slow." } });
  expect((await send({ url })).finish.results).toMatchObject([{ kind: "fail", failure: { name: "TimeoutError" } }]);
  state = answered({ kind: "cancelled" });
  expect((await send({ url })).finish.results).toEqual([{ kind: "cancelled" }]);
});

test("[T18] after a load it is asked about by its key, and not sent again", async () => {
  state = answered({ kind: "http", status: 200, headers, body, url });
  const { executors, record } = prepare({ method: "POST", url });
  executors.attach(dispatchOf("s"), "r1~s~x1", record.execution, "me/b0");
  expect(await record.ended).toMatchObject({ kind: "finished", finish: { results: [{ kind: "return" }] } });
  expect(calls).toEqual([]);
});
