import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type LiveMessage, type LiveRequest, liveProtocols } from "../../protocol/runnerApi.ts";
import { type ChatCall, defaultModel } from "../../protocol/runnerCalls.ts";
import type { ModelEntry } from "../../protocol/runnerKept.ts";
import { secretMark } from "../../protocol/secretMarks.ts";
import type { StepConfigs, Workflow } from "../../workflow/workflow.ts";
import { cancelAttempt, frameOf, jobWorkflow, postChat, resultOf } from "../fixtures/calls.ts";
import { approve, attemptState, until } from "../fixtures/commands.ts";
import { type Heard, type HttpServer, startHttpServer } from "../fixtures/httpServer.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "../fixtures/testRunner.ts";

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

const key = "sk-s3cret-key";
const marks = "ef".repeat(16);

let folders: TestFolders;
let runner: TestRunner;
let server: HttpServer;
let answer: (heard: Heard, response: ServerResponse) => void;

beforeAll(async () => {
  folders = makeTestFolders();
  server = await startHttpServer((heard, response) => {
    if (heard.url === "/v1/models") response.end(JSON.stringify({ data: [{ id: "tiny" }, { id: "big" }] }));
    else answer(heard, response);
  });
  const silent = { name: "silent", title: "Silent", port: 9 };
  runner = await startTestRunner(folders, {
    secrets: { MODEL_KEY: key, OTHER: "other-secret" },
    localModels: [{ name: "ollama", title: "Ollama", port: server.port }, silent],
  });
  const url = `http://${server.host}/v1/`;
  await put("fast", { url, keyFrom: "MODEL_KEY", model: "gpt-x" });
  await put("keyless", { url });
});

beforeEach(() => {
  answer = (_heard, response) => stream(response, [chunk("Hel"), chunk("lo"), last]);
});

afterAll(async () => {
  await runner.close();
  await server.close();
  folders.remove();
});

const put = (name: string, body: object) =>
  ask(runner.port, "PUT", `/v1/models/${encodeURIComponent(name)}`, { token: runner.token, body });

const chunk = (content: string) => ({ model: "gpt-x-1", choices: [{ delta: { content } }] });
const last = {
  choices: [{ delta: {}, finish_reason: "stop" }],
  usage: { prompt_tokens: 7, completion_tokens: 2 },
};

function stream(response: ServerResponse, events: readonly object[], end = "data: [DONE]\n\n"): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.end(`: hi\n\n${events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join("")}${end}`);
}

const agent = (config: StepConfigs["agent"]): Workflow =>
  jobWorkflow({ kind: "agent", accepts: ["Start"], config: { prompt: "{{ data }}", ...config } });

async function begin(config: StepConfigs["agent"], over: Partial<ChatCall> = {}): Promise<ChatCall> {
  const workflow = agent(config);
  await approve(runner, workflow);
  const call: ChatCall = { ...frameOf(workflow), messages: [{ role: "user", content: "Hi" }], ...over };
  const begun = await postChat(runner, config.model ?? defaultModel, call);
  expect(begun.status, begun.text).toBe(200);
  return call;
}

const chatted = async (config: StepConfigs["agent"], over: Partial<ChatCall> = {}) =>
  resultOf(runner, (await begin(config, over)).key);
const bodyOf = (heard: Heard | undefined) => JSON.parse(heard?.body ?? "null") as Record<string, unknown>;

describe("a chat", () => {
  test("is streamed from the server that was configured, with its key, which stays here", async () => {
    const result = await chatted(
      { model: "fast" },
      {
        temperature: 0.5,
        maxTokens: 9,
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Hi" },
        ],
      },
    );
    expect(result).toEqual({
      kind: "chat",
      text: "Hello",
      usage: { input: 7, output: 2 },
      finish: "stop",
      model: "gpt-x-1",
    });
    const heard = server.heard.at(-1);
    expect(heard).toMatchObject({
      method: "POST",
      url: "/v1/chat/completions",
      headers: { authorization: `Bearer ${key}` },
    });
    expect(bodyOf(heard)).toEqual({
      model: "gpt-x",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      max_tokens: 9,
    });
  });

  test("without a model takes the default; a local server is known by its name", async () => {
    expect(await chatted({})).toMatchObject({ kind: "chat" });
    expect(bodyOf(server.heard.at(-1)).model).toBe("gpt-x");
    expect(await chatted({ model: "ollama/tiny" })).toMatchObject({ kind: "chat", text: "Hello" });
    expect(bodyOf(server.heard.at(-1)).model).toBe("tiny");
    expect(server.heard.at(-1)?.headers.authorization).toBeUndefined();
  });

  test("comes live, in pieces that split characters", async () => {
    const bytes = Buffer.from(`data: ${JSON.stringify(chunk("Grüße €"))}\n\n`);
    let more = (): void => {};
    answer = (_heard, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of bytes) response.write(Buffer.from([byte]));
      more = () => response.end(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
    };
    const call = await begin({ model: "fast" });
    const heard: LiveMessage[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${runner.port}/v1/live`, liveProtocols(runner.token));
    socket.on("open", () => {
      const request: LiveRequest = { kind: "watch", watch: 1, key: call.key, stdout: 0 };
      socket.send(JSON.stringify(request));
    });
    socket.on("message", (data) => heard.push(JSON.parse(String(data)) as LiveMessage));
    const text = () =>
      heard
        .map((message) => (message.kind === "output" ? Buffer.from(message.base64, "base64").toString() : ""))
        .join("");
    await until("the text is seen before the end", () => (text() === "Grüße €" ? true : undefined));
    expect(heard.some((message) => message.kind === "state" && message.state.state === "calling")).toBe(true);
    more();
    await until("the watch ends", () => heard.find(({ kind }) => kind === "end"));
    expect(heard.at(-2)).toMatchObject({ kind: "state", state: { state: "answered", result: { text: "Grüße €" } } });
    socket.close();
  });

  test("secrets of the prompt are filled in, and masked when the model repeats them", async () => {
    answer = (heard, response) => {
      const [message] = bodyOf(heard).messages as { content: string }[];
      stream(response, [chunk(message?.content.slice(0, 9) ?? ""), chunk(`${message?.content.slice(9)} ${key}`), last]);
    };
    const config = { model: "fast", prompt: "say {{ secret.OTHER }}" };
    const result = await chatted(config, {
      marks,
      messages: [{ role: "user", content: `say ${secretMark(marks, "OTHER")}` }],
    });
    expect(result).toMatchObject({ text: `say ${"*".repeat(12)} ${"*".repeat(key.length)}` });
    expect(bodyOf(server.heard.at(-1)).messages).toEqual([{ role: "user", content: "say other-secret" }]);
  });

  test("asks for the schema of the answer, and without it when the server knows none", async () => {
    const schema = { type: "object" };
    answer = (heard, response) => {
      if (bodyOf(heard).response_format === undefined) stream(response, [chunk("{}"), last]);
      else response.writeHead(400, { "content-type": "application/json" }).end('{"error":{"message":"unknown field"}}');
    };
    expect(await chatted({ model: "fast" }, { schema })).toMatchObject({ kind: "chat", text: "{}" });
    expect(bodyOf(server.heard.at(-2)).response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "answer", schema },
    });
  });

  test("is taken from a server that does not stream", async () => {
    answer = (_heard, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(
        JSON.stringify({
          choices: [{ message: { content: "whole" }, finish_reason: "stop" }],
          usage: { prompt_tokens: 1 },
        }),
      );
    expect(await chatted({ model: "fast" })).toMatchObject({ text: "whole", usage: { input: 1, output: null } });
  });
});

describe("servers in bad weather", () => {
  test("429 says how long to wait, and what the server said", async () => {
    answer = (_heard, response) =>
      response.writeHead(429, { "retry-after": "7" }).end(JSON.stringify({ error: { message: `slow down, ${key}` } }));
    expect(await chatted({ model: "fast" })).toMatchObject({
      kind: "failed",
      failure: {
        code: "status",
        status: 429,
        retryAfterMs: 7_000,
        message: expect.stringContaining(`slow down, ${"*".repeat(key.length)}`),
      },
    });
  });

  test.each<[string, (said: string) => void]>([
    ["an error in the middle", (said) => stream0([chunk("a"), { error: { message: said } }])],
    ["an event that is no JSON", (said) => stream0([], `data: ${said}\n\n`)],
    ["an error instead of a chat", (said) => plain(JSON.stringify({ error: { message: said } }))],
    ["a page", (said) => plain(`<p>${said}</p>`)],
    ["a refusal", (said) => plain(JSON.stringify({ error: said }), 401)],
  ])("%s does not tell the key that it repeats, not even a part of it where it is cut", async (_what, set) => {
    for (const before of ["", "x".repeat(290), "x".repeat(1_970)]) {
      set(`${before}${key}`);
      const result = await chatted({ model: "fast" });
      expect(result).toMatchObject({ kind: "failed" });
      expect(JSON.stringify(result)).not.toContain(key.slice(0, 6));
    }
  });

  test.each<[string, () => void, string]>([
    ["cut off", () => stream0([chunk("half")]), "network"],
    ["broken off", () => broken(), "network"],
    ["garbage", () => stream0([], "data: {oops\n\n"), "protocol"],
    ["an error in the middle", () => stream0([chunk("a"), { error: { message: "overloaded" } }]), "protocol"],
    ["no chat", () => plain("<html>hello</html>"), "protocol"],
    ["an error of the server", () => plain("no", 500), "status"],
    ["a redirect, which would take the key along", () => plain("", 302), "status"],
  ])("an answer that is %s is a failure", async (_what, set, code) => {
    set();
    const before = server.heard.length;
    expect(await chatted({ model: "fast" })).toMatchObject({ kind: "failed", failure: { code } });
    expect(server.heard.length).toBe(before + 1);
  });

  function stream0(events: readonly object[], end = ""): void {
    answer = (_heard, response) => stream(response, events, end);
  }
  function broken(): void {
    answer = (_heard, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(chunk("half"))}\n\n`, () => response.destroy());
    };
  }
  function plain(body: string, status = 200): void {
    answer = (_heard, response) =>
      response.writeHead(status, { location: `http://${server.host}/v1/elsewhere` }).end(body);
  }

  test("one that never ends is given up, one that says too much is cut, and both connections are let go", async () => {
    answer = (_heard, response) =>
      void response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n");
    expect(await chatted({ model: "fast" }, { timeoutMs: 300 })).toMatchObject({ failure: { code: "timeout" } });
    answer = (_heard, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const more = (): void => {
        if (response.destroyed) return;
        response.write(`data: ${JSON.stringify(chunk("x".repeat(1000)))}\n\n`, () => setImmediate(more));
      };
      more();
    };
    expect(await chatted({ model: "fast" }, { maxOutputBytes: 5_000 })).toMatchObject({
      failure: { code: "too-large" },
    });
    await until("no connection is open", async () => ((await server.connections()) === 0 ? true : undefined));
  });

  test("a cancel ends it", async () => {
    answer = (_heard, response) =>
      void response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n");
    const call = await begin({ model: "fast" });
    await until("the server is asked", () => (server.heard.at(-1)?.url === "/v1/chat/completions" ? true : undefined));
    await cancelAttempt(runner, call.key);
    expect(await resultOf(runner, call.key)).toEqual({ kind: "cancelled" });
  });
});

describe("models", () => {
  const list = async () => (await ask(runner.port, "GET", "/v1/models", { token: runner.token })).json as ModelEntry[];

  test("are listed without keys; the first is the default until another one is", async () => {
    expect(await list()).toEqual([
      { name: "fast", url: `http://${server.host}/v1`, model: "gpt-x", keyFrom: "MODEL_KEY", isDefault: true },
      { name: "keyless", url: `http://${server.host}/v1`, model: "keyless", isDefault: false },
    ]);
    await put("third", { url: "https://example.org/v1", isDefault: true });
    expect((await list()).filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(["third"]);
    await put("fast", { url: `http://${server.host}/v1`, keyFrom: "MODEL_KEY", model: "gpt-x", isDefault: true });
    const gone = await ask(runner.port, "DELETE", "/v1/models/third", { token: runner.token });
    expect(gone.status).toBe(200);
    expect((await list()).map(({ name }) => name)).toEqual(["fast", "keyless"]);
  });

  test.each([
    ["~", { url: "http://x.example/v1" }],
    ["a b", { url: "http://x.example/v1" }],
    ["a", { url: "ftp://x.example" }],
    ["a", { url: "https://user:key@x.example/v1" }],
    ["a", { url: "https://x.example/v1?key=abc" }],
    ["a", { url: "http://x.example/v1", keyFrom: "not a name" }],
    ["a", {}],
  ])("%s %j is refused in words", async (name, body) => {
    expect((await put(name, body)).status).toBe(400);
    expect((await list()).map((model) => model.name)).toEqual(["fast", "keyless"]);
  });

  test("servers on their usual ports are found with what they serve, and only those", async () => {
    const found = await ask(runner.port, "GET", "/v1/models/local", { token: runner.token });
    expect(found.json).toEqual([
      { name: "ollama", title: "Ollama", url: `http://127.0.0.1:${server.port}/v1`, models: ["tiny", "big"] },
    ]);
  });

  test("one that does not exist, or whose key is missing, is said before anybody is asked", async () => {
    await put("locked", { url: `http://${server.host}/v1`, keyFrom: "NONE" });
    const before = server.heard.length;
    expect(await chatted({ model: "nobody" })).toMatchObject({
      failure: {
        code: "missing",
        message: expect.stringContaining("in the settings, or with: tickwork model add nobody"),
      },
    });
    expect(await chatted({ model: "locked" })).toMatchObject({
      failure: { code: "missing", message: expect.stringContaining("tickwork secret set NONE") },
    });
    await ask(runner.port, "DELETE", "/v1/models/locked", { token: runner.token });
    expect(server.heard.length).toBe(before);
  });

  test("[T16] another model than the step's is denied", async () => {
    const workflow = agent({ model: "keyless" });
    await approve(runner, workflow);
    const call: ChatCall = { ...frameOf(workflow), messages: [{ role: "user", content: "Hi" }] };
    const refused = await postChat(runner, "fast", call);
    expect(refused.json).toMatchObject({ error: { code: "denied", message: expect.stringContaining("model") } });
    expect((await attemptState(runner, call.key)).state).toBe("unknown");
  });
});
