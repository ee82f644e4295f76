import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPattern } from "../../runtime/linearPattern.ts";
import { judgeFailure } from "../../runtime/retryVerdict.ts";
import type { StepConfigs, StepFields, StepOf } from "../../workflow/workflow.ts";
import { createExecutors } from "../executors.ts";
import { quickJsModule } from "../fixtures/quickJsModule.ts";
import { dispatchOf, recordExecution, workflowOf } from "../fixtures/recordedExecution.ts";
import type { Web } from "../http/web.ts";
import { createRunner } from "../runner/runnerClient.ts";
import { createSandbox } from "../sandbox/sandboxClient.ts";
import { spawnInProcess } from "../sandbox/spawnInProcess.ts";

const sandbox = createSandbox(spawnInProcess(quickJsModule()));
const runner = createRunner({
  base: "http://127.0.0.1:1",
  fetch,
  connect: () => ({ addEventListener: () => {}, send: () => {}, close: () => {} }),
  now: () => 0,
});

/** What the server does with each path; what it saw. */
let server: Server;
let base = "";
const seen: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
const open = new Set<ServerResponse>();

const json = (response: ServerResponse, text: string, status = 200, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers }).end(text);

const paths: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>> = {
  "/json": (response) => json(response, '{"n": 1.50, "list": [true, null]}'),
  "/rounded": (response) => json(response, '{"items": [{"id": 9007199254740993}]}'),
  "/proto": (response) => json(response, '{"__proto__": {"x": 1}}'),
  "/broken-json": (response) => json(response, '{"n": 1,'),
  "/text": (response) => void response.writeHead(200, { "content-type": "text/plain" }).end("früh\n"),
  "/latin": (response) =>
    void response
      .writeHead(200, { "content-type": "text/plain; charset=iso-8859-1" })
      .end(Buffer.from([0x66, 0x72, 0xfc, 0x68])),
  "/bytes": (response) => void response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([0, 255, 1])),
  "/nothing": (response) => void response.writeHead(204).end(),
  "/echo": (response) => json(response, JSON.stringify(seen.at(-1) ?? null)),
  "/missing": (response) => json(response, '{"error": "no such thing"}', 404),
  "/busy": (response) => json(response, "{}", 429, { "retry-after": "7" }),
  "/busy-until": (response) => json(response, "{}", 503, { "retry-after": "Thu, 01 Jan 1970 00:00:09 GMT" }),
  "/huge": (response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    // Never ends by itself: whoever reads on never comes back.
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  },
  "/cut": (response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "100" });
    response.write("only so much");
    setImmediate(() => response.destroy());
  },
  "/silent": (response) => void open.add(response),
  "/circle": (response) => void response.writeHead(302, { location: "/circle" }).end(),
  "/moved": (response) => void response.writeHead(302, { location: "/json" }).end(),
  "/away": (response) => void response.writeHead(302, { location: base.replace("127.0.0.1", "localhost") }).end(),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body });
      (paths[url.replace(/\?.*/, "")] ?? ((other) => void other.writeHead(200).end()))(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Config = StepConfigs["http"];

function begin(config: Config, more: StepFields = {}, web: Web = { fetch }) {
  const step: StepOf<"http"> = { kind: "http", accepts: ["Start"], emits: { done: "Done" }, ...more, config };
  const workflow = workflowOf({ s: step });
  const executors = createExecutors(
    { runId: "r1", workflow, digest: "", epoch: 1, onHolds: () => {} },
    { sandbox, runner, web, now: () => 5_000 },
  );
  const record = recordExecution(workflow);
  executors.start(
    dispatchOf("s", { event: { type: "Start", data: { id: 7, name: "a b&c", host: "evil" } } }),
    record.execution,
  );
  return { executors, record };
}

async function results(config: Config, more: StepFields = {}, web: Web = { fetch }) {
  const ended = await begin(config, more, web).record.ended;
  if (ended.kind === "lost") throw new Error(`lost: ${JSON.stringify(ended.loss)}`);
  return ended.finish.results;
}

async function handedOn(config: Config, more: StepFields = {}) {
  const found = (await results(config, more)).find((result) => result.kind === "return");
  if (found === undefined) throw new Error(`it failed: ${JSON.stringify(await results(config, more))}`);
  return (found.value as unknown as { data: { status: number; headers: Record<string, string>; body: unknown } }).data;
}

async function failureOf(config: Config, more: StepFields = {}, web: Web = { fetch }) {
  const [fail] = await results(config, more, web);
  if (fail?.kind !== "fail") throw new Error(`expected a failure, got ${JSON.stringify(fail)}`);
  return fail.failure;
}

describe("what a step gets", () => {
  test("JSON is parsed exactly, text is text, everything else is bytes", async () => {
    expect(await handedOn({ url: `${base}/json` })).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: { n: 1.5, list: [true, null] },
    });
    expect((await handedOn({ url: `${base}/text` })).body).toBe("früh\n");
    expect((await handedOn({ url: `${base}/latin` })).body).toBe("früh");
    expect((await handedOn({ url: `${base}/bytes` })).body).toEqual({
      base64: "AP8B",
      mediaType: "image/png",
      bytes: 3,
    });
    expect((await handedOn({ url: `${base}/nothing` })).body).toBeNull();
    expect(Object.keys((await handedOn({ url: `${base}/proto` })).body as object)).toEqual(["__proto__"]);
  });

  test("a number that would be rounded is refused with its place", async () => {
    const failure = await failureOf({ url: `${base}/rounded` });
    expect(failure.name).toBe("OutputError");
    expect(failure.message).toContain("/items/0/id");
    expect(failure.message).toContain("would round");
  });

  test("an answer that says it is JSON and is not fails with the place", async () => {
    expect((await failureOf({ url: `${base}/broken-json` })).message).toContain("line 1");
  });

  test("[T39] the output schema binds the body", async () => {
    const output = { type: "object", required: ["n"], properties: { n: { type: "string" } } };
    expect(await failureOf({ url: `${base}/json` }, { output })).toMatchObject({
      name: "OutputError",
      message: expect.stringContaining("/n"),
    });
    expect((await failureOf({ url: `${base}/text` }, { output })).message).toContain("has an output schema");
    const numbers = { ...output, properties: { n: { type: "number" } } };
    expect(await results({ url: `${base}/json` }, { output: numbers })).toContainEqual({
      kind: "output",
      value: { n: 1.5, list: [true, null] },
    });
  });

  test("more than `maxOutputBytes` is not read and not handed on", async () => {
    const failure = await failureOf({ url: `${base}/huge` }, { maxOutputBytes: 100_000 });
    expect(failure).toMatchObject({ name: "TooLargeError", message: expect.stringContaining("100000 bytes") });
  });

  test("a connection that breaks off is a failure that says so", async () => {
    expect(await failureOf({ url: `${base}/cut` })).toMatchObject({
      name: "NetworkError",
      message: expect.stringContaining("broke off"),
    });
  });
});

describe("what is sent", () => {
  test("templates fill address, query, headers and body; values of the query are encoded", async () => {
    await handedOn({
      method: "post",
      url: `${base}/echo/{{ data.id }}`,
      query: { q: "{{ data.name }}" },
      headers: { "X-Id": "{{ data.id }}" },
      body: '{"event": {{ data }}}',
    });
    const [sent] = seen.slice(-1);
    expect(sent).toMatchObject({
      method: "POST",
      url: "/echo/7?q=a+b%26c",
      body: '{"event": {"id":7,"name":"a b&c","host":"evil"}}',
    });
    expect(sent?.headers).toMatchObject({ "x-id": "7", "content-type": "application/json" });
    expect(sent?.headers.cookie).toBeUndefined();
  });

  test("`user:password@` becomes a header, and is nowhere else", async () => {
    await handedOn({ url: base.replace("http://", "http://me:p%40ss@") });
    expect(seen.at(-1)?.headers.authorization).toBe(`Basic ${btoa("me:p@ss")}`);
  });

  test("[T40] a missing value sends nothing", async () => {
    const before = seen.length;
    expect(await failureOf({ url: `${base}/json?x={{ data.none }}` })).toMatchObject({ name: "MissingValueError" });
    expect(seen).toHaveLength(before);
  });

  test("what is no address, and a header of two lines, are refused before anything is sent", async () => {
    const before = seen.length;
    expect((await failureOf({ url: "{{ 'ftp://example.org' }}" })).message).toContain("no address of a server");
    expect((await failureOf({ url: "./here" })).message).toContain("here is no page");
    const headers = { "X-Two": "{{ 'a\\nb: c' }}" };
    expect((await failureOf({ url: `${base}/json`, headers })).message).toContain("more than one line");
    expect(seen).toHaveLength(before);
  });

  test("[T16] templates never lead to another host than the one that was consented to", async () => {
    const web: Web = { fetch, page: `${base}/` };
    const [fail] = await results({ url: "/{{ '/example.org/x' }}" }, {}, web);
    expect(fail).toMatchObject({ kind: "fail", denied: true, failure: { name: "DeniedError" } });
    expect(await results({ url: "./json" }, {}, web)).toMatchObject([{ kind: "return" }]);
  });
});

describe("statuses", () => {
  test("anything but 2xx fails with the status, what the server says and what to do", async () => {
    const failure = await failureOf({ url: `${base}/missing?key=secret` });
    expect(failure).toMatchObject({ name: "HttpError", data: { status: 404 } });
    expect(failure.message).toContain("answered 404");
    expect(failure.message).toContain("no such thing");
    expect(failure.message).toContain("Check the address");
    expect(failure.message).not.toContain("key=secret");
  });

  test("`expect` names the good ones", async () => {
    expect(await handedOn({ url: `${base}/missing`, expect: [404] })).toMatchObject({ status: 404 });
    expect((await failureOf({ url: `${base}/json`, expect: [404] })).data).toMatchObject({ status: 200 });
  });

  test("[R19] a retry filters by status and waits as long as `Retry-After` asks", async () => {
    const verdict = async (path: string, status: number) => {
      const failure = await failureOf({ url: base + path });
      const policy = { maxAttempts: 3, wait: { fixedMs: 10 }, on: { status: [status] } };
      const failed = { runId: "r", step: "s", item: "i", attempt: 1, failures: 0, firstAttemptAt: 0, failedAt: 0 };
      return judgeFailure(policy, { ...failed, failure }, findPattern).verdict;
    };
    expect(await verdict("/busy", 429)).toEqual({ retryAfterMs: 7_000 });
    expect(await verdict("/busy-until", 503)).toEqual({ retryAfterMs: 4_000 });
    expect(await verdict("/missing", 404)).toEqual({ retryAfterMs: 10 });
    expect(await verdict("/missing", 500)).toBeNull();
  });
});

describe("redirects", () => {
  test("what only reads follows them, within its host", async () => {
    expect(await handedOn({ url: `${base}/moved` })).toMatchObject({ status: 200, body: { n: 1.5 } });
    expect(await failureOf({ url: `${base}/circle` })).toMatchObject({ name: "NetworkError" });
    const [fail] = await results({ url: `${base}/away` });
    expect(fail).toMatchObject({ kind: "fail", denied: true });
  });

  test("what changes something is not repeated elsewhere", async () => {
    const before = seen.length;
    expect(await failureOf({ method: "POST", url: `${base}/moved`, body: "x" })).toMatchObject({
      name: "RedirectError",
      message: expect.stringContaining("/json"),
    });
    expect(seen).toHaveLength(before + 1);
  });
});

describe("no answer", () => {
  test("a port that nobody listens at, and a name that does not exist", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect((await failureOf({ url: `http://127.0.0.1:${port}/` })).message).toContain(
      `Nobody listens at 127.0.0.1:${port}`,
    );
    expect((await failureOf({ url: "http://nowhere.invalid/" })).name).toBe("NetworkError");
  });

  /** A browser says only `Failed to fetch`; `reachable`: the server answers a request that asks for no data. */
  const browser = (page: string, reachable: boolean, blocked = false): Web => ({
    page,
    blocked: () => blocked,
    fetch: async (_url, init) => {
      if (init?.mode === "no-cors" && reachable) return new Response();
      throw new TypeError("Failed to fetch");
    },
  });
  const message = async (url: string, web: Web) => (await failureOf({ url }, {}, web)).message;

  test("in a browser it says what to do about CORS, mixed content, a policy, and silence", async () => {
    const cors = await message("https://api.example.org/x", browser("https://app.example/", true));
    expect(cors).toContain("Access-Control-Allow-Origin: https://app.example");
    expect(cors).toContain('via: "runner"');
    expect(await message("http://api.example.org/", browser("https://app.example/", false))).toContain(
      "came over https",
    );
    expect(await message("https://api.example.org/", browser("https://app.example/", false, true))).toContain(
      "connect-src",
    );
    expect(await message("https://api.example.org/", browser("https://app.example/", false))).toContain(
      "No answer from",
    );
    expect(await message("http://127.0.0.1:9/", browser("https://app.example/", false))).toContain("No answer from");
  });
});

describe("ends from outside", () => {
  test("[R43] an abort ends the connection", async () => {
    const { executors } = begin({ url: `${base}/silent` });
    await expect.poll(() => open.size).toBe(1);
    const closed = new Promise((resolve) => [...open][0]?.on("close", resolve));
    executors.abort("x1", "timed-out");
    await closed;
    open.clear();
  });

  test("[T24] [T25] a cancelled request that changes something ends as what happened, or nobody knows", async () => {
    const answered = begin({ method: "POST", url: `${base}/silent`, body: "x" });
    await expect.poll(() => open.size).toBe(1);
    answered.executors.stop("x1");
    [...open][0]?.writeHead(200).end();
    open.clear();
    expect(await answered.record.ended).toMatchObject({ kind: "finished", finish: { results: [{ kind: "return" }] } });

    const silent = begin({ method: "POST", url: `${base}/silent`, body: "x" });
    await expect.poll(() => open.size).toBe(1);
    silent.executors.stop("x1");
    expect(await silent.record.ended).toMatchObject({
      kind: "lost",
      loss: { cause: expect.stringContaining("nobody knows") },
    });
    open.clear();
  });

  test("[T23] one that was not sent yet is cancelled", async () => {
    const before = seen.length;
    const { executors, record } = begin({ method: "POST", url: `${base}/json`, body: "{{ data.id }}" });
    executors.stop("x1");
    expect(await record.ended).toEqual({ kind: "finished", finish: { results: [{ kind: "cancelled" }] } });
    expect(seen).toHaveLength(before);
  });
});

test("[T16] what a browser was allowed and is not any more is denied before anything is sent", async () => {
  const url = `${base}/json?withdrawn`;
  const workflow = workflowOf({ s: { kind: "http", accepts: ["Start"], config: { url } } });
  const asked: unknown[] = [];
  const executors = createExecutors(
    {
      runId: "r1",
      workflow,
      digest: "",
      epoch: 1,
      onHolds: () => {},
      withdrawnSince: async (permission) => {
        asked.push(permission);
        return "It was withdrawn.";
      },
    },
    { sandbox, runner, web: { fetch }, now: () => 5_000 },
  );
  const record = recordExecution(workflow);
  executors.start(dispatchOf("s"), record.execution);
  expect(await record.ended).toMatchObject({
    finish: {
      results: [{ kind: "fail", denied: true, failure: { name: "DeniedError", message: "It was withdrawn." } }],
    },
  });
  expect(asked).toEqual([{ kind: "host", host: new URL(base).host }]);
  expect(seen.some((request) => request.url.includes("withdrawn"))).toBe(false);
});
