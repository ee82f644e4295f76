import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { liveProtocols } from "../protocol/runnerApi.ts";
import { frameOf, jobWorkflow } from "./fixtures/calls.ts";
import { approve } from "./fixtures/commands.ts";
import { type HttpServer, startHttpServer } from "./fixtures/httpServer.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "./fixtures/testRunner.ts";

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

let folders: TestFolders;
let runner: TestRunner;
let target: HttpServer;
let requests: readonly { readonly method: string; readonly path: string; readonly body?: unknown }[];

beforeAll(async () => {
  folders = makeTestFolders();
  target = await startHttpServer((_heard, response) => response.end("reached"));
  runner = await startTestRunner(folders);
  const http = jobWorkflow({ kind: "http", accepts: ["Start"], config: { url: `http://${target.host}/` } });
  const file = jobWorkflow({
    kind: "file",
    accepts: ["Start"],
    config: { operation: "write", path: "written", content: "x" },
  });
  // All of it is approved: only the guard stands between a foreign page and what happens.
  await approve(runner, http);
  await approve(runner, file);
  requests = [
    { method: "GET", path: "/v1/health" },
    { method: "POST", path: "/v1/http", body: { ...frameOf(http), method: "GET", url: `http://${target.host}/` } },
    {
      method: "POST",
      path: "/v1/files",
      body: { ...frameOf(file), operation: "write", path: "written", content: "x" },
    },
    { method: "POST", path: "/v1/models/~/chat", body: {} },
    { method: "PUT", path: "/v1/models/evil", body: { url: `http://${target.host}/v1` } },
    { method: "GET", path: "/v1/models" },
    { method: "GET", path: "/v1/models/local" },
    { method: "PUT", path: "/v1/secrets/EVIL", body: { value: "value" } },
    { method: "GET", path: "/v1/secrets" },
    { method: "POST", path: "/v1/tokens" },
    { method: "GET", path: "/v1/tokens" },
    { method: "GET", path: "/v1/approvals" },
    { method: "DELETE", path: "/v1/approvals" },
    { method: "POST", path: "/v1/attempts/a~job~x/cancel" },
  ];
});

afterAll(async () => {
  await runner.close();
  await target.close();
  folders.remove();
});

const json = { "content-type": "application/json" };

/** A request as a hostile page or program may send it; answers the statuses of all. */
async function sendAll(how: {
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: boolean;
  readonly inQuery?: boolean;
}): Promise<readonly number[]> {
  const answers = await Promise.all(
    requests.map(({ method, path, body }) =>
      ask(runner.port, method, how.inQuery ? `${path}?token=${runner.token}&access_token=${runner.token}` : path, {
        ...(how.token && { token: runner.token }),
        headers: { ...(body !== undefined && json), ...how.headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    ),
  );
  for (const { headers } of answers) expect(headers["access-control-allow-origin"]).toBeUndefined();
  return answers.map(({ status }) => status);
}

async function expectUntouched(): Promise<void> {
  const get = async (path: string) => (await ask(runner.port, "GET", path, { token: runner.token })).json as unknown[];
  expect(target.heard).toEqual([]);
  expect(readdirSync(folders.workspace)).toEqual([]);
  expect(readdirSync(join(folders.data, "attempts")).filter((name) => name.includes("call"))).toEqual([]);
  expect(await get("/v1/secrets")).toEqual([]);
  expect(await get("/v1/models")).toEqual([]);
  expect((await get("/v1/tokens")).length).toBe(1);
  expect((await get("/v1/approvals")).length).toBe(2);
}

describe("every call is refused, and nothing happens", () => {
  test.each<[string, Parameters<typeof sendAll>[0], number]>([
    ["without a token", {}, 401],
    ["with a wrong token", { headers: { authorization: `Bearer ${"A".repeat(43)}` } }, 401],
    ["with the token in the query", { inQuery: true }, 401],
    ["with the token in a cookie", { headers: { cookie: "token=x" } }, 401],
    ["from a foreign page without the token", { headers: { origin: "https://evil.example" } }, 403],
    ["from a foreign page with the token", { headers: { origin: "https://evil.example" }, token: true }, 403],
    ["from a page of another port", { headers: { origin: "http://127.0.0.1:1" }, token: true }, 403],
    ["from a sandboxed page", { headers: { origin: "null" }, token: true }, 403],
    ["under a rebound name", { headers: { host: "evil.example" }, token: true }, 403],
    ["under a name that ends like ours", { headers: { host: "127.0.0.1.evil.example" }, token: true }, 403],
  ])("%s", async (_what, how, status) => {
    expect(new Set(await sendAll(how))).toEqual(new Set([status]));
    await expectUntouched();
  });

  test("a simple POST, which needs no preflight, is refused even with everything else right", async () => {
    for (const { method, path, body } of requests) {
      if (method !== "POST" || body === undefined) continue;
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        const answer = await ask(runner.port, method, path, {
          token: runner.token,
          headers: { "content-type": type },
          body: JSON.stringify(body),
        });
        expect(answer.status).toBe(400);
      }
    }
    await expectUntouched();
  });

  test.each([
    ["without a token", [], undefined],
    ["from a foreign page", ["tickwork.live.v1", "TOKEN"], "https://evil.example"],
    ["from a sandboxed page", ["tickwork.live.v1", "TOKEN"], "null"],
  ] as const)("a WebSocket %s is refused", async (_what, protocols, origin) => {
    const named = protocols.map((name) => (name === "TOKEN" ? `tickwork.token.${runner.token}` : name));
    const socket = new WebSocket(
      `ws://127.0.0.1:${runner.port}/v1/live`,
      named,
      origin === undefined ? {} : { origin },
    );
    const status = await new Promise((resolve) => {
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.on("open", () => resolve("open"));
      socket.on("error", () => {});
    });
    expect([401, 403]).toContain(status);
    socket.terminate();
  });

  test("the log names what was refused and no token", () => {
    const log = runner.logged.join("\n");
    expect(log).toContain("refused POST /v1/http: forbidden-origin");
    expect(log).not.toContain(runner.token);
  });
});

describe("tokens", () => {
  test("another one is told once, works, and is refused once it is revoked, live connections included", async () => {
    const made = (await ask(runner.port, "POST", "/v1/tokens", { token: runner.token })).json as {
      id: string;
      token: string;
    };
    expect((await ask(runner.port, "GET", "/v1/health", { token: made.token })).status).toBe(200);
    const socket = new WebSocket(`ws://127.0.0.1:${runner.port}/v1/live`, liveProtocols(made.token));
    await new Promise((resolve) => socket.once("message", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    expect((await ask(runner.port, "GET", "/v1/tokens", { token: made.token })).text).not.toContain(made.token);
    expect((await ask(runner.port, "DELETE", `/v1/tokens/${made.id}`, { token: runner.token })).status).toBe(200);
    await closed;
    expect((await ask(runner.port, "GET", "/v1/health", { token: made.token })).status).toBe(401);
    expect((await ask(runner.port, "GET", "/v1/health", { token: runner.token })).status).toBe(200);
  });
});
