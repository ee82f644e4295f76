import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunnerHealth } from "../protocol/runnerApi.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "./fixtures/testRunner.ts";

let folders: TestFolders;
let runner: TestRunner;

beforeEach(async () => {
  folders = makeTestFolders();
  runner = await startTestRunner(folders, { allowedOrigins: ["https://friend.example"] });
});

afterEach(async () => {
  await runner.close();
  folders.remove();
});

const health = (headers: Readonly<Record<string, string>> = {}, token?: string) =>
  ask(runner.port, "GET", "/v1/health", { headers, ...(token !== undefined && { token }) });

describe("who may talk to the API", () => {
  test("a command-line client with the token and no Origin passes", async () => {
    const answer = await health({}, runner.token);
    expect(answer.status).toBe(200);
    expect((answer.json as RunnerHealth).workspaces).toEqual([{ name: "work", path: folders.workspace }]);
  });

  test("the runner's own origin passes with the token", async () => {
    expect((await health({ origin: `http://127.0.0.1:${runner.port}` }, runner.token)).status).toBe(200);
  });

  test.each([
    ["no token", {}, undefined],
    ["a wrong token", {}, "A".repeat(43)],
    ["an empty token", { authorization: "Bearer " }, undefined],
    ["another scheme", { authorization: "Basic abc" }, undefined],
  ])("%s is refused", async (_name, headers, token) => {
    const answer = await health(headers, token);
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ error: { code: "unauthorized" } });
  });

  test("a token in the query is no token", async () => {
    const answer = await ask(runner.port, "GET", `/v1/health?token=${runner.token}`);
    expect(answer.status).toBe(401);
    expect(runner.logged.join("\n")).not.toContain(runner.token);
  });

  test.each(["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost:4717"])(
    "origin %s is refused even with the token",
    async (origin) => {
      const answer = await health({ origin }, runner.token);
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ error: { code: "forbidden-origin" } });
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  test("a simple POST of a foreign page is refused", async () => {
    const answer = await ask(runner.port, "POST", "/v1/approvals", {
      headers: { origin: "https://evil.example", "content-type": "text/plain" },
      body: "{}",
    });
    expect(answer.status).toBe(403);
  });

  test.each(["evil.example", "evil.example:4717", "127.0.0.1", "127.0.0.1:1"])("host %s is refused", async (host) => {
    const answer = await health({ host }, runner.token);
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ error: { code: "forbidden-host" } });
    expect((await ask(runner.port, "GET", "/", { headers: { host } })).status).toBe(403);
  });

  test("an origin named with --allow-origin passes, with a preflight and with the token", async () => {
    const origin = "https://friend.example";
    const preflight = await ask(runner.port, "OPTIONS", "/v1/health", { headers: { origin } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-origin"]).toBe(origin);
    const answer = await health({ origin }, runner.token);
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe(origin);
    expect((await health({ origin })).status).toBe(401);
  });

  test("a preflight of a foreign origin allows nothing", async () => {
    const answer = await ask(runner.port, "OPTIONS", "/v1/health", { headers: { origin: "https://evil.example" } });
    expect(answer.status).toBe(403);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("one who sends half a request and waits holds up nobody", async () => {
    const socket = connect(runner.port, "127.0.0.1");
    const head = `PUT /v1/attempts/a~b~c HTTP/1.1\r\nHost: 127.0.0.1:${runner.port}\r\nAuthorization: Bearer ${runner.token}`;
    socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":`);
    expect((await health({}, runner.token)).status).toBe(200);
    socket.destroy();
    expect((await health({}, runner.token)).status).toBe(200);
  });

  test.each(["GARBAGE\r\n\r\n", "GET /v1/health HTTP/1.1\r\n\r\n"])("%j is no request", async (text) => {
    const socket = connect(runner.port, "127.0.0.1");
    socket.end(text);
    const answer = await new Promise((resolve) => socket.once("data", (data) => resolve(String(data))));
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    socket.destroy();
  });

  test("a revoked token is refused", async () => {
    const [token] = (await ask(runner.port, "GET", "/v1/tokens", { token: runner.token })).json as { id: string }[];
    await ask(runner.port, "DELETE", `/v1/tokens/${token?.id}`, { token: runner.token });
    expect((await health({}, runner.token)).status).toBe(401);
  });
});

describe("the page", () => {
  test("index.html is free, with the strict policy", async () => {
    const answer = await ask(runner.port, "GET", "/");
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("<title>page</title>");
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).not.toMatch(/'unsafe-eval'/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect(answer.headers["cache-control"]).toBe("no-cache");
  });

  test("the engine worker alone may reach hosts of HTTP steps; its script is cached by its hashed name", async () => {
    const answer = await ask(runner.port, "GET", "/assets/engine-Ab12Cd34.js");
    expect(answer.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(answer.headers["content-security-policy"]).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(answer.headers["content-security-policy"]).toContain("connect-src 'self' http: https:;");
    expect(answer.headers["cache-control"]).toContain("immutable");
  });

  test("an unchanged file is not sent again", async () => {
    const { headers } = await ask(runner.port, "GET", "/");
    const again = await ask(runner.port, "GET", "/", { headers: { "if-none-match": String(headers.etag) } });
    expect(again.status).toBe(304);
  });

  test.each(["localhost", "[::1]"])("%s is redirected to the one origin", async (name) => {
    const answer = await ask(runner.port, "GET", "/?x=1", { headers: { host: `${name}:${runner.port}` } });
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toBe(`http://127.0.0.1:${runner.port}/?x=1`);
  });

  test.each([
    "/../data/tokens.json",
    "/%2e%2e/data/tokens.json",
    "/..%2fdata/tokens.json",
    "/assets/..%5c..%5cdata%5ctokens.json",
    "/.hidden",
    "//etc/passwd",
    "/%",
    "/assets",
    "/index.html/x",
    "/%00",
  ])("%s is no file of the page", async (path) => {
    const answer = await ask(runner.port, "GET", path);
    expect(answer.status).toBe(404);
  });

  test("a link out of the page's folder is not followed", async () => {
    symlinkSync(join(folders.data, "tokens.json"), join(folders.page, "link.json"));
    expect((await ask(runner.port, "GET", "/link.json")).status).toBe(404);
  });
});

describe("starting", () => {
  test("token and id survive a restart", async () => {
    const before = (await health({}, runner.token)).json as RunnerHealth;
    await runner.close();
    const { token } = runner;
    runner = await startTestRunner(folders);
    expect(runner.token).toBe(token);
    expect(((await health({}, token)).json as RunnerHealth).runner).toBe(before.runner);
  });

  test("what it keeps is readable by this user only", () => {
    expect(statSync(folders.data).mode & 0o077).toBe(0);
    expect(statSync(join(folders.data, "tokens.json")).mode & 0o077).toBe(0);
  });

  test("a damaged token file means a new token, and the old one is refused", async () => {
    await runner.close();
    writeFileSync(join(folders.data, "tokens.json"), "{ half");
    const { token } = runner;
    runner = await startTestRunner(folders);
    expect((await health({}, token)).status).toBe(401);
    expect((await health({}, runner.token)).status).toBe(200);
  });

  test("a second runner on the same data folder says who holds it", async () => {
    await expect(startTestRunner(folders)).rejects.toThrow(`Another runner (process ${process.pid}) uses`);
  });

  test("a lock that a killed runner left is taken over", async () => {
    await runner.close();
    writeFileSync(join(folders.data, "runner.lock"), JSON.stringify({ pid: process.pid, startTime: 1 }));
    runner = await startTestRunner(folders);
    expect((await health({}, runner.token)).status).toBe(200);
  });

  test("a busy port is an error that says so, and the data folder is free again", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    await runner.close();
    await expect(startTestRunner(folders, { port })).rejects.toThrow(`Port ${port} is in use`);
    await new Promise((resolve) => other.close(resolve));
    runner = await startTestRunner(folders, { port });
    expect(runner.port).toBe(port);
  });

  test("it listens on loopback only", async () => {
    await expect(ask(runner.port, "GET", "/", { address: "0.0.0.1" })).rejects.toThrow();
    const answer = await ask(runner.port, "GET", "/v1/health", {
      address: "::1",
      token: runner.token,
      headers: { host: `[::1]:${runner.port}` },
    });
    expect(answer.status).toBe(200);
  });

  test("--token-file makes the file for this user only and takes its token", async () => {
    await runner.close();
    const tokenFile = join(folders.root, "token");
    runner = await startTestRunner(folders, { tokenFile });
    const token = readFileSync(tokenFile, "utf8").trim();
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    expect((await health({}, token)).status).toBe(200);
    await runner.close();
    chmodSync(tokenFile, 0o644);
    await expect(startTestRunner(folders, { tokenFile })).rejects.toThrow("can be read by other users");
    chmodSync(tokenFile, 0o600);
    writeFileSync(tokenFile, "short");
    await expect(startTestRunner(folders, { tokenFile })).rejects.toThrow("does not hold a token of 256 bits");
  });

  test("workspaces that cannot be are named", async () => {
    await runner.close();
    const start = (...workspaces: string[]) => startTestRunner(folders, { workspaces });
    await expect(start(join(folders.root, "none"))).rejects.toThrow("does not exist");
    await expect(start(folders.workspace, `work=${folders.page}`)).rejects.toThrow('Two workspaces are named "work"');
    await expect(start(join(folders.page, "index.html"))).rejects.toThrow("is not a folder");
  });
});
