import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { attemptPath } from "../../protocol/runnerApi.ts";
import type { HttpCall } from "../../protocol/runnerCalls.ts";
import { secretMark } from "../../protocol/secretMarks.ts";
import type { StepConfigs, Workflow } from "../../workflow/workflow.ts";
import { answered, cancelAttempt, frameOf, jobWorkflow, postHttp, resultOf } from "../fixtures/calls.ts";
import { approve, attemptState, until, upload } from "../fixtures/commands.ts";
import { type HttpServer, startHttpServer } from "../fixtures/httpServer.ts";
import { buildPrograms } from "../fixtures/programs.ts";
import { startRunnerProcess } from "../fixtures/runnerProcess.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "../fixtures/testRunner.ts";

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

const secret = "s3cret-value/with+signs";
const marks = "ab".repeat(16);
const mark = secretMark(marks, "API_KEY");

let folders: TestFolders;
let runner: TestRunner;
/** Says `/echo`, `/redirect?to=`, `/slow`, `/cut`, `/huge`, `/bomb`, `/latin`, `/bytes`. */
let server: HttpServer;
let other: HttpServer;

beforeAll(async () => {
  folders = makeTestFolders();
  runner = await startTestRunner(folders, { secrets: { API_KEY: secret } });
  other = await startHttpServer((_heard, response) => response.end("other"));
  server = await startHttpServer(({ url, method, headers, body }, response) => {
    const { pathname, searchParams } = new URL(url, "http://x");
    switch (pathname) {
      case "/redirect":
        response.writeHead(Number(searchParams.get("status") ?? 302), { location: searchParams.get("to") ?? "" }).end();
        return;
      case "/slow":
        response.writeHead(200, { "content-type": "text/plain" }).write("begun");
        return;
      case "/cut":
        response.writeHead(200, { "content-length": 100 }).write("half");
        setTimeout(() => response.destroy(), 50);
        return;
      case "/huge": {
        const more = (): void => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
          if (!response.destroyed) response.once("drain", more);
        };
        more();
        return;
      }
      case "/bomb":
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000, "x")));
        return;
      case "/latin":
        response.writeHead(200, { "content-type": "text/plain; charset=iso-8859-1" }).end(Buffer.from([0x61, 0xe4]));
        return;
      case "/bytes":
        response.end(Buffer.from([0xff, 0xfe, 0x00]));
        return;
      default:
        response.writeHead(201, { "x-echo": headers.authorization ?? "none", "content-type": "application/json" });
        response.end(JSON.stringify({ method, url, headers, body }));
    }
  });
});

afterAll(async () => {
  await runner.close();
  await Promise.all([server.close(), other.close()]);
  folders.remove();
});

const httpWorkflow = (config: StepConfigs["http"], more = {}): Workflow =>
  jobWorkflow({ kind: "http", accepts: ["Start"], config }, more);

function callOf(workflow: Workflow, over: Partial<HttpCall> = {}): HttpCall {
  const { config } = workflow.steps.job as { readonly config: StepConfigs["http"] };
  const { method = "GET", url, headers, body } = config;
  return {
    ...frameOf(workflow),
    method,
    url,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    ...over,
  };
}

/** Approves, asks and answers the result. */
async function fetched(workflow: Workflow, over: Partial<HttpCall> = {}) {
  await approve(runner, workflow);
  const call = callOf(workflow, over);
  const answer = await postHttp(runner, call);
  expect(answer.status, answer.text).toBe(200);
  return resultOf(runner, call.key);
}

const at = (path: string): string => `http://${server.host}${path}`;
/** One that may redirect to `other`, because another step names that host. */
const withOther = () => ({
  next: { kind: "http" as const, accepts: ["Never"], config: { url: `http://${other.host}/` } },
});

describe("a request", () => {
  test("is carried out with its method, headers and body, and answered whole", async () => {
    const workflow = httpWorkflow({
      method: "POST",
      url: at("/echo?a=1"),
      headers: { "X-One": "1", "content-type": "application/json" },
      body: '{"a":1}',
    });
    const result = await fetched(workflow);
    expect(result).toMatchObject({ kind: "http", status: 201, headers: { "x-echo": "none" }, url: at("/echo") });
    if (result.kind !== "http") throw new Error();
    expect(JSON.parse(result.body.content)).toMatchObject({
      method: "POST",
      url: "/echo?a=1",
      headers: { "x-one": "1", "content-type": "application/json" },
      body: '{"a":1}',
    });
  });

  test("carries secrets that only the runner knows, and nothing that comes back shows them", async () => {
    const workflow = httpWorkflow({
      method: "POST",
      url: at("/echo?key={{ secret.API_KEY }}"),
      headers: { Authorization: "Bearer {{ secret.API_KEY }}" },
      body: "{{ secret.API_KEY }}",
    });
    const result = await fetched(workflow, {
      url: at(`/echo?key=${mark}`),
      headers: { Authorization: `Bearer ${mark}` },
      body: `body ${mark}`,
      marks,
    });
    expect(server.heard.at(-1)).toMatchObject({
      url: `/echo?key=${encodeURIComponent(secret)}`,
      headers: { authorization: `Bearer ${secret}` },
      body: `body ${secret}`,
    });
    expect(result).toMatchObject({ headers: { "x-echo": `Bearer ${"*".repeat(secret.length)}` } });
    const kept = readdirSync(join(folders.data, "attempts")).map((name) =>
      readFileSync(join(folders.data, "attempts", name), "utf8"),
    );
    expect(JSON.stringify(result) + kept.join()).not.toContain("s3cret");
    expect(JSON.stringify(result) + kept.join()).not.toContain(encodeURIComponent(secret));
  });

  test("with user and password in its address sends basic authorization", async () => {
    const url = `http://me:{{ secret.API_KEY }}@${server.host}/echo`;
    await fetched(httpWorkflow({ url }), { url: `http://me:${mark}@${server.host}/echo`, marks });
    expect(server.heard.at(-1)?.headers.authorization).toBe(`Basic ${btoa(`me:${secret}`)}`);
  });

  test("answers other encodings as text and bytes as base64", async () => {
    expect(await fetched(httpWorkflow({ url: at("/latin") }))).toMatchObject({ body: { content: "aä" } });
    expect(await fetched(httpWorkflow({ url: at("/bytes") }))).toMatchObject({
      body: { encoding: "base64", content: "//4A" },
    });
  });

  test("with a secret that the runner does not have fails before anything is sent", async () => {
    const before = server.heard.length;
    const workflow = httpWorkflow({ url: at("/echo"), headers: { A: "{{ secret.NONE }}" } });
    expect(await fetched(workflow, { headers: { A: secretMark(marks, "NONE") }, marks })).toMatchObject({
      kind: "failed",
      failure: {
        code: "missing",
        message: expect.stringContaining("in the settings, or with: tickwork secret set NONE"),
      },
    });
    expect(server.heard.length).toBe(before);
  });
});

describe("[T16] only what was approved is sent", () => {
  test("nothing is sent without consent", async () => {
    const before = server.heard.length;
    const workflow = httpWorkflow({ url: at("/unapproved"), headers: { A: "{{ secret.UNAPPROVED }}" } });
    const unknown = await postHttp(runner, callOf(workflow));
    expect(unknown.json).toMatchObject({ error: { code: "not-found" } });
    await upload(runner, workflow);
    const answer = await postHttp(runner, callOf(workflow));
    expect(answer.json).toMatchObject({
      error: { code: "not-approved", message: expect.stringContaining("UNAPPROVED") },
    });
    expect(server.heard.length).toBe(before);
  });

  test.each<[string, (call: HttpCall) => Partial<HttpCall>]>([
    ["method", () => ({ method: "DELETE" })],
    ["host", () => ({ url: `http://${other.host}/a/1` })],
    ["host", () => ({ url: `http://${server.host}@${other.host}/` })],
    ["host", () => ({ url: `http://127.0.0.1.evil.example:${server.port}/` })],
    ["headers", () => ({ headers: { X: "1", "X-More": "2" } })],
    ["headers", () => ({ headers: { X: "2" } })],
    ["body", () => ({ body: "other" })],
    ["no secret API_KEY", () => ({ url: at(`/a/${mark}`), marks })],
  ])("another %s is denied", async (what, change) => {
    const workflow = httpWorkflow({ method: "POST", url: at("/a/{{ data }}"), headers: { X: "1" }, body: "fixed" });
    await approve(runner, workflow);
    const call = callOf(workflow, { url: at("/a/1") });
    const heard = server.heard.length + other.heard.length;
    const answer = await postHttp(runner, { ...call, ...change(call) });
    expect(answer.json).toMatchObject({ error: { code: "denied", message: expect.stringContaining(what) } });
    expect(server.heard.length + other.heard.length).toBe(heard);
  });

  test("a key of a step of another kind is denied", async () => {
    const workflow = jobWorkflow({ kind: "stop", accepts: ["Start"], config: {} });
    await approve(runner, workflow);
    const answer = await postHttp(runner, { ...frameOf(workflow), method: "GET", url: at("/") });
    expect(answer.json).toMatchObject({ error: { code: "denied", message: expect.stringContaining("kind stop") } });
  });

  test("all that is wrong with a body is said", async () => {
    const answer = await ask(runner.port, "POST", "/v1/http", {
      token: runner.token,
      body: { key: "a", method: "CONNECT", url: "file:///etc/passwd", headers: { Host: "x" }, more: 1 },
    });
    expect(answer.status).toBe(400);
    for (const field of ["key", "digest", "epoch", "method", "url", "headers", "more"]) {
      expect(answer.text).toContain(`${field} `);
    }
  });
});

describe("private addresses", () => {
  const anywhere = httpWorkflow({ url: "{{ data }}" });

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["an IPv6 loopback", "[::1]"],
    ["a mapped one", "[::ffff:127.0.0.1]"],
    ["another writing of it", "0x7f.1"],
    ["a name that leads to it", "localhost"],
  ])("%s is refused to a step that does not name it", async (_what, host) => {
    const before = server.heard.length;
    expect(await fetched(anywhere, { url: `http://${host}:${server.port}/` })).toMatchObject({
      kind: "failed",
      failure: { code: "denied", message: expect.stringContaining("private address") },
    });
    expect(server.heard.length).toBe(before);
  });

  test("a step that names it may use it", async () => {
    expect(await fetched(httpWorkflow({ url: `http://localhost:${server.port}/echo` }))).toMatchObject({ status: 201 });
  });
});

describe("redirects", () => {
  test("lead on within the approved hosts, without keys to another server", async () => {
    const to = `http://${other.host}/there`;
    const url = at(`/redirect?to=${encodeURIComponent(to)}`);
    const workflow = httpWorkflow(
      {
        url,
        headers: { Authorization: "Bearer {{ secret.API_KEY }}", "X-Key": "{{ secret.API_KEY }}", "X-Plain": "1" },
      },
      withOther(),
    );
    const headers = { Authorization: `Bearer ${mark}`, "X-Key": mark, "X-Plain": "1" };
    expect(await fetched(workflow, { headers, marks })).toMatchObject({ status: 200, url: to });
    const heard = other.heard.at(-1)?.headers ?? {};
    expect(heard).toMatchObject({ "x-plain": "1" });
    expect(heard).not.toHaveProperty("authorization");
    expect(heard).not.toHaveProperty("x-key");
  });

  test.each([
    ["a host that nobody approved", () => `http://${other.host}/`, "nobody approved"],
    ["no http", () => "file:///etc/passwd", "not http"],
  ])("to %s are refused", async (_what, to, said) => {
    const before = other.heard.length;
    const result = await fetched(httpWorkflow({ url: at(`/redirect?to=${encodeURIComponent(to())}`) }));
    expect(result).toMatchObject({
      kind: "failed",
      failure: { code: "denied", message: expect.stringContaining(said) },
    });
    expect(other.heard.length).toBe(before);
  });

  test("without end are given up", async () => {
    const loop = await startHttpServer((_heard, response) => response.writeHead(302, { location: "/again" }).end());
    const result = await fetched(httpWorkflow({ url: `http://${loop.host}/` }));
    expect(result).toMatchObject({ kind: "failed", failure: { message: expect.stringContaining("without end") } });
    expect(loop.heard.length).toBe(11);
    await loop.close();
  });

  test("303 becomes a GET without body; 307 to another server never takes a secret along", async () => {
    const config = { method: "POST", headers: { "content-type": "text/plain" }, body: "x{{ secret.API_KEY }}" };
    const to = encodeURIComponent(at("/echo"));
    const see = await fetched(httpWorkflow({ ...config, url: at(`/redirect?status=303&to=${to}`) }), {
      body: `x${mark}`,
      marks,
    });
    expect(see).toMatchObject({ status: 201 });
    expect(server.heard.at(-1)).toMatchObject({ method: "GET", body: "" });
    const elsewhere = encodeURIComponent(`http://${other.host}/`);
    const before = other.heard.length;
    const url = at(`/redirect?status=307&to=${elsewhere}`);
    const kept = await fetched(httpWorkflow({ ...config, url }, withOther()), { body: `x${mark}`, marks });
    expect(kept).toMatchObject({ kind: "failed", failure: { message: expect.stringContaining("a secret") } });
    expect(other.heard.length).toBe(before);
  });
});

describe("servers in bad weather", () => {
  test("one that is slow is given up, and the connection with it", async () => {
    const started = performance.now();
    expect(await fetched(httpWorkflow({ url: at("/slow") }), { timeoutMs: 300 })).toMatchObject({
      kind: "failed",
      failure: { code: "timeout" },
    });
    expect(performance.now() - started).toBeLessThan(10_000);
    await until("no connection is open", async () => ((await server.connections()) === 0 ? true : undefined));
  });

  test("one that breaks off, and one that is not there, are failures in words", async () => {
    expect(await fetched(httpWorkflow({ url: at("/cut") }))).toMatchObject({
      kind: "failed",
      failure: { code: "network", message: expect.stringContaining("did not answer whole") },
    });
    const gone = await startHttpServer(() => {});
    await gone.close();
    expect(await fetched(httpWorkflow({ url: `http://${gone.host}/` }))).toMatchObject({
      kind: "failed",
      failure: { code: "network", message: expect.stringContaining("nothing listens there") },
    });
  });

  test.each(["/huge", "/bomb"])("%s is cut at the bound and not read on", async (path) => {
    const result = await fetched(httpWorkflow({ url: at(path) }), { maxOutputBytes: 100_000 });
    expect(result).toMatchObject({ kind: "http", body: { cut: true } });
    if (result.kind === "http") expect(result.body.content).toBe("x".repeat(100_000));
    await until("no connection is open", async () => ((await server.connections()) === 0 ? true : undefined));
  });
});

describe("[T17] [T18] a request under its key", () => {
  test("is sent once, however often it is asked for; another one under the key is refused", async () => {
    const workflow = httpWorkflow({ method: "POST", url: at("/once/{{ data }}") });
    await approve(runner, workflow);
    const call = callOf(workflow, { url: at("/once/1") });
    const answers = await Promise.all([call, call, call].map((again) => postHttp(runner, again)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await answered(runner, call.key);
    expect((await postHttp(runner, { ...call, epoch: 2, url: at("/once/2") })).json).toMatchObject({
      error: { code: "conflict" },
    });
    expect((await postHttp(runner, { ...call, epoch: 2 })).json).toMatchObject({ state: "answered" });
    expect((await postHttp(runner, call)).json).toMatchObject({ error: { code: "stale-epoch" } });
    expect(server.heard.filter(({ url }) => url.startsWith("/once")).length).toBe(1);
  });

  test("that was sealed is never sent", async () => {
    const workflow = httpWorkflow({ url: at("/sealed") });
    await approve(runner, workflow);
    const call = callOf(workflow);
    await ask(runner.port, "POST", `${attemptPath(call.key)}/seal`, { token: runner.token });
    expect((await postHttp(runner, call)).json).toEqual({ state: "sealed" });
    expect(server.heard.some(({ url }) => url === "/sealed")).toBe(false);
  });

  test("can be cancelled while it is under way, and its body is there as it comes", async () => {
    const workflow = httpWorkflow({ url: at("/slow") });
    await approve(runner, workflow);
    const call = callOf(workflow);
    await postHttp(runner, call);
    const output = `${attemptPath(call.key)}/output?stream=stdout&from=0`;
    await until("the beginning is there", async () =>
      (await ask(runner.port, "GET", output, { token: runner.token })).text === "begun" ? true : undefined,
    );
    expect(await attemptState(runner, call.key)).toEqual({ state: "calling" });
    await cancelAttempt(runner, call.key);
    expect(await resultOf(runner, call.key)).toEqual({ kind: "cancelled" });
  });

  test("survives the death of the runner: a safe one is sent again, of another one nobody knows", async () => {
    const programs = await buildPrograms();
    const own = makeTestFolders();
    let isSlow = true;
    const counting = await startHttpServer((_heard, response) => (isSlow ? undefined : response.end("done")));
    const first = await startRunnerProcess(own, programs);
    const get = httpWorkflow({ url: `http://${counting.host}/get` });
    const post = httpWorkflow({ method: "POST", url: `http://${counting.host}/post` });
    const calls = [callOf(get), callOf(post)] as const;
    await approve(first, get);
    for (const call of calls) {
      await approve(first, call.method === "GET" ? get : post);
      await postHttp(first, call);
    }
    await until("both are under way", () => (counting.heard.length === 2 ? true : undefined));
    await first.kill();
    isSlow = false;
    const second = await startRunnerProcess(own, programs);
    expect(await resultOf(second, calls[0].key)).toMatchObject({ status: 200, body: { content: "done" } });
    expect(await attemptState(second, calls[1].key)).toMatchObject({
      state: "lost",
      cause: expect.stringContaining("not known"),
    });
    expect(counting.heard.map(({ url }) => url).sort()).toEqual(["/get", "/get", "/post"]);
    await second.kill();
    await counting.close();
    own.remove();
  });

  test("is not sent after consent was withdrawn", async () => {
    const workflow = httpWorkflow({ url: at("/withdrawn"), headers: { A: "{{ secret.API_KEY }}" } });
    await approve(runner, workflow);
    await ask(runner.port, "DELETE", "/v1/approvals", { token: runner.token });
    const answer = await postHttp(runner, callOf(workflow, { headers: { A: mark }, marks }));
    expect(answer.json).toMatchObject({ error: { code: "not-approved" } });
    expect(server.heard.some(({ url }) => url === "/withdrawn")).toBe(false);
  });
});
