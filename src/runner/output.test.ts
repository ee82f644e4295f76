import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { attemptPath, type LiveMessage, type LiveRequest, liveProtocols } from "../protocol/runnerApi.ts";
import { commandWorkflow, completion, newKey, start, stateWhen, until } from "./fixtures/commands.ts";
import { buildPrograms, type Programs } from "./fixtures/programs.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "./fixtures/testRunner.ts";

let programs: Programs;
let folders: TestFolders;
let runner: TestRunner;

// Real processes on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

beforeAll(async () => {
  programs = await buildPrograms();
  folders = makeTestFolders();
  runner = await startTestRunner(folders, {
    hostScript: programs.attemptHost,
    secrets: { API_KEY: "s3cret-value/with+signs" },
  });
});

beforeEach(() => folders.clear());

afterAll(async () => {
  await runner.close();
  folders.remove();
});

const shell = (line: string, config = {}, fields = {}) =>
  commandWorkflow({ shell: { program: "sh", line }, ...config }, fields);
const inWorkspace = (name: string) => join(folders.workspace, name);

async function outputFrom(key: string, stream: string, from: number) {
  const path = `${attemptPath(key)}/output?stream=${stream}&from=${from}`;
  const { headers, text } = await ask(runner.port, "GET", path, { token: runner.token });
  return {
    from: Number(headers["x-tickwork-from"]),
    observed: Number(headers["x-tickwork-observed"]),
    ended: headers["x-tickwork-ended"] === "1",
    text,
  };
}

describe("output that nobody reads never blocks the command", () => {
  test.each([
    ["stdout", 65_536],
    ["stdout", 65_537],
    ["stdout", 50_000_000],
    ["stderr", 65_536],
    ["stderr", 65_537],
    ["stderr", 50_000_000],
  ] as const)("%s: %i bytes, counted exactly, kept within the bound", async (stream, bytes) => {
    const redirect = stream === "stderr" ? ">&2" : "";
    const key = await start(runner, shell(`head -c ${bytes} /dev/zero | tr '\\0' x ${redirect}`), {
      maxOutputBytes: 65_536,
    });
    const done = await completion(runner, key);
    expect(done.exit).toEqual({ code: 0 });
    const kept = done[stream];
    expect(kept).toMatchObject({ observedBytes: bytes, keptBytes: 65_536 });
    expect(kept.digest).toBe(`sha256:${createHash("sha256").update("x".repeat(bytes)).digest("hex")}`);
    if (bytes === 65_536) expect(kept.text).toBe("x".repeat(bytes));
    else expect(kept.text).toContain(`… ${bytes - 65_536} bytes were not kept …`);
    const stored = readdirSync(join(folders.data, "attempts")).map(
      (name) => statSync(join(folders.data, "attempts", name)).size,
    );
    expect(Math.max(...stored)).toBeLessThanOrEqual(65_536);
  });

  test("from an offset that was not kept, reading goes on behind the gap", async () => {
    const key = await start(runner, shell("printf 0123456789abcdefghij"), { maxOutputBytes: 6 });
    await completion(runner, key);
    expect(await outputFrom(key, "stdout", 1)).toEqual({ from: 1, observed: 20, ended: true, text: "12" });
    expect(await outputFrom(key, "stdout", 3)).toEqual({ from: 17, observed: 20, ended: true, text: "hij" });
    expect(await outputFrom(key, "stdout", 19)).toMatchObject({ from: 19, text: "j" });
    expect(await outputFrom(key, "stdout", 20)).toMatchObject({ from: 20, text: "" });
    expect((await ask(runner.port, "GET", `${attemptPath(key)}/output?from=-1`, { token: runner.token })).status).toBe(
      400,
    );
  });

  test("a character that is printed in two halves is whole, and a bound never cuts one", async () => {
    const split = await start(runner, shell("printf '\\342\\202'; sleep 0.1; printf '\\254'"));
    expect((await completion(runner, split)).stdout.text).toBe("€");
    const cut = await start(runner, shell("printf '€€€€€'"), { maxOutputBytes: 8 });
    expect((await completion(runner, cut)).stdout).toMatchObject({
      text: "€\n… 9 bytes were not kept …\n€",
      observedBytes: 15,
      keptBytes: 6,
    });
  });

  test("nothing is kept when nothing may be", async () => {
    const key = await start(runner, shell("echo hello"), { maxOutputBytes: 0 });
    expect((await completion(runner, key)).stdout).toMatchObject({ observedBytes: 6, keptBytes: 0 });
  });
});

describe("secrets", () => {
  const line = 'echo "key: $API_KEY"; printf %s "$API_KEY" | base64; printf s3cret-; sleep 0.1; echo value/with+signs';

  test("a command gets them by name, and what it echoes of them is masked, everywhere", async () => {
    const key = await start(runner, shell(`test "\${#API_KEY}" = 23 && { ${line}; }`, { secrets: ["API_KEY"] }));
    const done = await completion(runner, key);
    expect(done.exit).toEqual({ code: 0 });
    expect(done.stdout.text).toBe(`key: ${"*".repeat(23)}\n${"*".repeat(31)}=\n${"*".repeat(23)}\n`);
    const files = readdirSync(join(folders.data, "attempts")).map((name) =>
      readFileSync(join(folders.data, "attempts", name), "utf8"),
    );
    expect(files.join("\n")).not.toContain("s3cret-value");
    expect(files.join("\n")).not.toContain(Buffer.from("s3cret-value").toString("base64").slice(0, 12));
  });

  test("one that does not exist is named, and nothing runs", async () => {
    const key = await start(runner, shell("touch ran", { secrets: ["OTHER"] }));
    expect(await completion(runner, key)).toMatchObject({
      exit: "abnormal",
      message: expect.stringContaining("tickwork secret set OTHER"),
    });
    expect(existsSync(inWorkspace("ran"))).toBe(false);
  });

  test("names come out, values only go in, and one too short to be masked is refused", async () => {
    const { port, token } = runner;
    const put = (value: unknown) => ask(port, "PUT", "/v1/secrets/STORED", { token, body: { value } });
    expect((await put("abc")).text).toContain("at least 4 characters");
    expect((await put("a value to keep")).status).toBe(200);
    const list = await ask(port, "GET", "/v1/secrets", { token });
    expect(list.json).toEqual(["API_KEY", "STORED"]);
    expect((await ask(port, "GET", "/v1/secrets/STORED", { token })).status).toBe(404);
    expect(statSync(join(folders.data, "secrets.json")).mode & 0o077).toBe(0);
    expect((await ask(port, "DELETE", "/v1/secrets/STORED", { token })).status).toBe(200);
    expect((await ask(port, "GET", "/v1/secrets", { token })).json).toEqual(["API_KEY"]);
  });
});

interface LiveConnection {
  readonly messages: readonly LiveMessage[];
  send(request: LiveRequest): void;
  close(): void;
}

async function connect(
  protocols = liveProtocols(runner.token),
  headers: Readonly<Record<string, string>> = {},
): Promise<LiveConnection> {
  const socket = new WebSocket(`ws://127.0.0.1:${runner.port}/v1/live`, protocols, { headers });
  const messages: LiveMessage[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(String(data)) as LiveMessage));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return {
    messages,
    send: (request) => socket.send(JSON.stringify(request)),
    close: () => socket.terminate(),
  };
}

describe("the live connection", () => {
  const textOf = (messages: readonly LiveMessage[], watch: number): string =>
    messages
      .flatMap((message) =>
        message.kind === "output" && message.watch === watch ? [Buffer.from(message.base64, "base64")] : [],
      )
      .join("");
  const ended = (live: LiveConnection, watch: number) =>
    until("end", () => live.messages.some((message) => message.kind === "end" && message.watch === watch) || undefined);

  test.each([
    ["without a token", ["tickwork.live.v1"], {}],
    ["with a wrong token", liveProtocols("A".repeat(43)), {}],
    ["from a foreign origin", undefined, { origin: "https://evil.example" }],
    ["from the null origin", undefined, { origin: "null" }],
    ["to a rebound host", undefined, { host: "evil.example" }],
  ])("%s is refused", async (_name, protocols, headers) => {
    await expect(connect(protocols as [string, string] | undefined, headers as Record<string, string>)).rejects.toThrow(
      /40[13]/,
    );
  });

  test("the token never comes back, and the first message is the runner's health", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${runner.port}/v1/live`, liveProtocols(runner.token));
    const [data] = await new Promise<[Buffer]>((resolve) =>
      socket.once("message", (first: Buffer) => resolve([first])),
    );
    expect(socket.protocol).toBe("tickwork.live.v1");
    expect(JSON.parse(String(data))).toMatchObject({ kind: "hello", health: { version: "test" } });
    socket.terminate();
  });

  test("output comes while the command runs, from any offset, and the end after all of it", async () => {
    const key = await start(
      runner,
      shell("echo one; while [ ! -e go ]; do sleep 0.02; done; echo two; echo err >&2; exit 2"),
    );
    const live = await connect();
    live.send({ kind: "watch", watch: 1, key, stdout: 0, stderr: 0 });
    live.send({ kind: "watch", watch: 2, key, stdout: 2 });
    await until("first line", () => textOf(live.messages, 2) === "e\n" || undefined);
    writeFileSync(inWorkspace("go"), "");
    await ended(live, 1);
    await ended(live, 2);
    expect(textOf(live.messages, 1).replace("err\n", "")).toBe("one\ntwo\n");
    expect(textOf(live.messages, 2)).toBe("e\ntwo\n");
    const last = live.messages.filter((message) => message.kind !== "hello" && message.watch === 1).slice(-2);
    expect(last).toMatchObject([
      { kind: "state", state: { state: "exited", completion: { exit: { code: 2 } } } },
      { kind: "end" },
    ]);
    live.close();
  });

  test("what was not kept is told as a gap", async () => {
    const key = await start(runner, shell("printf 0123456789"), { maxOutputBytes: 4 });
    await completion(runner, key);
    const live = await connect();
    live.send({ kind: "watch", watch: 7, key, stdout: 0 });
    await ended(live, 7);
    expect(live.messages.filter(({ kind }) => kind === "output" || kind === "gap")).toMatchObject([
      { kind: "output", from: 0 },
      { kind: "gap", from: 2, to: 8 },
      { kind: "output", from: 8 },
    ]);
    live.close();
  });

  test("an unknown attempt is told as unknown, a wrong key is refused, nonsense ends the connection", async () => {
    const live = await connect();
    live.send({ kind: "watch", watch: 1, key: newKey() });
    live.send({ kind: "watch", watch: 2, key: "no key" });
    await ended(live, 1);
    await until("refused", () => live.messages.find(({ kind }) => kind === "refused"));
    expect(live.messages).toContainEqual({ kind: "state", watch: 1, state: { state: "unknown" } });
    live.close();
    const socket = new WebSocket(`ws://127.0.0.1:${runner.port}/v1/live`, liveProtocols(runner.token));
    socket.once("open", () => socket.send("nonsense"));
    const code = await new Promise((resolve) => socket.once("close", resolve));
    expect(code).toBe(1003);
  });

  test("a page that does not read holds up neither the command nor the runner", async () => {
    const key = await start(runner, shell("head -c 50000000 /dev/zero; touch printed"), { maxOutputBytes: 1_000_000 });
    const socket = new WebSocket(`ws://127.0.0.1:${runner.port}/v1/live`, liveProtocols(runner.token));
    socket.once("open", () => {
      socket.send(JSON.stringify({ kind: "watch", watch: 1, key, stdout: 0 }));
      socket.pause();
    });
    await completion(runner, key);
    expect(existsSync(inWorkspace("printed"))).toBe(true);
    socket.terminate();
    await stateWhen(runner, key, "exited");
  });
});
