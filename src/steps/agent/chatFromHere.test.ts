import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Dispatch } from "../../engine/effect.ts";
import type { Result } from "../../engine/result.ts";
import { type HttpServer, startHttpServer } from "../../runner/fixtures/httpServer.ts";
import { digestOf } from "../../workflow/digest.ts";
import type { Json } from "../../workflow/json.ts";
import type { StepConfigs, StepFields } from "../../workflow/workflow.ts";
import { createExecutors } from "../executors.ts";
import { startRun } from "../fixtures/liveRun.ts";
import { quickJsModule } from "../fixtures/quickJsModule.ts";
import { dispatchOf, recordExecution, workflowOf } from "../fixtures/recordedExecution.ts";
import { createRunner } from "../runner/runnerClient.ts";
import { createSandbox } from "../sandbox/sandboxClient.ts";
import { spawnInProcess } from "../sandbox/spawnInProcess.ts";

// A real model server, and real time, on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sandbox = createSandbox(spawnInProcess(quickJsModule()));
/** Nobody is there: the tab asks by itself. */
const runner = createRunner({
  base: "http://127.0.0.1:1",
  fetch,
  connect: () => {
    throw new Error("The tab asked the runner.");
  },
  now: Date.now,
});
let model: HttpServer;
/** What the model says next, or how it fails. */
let answer: (response: ServerResponse, body: Record<string, unknown>) => void;

beforeAll(async () => {
  model = await startHttpServer(({ body }, response) => answer(response, JSON.parse(body || "{}")));
});
beforeEach(() => says("Hello."));
afterAll(() => model.close());

const usage = { prompt_tokens: 7, completion_tokens: 3 };
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const piece = (content: string) => event({ model: "tiny-1", choices: [{ delta: { content } }] });
const last = (finish = "stop") =>
  `${event({ choices: [{ delta: {}, finish_reason: finish }], usage })}data: [DONE]\n\n`;

function says(text: string, finish = "stop"): void {
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const half = Math.ceil(text.length / 2);
    response.write(piece(text.slice(0, half)) + piece(text.slice(half)));
    response.end(last(finish));
  };
}

const url = () => `http://${model.host}/v1`;

function begin(config: StepConfigs["agent"], fields: Partial<StepFields> = {}, dispatch: Partial<Dispatch> = {}) {
  const workflow = workflowOf({
    s: {
      kind: "agent",
      accepts: ["Start"],
      emits: { done: "Done" },
      config: { via: "tab", url: url(), model: "tiny", ...config },
      ...fields,
    },
  });
  const executors = createExecutors(
    { runId: "r", workflow, digest: digestOf(workflow), epoch: 1, onHolds: () => {} },
    { sandbox, runner, now: Date.now },
  );
  const record = recordExecution(workflow);
  executors.start(dispatchOf("s", dispatch), record.execution);
  return { ...record, executors };
}

async function asks(...how: Parameters<typeof begin>): Promise<readonly Result[]> {
  const { ended, intents } = begin(...how);
  const end = await ended;
  if (end.kind === "lost") throw new Error(`lost: ${JSON.stringify(end.loss)}`);
  expect(intents).toEqual([]);
  return end.finish.results;
}

const heard = (back = 1) => JSON.parse(model.heard.at(-back)?.body ?? "null");
const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] } as const;

test("a tab asks a local model itself, without a key: text, tokens, and pieces as they come", async () => {
  const { ended, said } = begin({ system: "Be short.", prompt: "Say {{ data.n }}.", temperature: 0.5, maxTokens: 9 });
  expect(await ended).toMatchObject({
    finish: {
      results: [
        {
          kind: "return",
          value: { type: "Done", data: { text: "Hello.", usage: { input: 7, output: 3 }, model: "tiny-1" } },
        },
      ],
    },
  });
  expect(said).toEqual(["Hel", "lo."]);
  expect(model.heard.at(-1)).toMatchObject({ method: "POST", url: "/v1/chat/completions" });
  expect(model.heard.at(-1)?.headers.authorization).toBeUndefined();
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

test("[T15] a wrong answer is told the model with its errors, and the corrected one is taken; both are in the journal", async () => {
  const answers = ['{"ok": "yes"}', '{"ok": true}'];
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(piece(answers.shift() ?? "") + last());
  };
  const document = {
    format: "tickwork/workflow@1",
    name: "corrected",
    steps: {
      s: {
        kind: "agent",
        accepts: ["Start"],
        emits: { done: "Done" },
        config: { via: "tab", url: url(), model: "tiny", prompt: "Is it?" },
        output: schema,
      },
      end: { kind: "stop", accepts: ["Done"], config: { result: "event.data.output" } },
    },
  } as unknown as Json;
  const run = startRun({
    runId: "corrected",
    document,
    executorsOf: (workflow, epoch) =>
      createExecutors(
        { runId: "corrected", workflow, digest: digestOf(workflow), epoch, onHolds: () => {} },
        { sandbox, runner, now: Date.now },
      ),
  });
  await expect.poll(() => run.view().lifecycle).toBe("completed");
  run.close();
  expect(run.view()).toMatchObject({ outcome: "success", result: { ok: true } });
  const attempts = run.ticks.filter(
    (tick) => tick.kind === "execution-finished" && JSON.stringify(tick.results).includes("tiny-1"),
  );
  expect(JSON.stringify(attempts[0])).toContain('{\\"ok\\": \\"yes\\"}');
  expect(attempts).toHaveLength(2);
  const { messages } = heard();
  expect(messages.map(({ role }: { readonly role: string }) => role)).toEqual(["user", "assistant", "user"]);
  expect(messages[2].content).toContain("/ok");
});

test("a server that knows no schemas is asked again without one, and the step checks the answer itself", async () => {
  answer = (response, body) => {
    if (body.response_format !== undefined) return void response.writeHead(400).end("{}");
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(piece('{"ok": true}') + last());
  };
  expect(await asks({ prompt: "?" }, { output: schema })).toMatchObject([
    { kind: "output", value: { ok: true } },
    { kind: "return" },
  ]);
  expect(heard(2).response_format).toBeDefined();
  expect(heard().response_format).toBeUndefined();
});

test("a server that does not stream is read whole", async () => {
  answer = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ model: "tiny-1", choices: [{ message: { content: "Whole." }, finish_reason: "stop" }], usage }),
    );
  };
  expect(await asks({ prompt: "?" })).toMatchObject([{ value: { data: { text: "Whole.", usage: { input: 7 } } } }]);
});

test("busy, broken, foreign, redirecting and silent servers each say what they are", async () => {
  answer = (response) => response.writeHead(429, { "retry-after": "3" }).end('{"error":{"message":"slow down"}}');
  expect(await asks({ prompt: "?" })).toMatchObject([
    {
      kind: "fail",
      failure: {
        name: "ModelError",
        message: expect.stringContaining("slow down"),
        data: { status: 429, retryAfterMs: 3_000 },
      },
    },
  ]);
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(piece("Hel"), () => response.destroy());
  };
  expect(await asks({ prompt: "?" })).toMatchObject([
    { kind: "fail", failure: { name: "NetworkError", data: { code: "network", said: "Hel" } } },
  ]);
  answer = (response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(piece("Hel"));
  expect(await asks({ prompt: "?" })).toMatchObject([{ kind: "fail", failure: { name: "NetworkError" } }]);
  answer = (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>hi</h1>");
  expect(await asks({ prompt: "?" })).toMatchObject([{ kind: "fail", failure: { data: { code: "protocol" } } }]);
  answer = (response) => response.writeHead(307, { location: "https://elsewhere.example/" }).end();
  expect(await asks({ prompt: "?" })).toMatchObject([
    { kind: "fail", failure: { message: expect.stringContaining("redirects") } },
  ]);
  expect(await asks({ prompt: "?", url: "http://127.0.0.1:1/v1" })).toMatchObject([
    { kind: "fail", failure: { name: "NetworkError" } },
  ]);
});

test("an answer beyond what the step keeps is none, and its server is let go", async () => {
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(piece("x".repeat(2_000)));
  };
  expect(await asks({ prompt: "?" }, { maxOutputBytes: 1_000 })).toMatchObject([
    { kind: "fail", failure: { data: { code: "too-large" } } },
  ]);
  await expect.poll(() => model.connections()).toBe(0);
});

test("[T24] told to stop it is cancelled at once, and the connection ends", async () => {
  const begun = new Promise<void>((resolve) => {
    answer = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(piece("Hel"), () => resolve());
    };
  });
  const { executors, ended } = begin({ prompt: "?" });
  await begun;
  executors.stop("x1");
  expect(await ended).toMatchObject({ finish: { results: [{ kind: "cancelled" }] } });
  await expect.poll(() => model.connections()).toBe(0);
});

test("an agent that names nobody, or nothing to ask, says what to do and asks nobody", async () => {
  const before = model.heard.length;
  const { url: _, ...nobody } = { url: "", model: "fast", prompt: "?" };
  const workflow = workflowOf({ s: { kind: "agent", accepts: ["Start"], config: { via: "tab", ...nobody } } });
  const record = recordExecution(workflow);
  createExecutors(
    { runId: "r", workflow, digest: digestOf(workflow), epoch: 1, onHolds: () => {} },
    { sandbox, runner, now: Date.now },
  ).start(dispatchOf("s"), record.execution);
  expect(await record.ended).toMatchObject({ finish: { results: [{ failure: { name: "ConfigError" } }] } });
  expect(await asks({ system: "x" })).toMatchObject([{ kind: "fail", failure: { name: "ConfigError" } }]);
  expect(model.heard).toHaveLength(before);
});

test("[T19] [T21] what a reload cut off is for a person to decide, and is never asked of the model by itself", async () => {
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(piece("Hel"));
  };
  const run = startRun({
    runId: "cutoff",
    document: {
      format: "tickwork/workflow@1",
      name: "cut off",
      steps: {
        s: {
          kind: "agent",
          accepts: ["Start"],
          emits: { done: "Done" },
          config: { via: "tab", url: url(), model: "tiny", prompt: "?" },
        },
        end: { kind: "stop", accepts: ["Done"], config: { result: "event.data.text" } },
      },
    } as unknown as Json,
    executorsOf: (workflow, epoch) =>
      createExecutors(
        { runId: "cutoff", workflow, digest: digestOf(workflow), epoch, onHolds: () => {} },
        { sandbox, runner, now: Date.now },
      ),
  });
  const before = model.heard.length;
  await expect.poll(() => model.heard).toHaveLength(before + 1);
  run.reload();
  await expect.poll(() => run.view().lifecycle).toBe("needs-recovery");
  const [uncertain] = run.view().steps.s?.uncertain ?? [];
  if (uncertain === undefined) throw new Error("nothing is uncertain");
  expect(model.heard).toHaveLength(before + 1);
  says("Hello.");
  run.post({ kind: "recovery-decided", execution: uncertain.execution, decision: { kind: "rerun" }, by: "me" });
  await expect.poll(() => run.view().lifecycle).toBe("completed");
  run.close();
  expect(run.view()).toMatchObject({ outcome: "success", result: "Hello." });
  expect(model.heard).toHaveLength(before + 2);
});
