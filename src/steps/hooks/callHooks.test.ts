import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { HookNotification, HookReport } from "../../protocol/hooks.ts";
import { until } from "../../runner/fixtures/commands.ts";
import { type HttpServer, startHttpServer } from "../../runner/fixtures/httpServer.ts";
import { buildPrograms, type Programs } from "../../runner/fixtures/programs.ts";
import { type RunnerProcess, startRunnerProcess } from "../../runner/fixtures/runnerProcess.ts";
import { makeTestFolders, type TestFolders } from "../../runner/fixtures/testRunner.ts";
import { digestOf } from "../../workflow/digest.ts";
import type { Json } from "../../workflow/json.ts";
import { createOutside, type StepsOutside } from "../createOutside.ts";
import { type LiveRun, startRun } from "../fixtures/liveRun.ts";
import { quickJsModule } from "../fixtures/quickJsModule.ts";
import { createSandbox } from "../sandbox/sandboxClient.ts";
import { spawnInProcess } from "../sandbox/spawnInProcess.ts";

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let programs: Programs;
let folders: TestFolders;
let runner: RunnerProcess | undefined;
let server: HttpServer | undefined;
let outside: StepsOutside;
let run: LiveRun | undefined;
let reports: HookReport[];
let notifications: HookNotification[];

beforeAll(async () => {
  programs = await buildPrograms();
});
beforeEach(() => {
  folders = makeTestFolders();
  reports = [];
  notifications = [];
});
afterEach(async () => {
  run?.close();
  run = undefined;
  outside.runner.setToken(null);
  await runner?.kill();
  await server?.close();
  runner = undefined;
  server = undefined;
  folders.remove();
});

async function openRunner(): Promise<void> {
  runner = await startRunnerProcess(folders, programs);
  open(`http://127.0.0.1:${runner.port}`);
  outside.runner.setToken(runner.token);
}

function open(base: string): void {
  outside = createOutside({
    sandbox: createSandbox(spawnInProcess(quickJsModule())),
    base,
    fetch,
    connect: (address, protocols) => new WebSocket(address, [...protocols]),
    now: Date.now,
  });
}

let runs = 0;

const documentOf = (hooks: object): Json =>
  ({
    format: "tickwork/workflow@1",
    name: "observed",
    steps: { end: { kind: "stop", title: "The end", accepts: ["Start"], config: { result: "1" } } },
    hooks,
  }) as unknown as Json;

function begin(hooks: object): LiveRun {
  runs++;
  const runId = `hooks${runs}`;
  run = startRun({
    runId,
    document: documentOf(hooks),
    executorsOf: (workflow, epoch) =>
      outside.executorsOf({ runId, workflow, digest: digestOf(workflow), epoch, onHolds: () => {} }),
    hooksOf: (workflow, epoch) =>
      outside.hooksOf(
        { runId, workflow, digest: digestOf(workflow), epoch },
        {
          notify: (notification) => notifications.push(notification),
          // A run of the test before may hear of its webhook now.
          report: (report) => report.run === `hooks${runs}` && reports.push(report),
        },
      ),
  });
  return run;
}

const lastReport = () => until("a report", () => reports.find(({ state }) => state !== "calling"));
const ended = (live: LiveRun) => until("the end", () => (live.view().lifecycle === "completed" ? true : undefined));

test("[T31] a webhook gets ids, digest, outcome and duration, once", async () => {
  server = await startHttpServer((_heard, response) => response.writeHead(204).end());
  open("http://127.0.0.1:0");
  const live = begin({ web: { on: ["run completed"], webhook: { url: `http://${server.host}/told` } } });
  expect(await lastReport()).toMatchObject({ state: "done", said: "answered 204", seq: 3 });
  live.reload();
  await ended(live);
  expect(server.heard).toHaveLength(1);
  const [heard] = server.heard;
  expect(heard).toMatchObject({ method: "POST", url: "/told" });
  expect(heard?.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(heard?.body ?? "")).toEqual({
    format: "tickwork/hook@1",
    hook: "web",
    observed: "run completed",
    run: `hooks${runs}`,
    workflow: { name: "observed", digest: digestOf(live.workflow) },
    seq: 3,
    at: expect.any(Number),
    durationMs: expect.any(Number),
    outcome: "success",
  });
});

test("[R51] a webhook that never answers, breaks off, redirects or refuses never touches the run", async () => {
  server = await startHttpServer(({ url }, response, request) => {
    if (url === "/broken") request.socket.destroy();
    else if (url === "/away") response.writeHead(302, { location: "/told" }).end();
    else if (url === "/refused") response.writeHead(500).end("no");
  });
  open("http://127.0.0.1:0");
  const url = (path: string) => `http://${server?.host}${path}`;
  const live = begin({
    hangs: { on: ["run started"], webhook: { url: url("/hangs") } },
    broken: { on: ["run started"], webhook: { url: url("/broken") } },
    away: { on: ["run started"], webhook: { url: url("/away") } },
    refused: { on: ["run started"], webhook: { url: url("/refused") } },
  });
  await ended(live);
  expect(live.view().outcome).toBe("success");
  const said = await until("three reports", () => {
    const failed = reports.filter(({ state }) => state === "failed");
    return failed.length === 3 ? failed.map(({ seq, said }) => `${seq} ${said}`).sort() : undefined;
  });
  expect(said).toEqual([
    expect.stringMatching(/^3 .*broke the connection off/),
    "4 the server sends it on to another address, which is not followed",
    "5 answered 500",
  ]);
  expect(server.heard.map(({ url: path }) => path)).not.toContain("/told");
});

test("a notification says what happened, or what the hook says", async () => {
  open("http://127.0.0.1:0");
  begin({
    own: { on: ["run completed"], notify: { title: "Done", text: "Look" } },
    plain: { on: ["step finished"], notify: {} },
  });
  await until("both", () => (notifications.length === 2 ? true : undefined));
  expect(notifications.map(({ title, text }) => `${title}: ${text}`)).toEqual([
    "observed: The end finished",
    "Done: Look",
  ]);
});

const script = [
  "echo begun >> calls",
  "cat > message",
  "while [ ! -e go ]; do sleep 0.05; done",
  "echo ended >> calls",
].join("\n");

test("[T31] a command runs once, though the runner is killed while it runs and the run is loaded again", async () => {
  await openRunner();
  const inWorkspace = (name: string) => join(folders.workspace, name);
  writeFileSync(inWorkspace("hook.sh"), script);
  const hooks = { tell: { on: ["run completed"], command: { argv: ["sh", "hook.sh"] } } };

  const refused = begin(hooks);
  await ended(refused);
  expect(await lastReport()).toMatchObject({ state: "failed", said: expect.stringContaining("Not approved yet") });
  reports = [];
  const permissions = await outside.runner.permissions(refused.workflow);
  if (!permissions.ok) throw new Error("no permissions");
  expect(await outside.runner.approve(refused.workflow, permissions.value.hash)).toMatchObject({ ok: true });

  const live = begin(hooks);
  await until("its start", () => (existsSync(inWorkspace("message")) ? true : undefined));
  const { port = 0 } = runner ?? {};
  await runner?.kill();
  live.reload();
  runner = await startRunnerProcess(folders, programs, port);
  writeFileSync(inWorkspace("go"), "");
  expect(await lastReport()).toMatchObject({ state: "done", said: "exit 0" });
  expect(readFileSync(inWorkspace("calls"), "utf8")).toBe("begun\nended\n");
  expect(JSON.parse(readFileSync(inWorkspace("message"), "utf8"))).toMatchObject({
    hook: "tell",
    observed: "run completed",
    outcome: "success",
  });
  expect(live.ticks.filter(({ kind }) => kind === "hook-observed")).toHaveLength(1);
});

test("[T31] a webhook goes through the runner where its hook says so", async () => {
  server = await startHttpServer((_heard, response) => response.writeHead(200).end("ok"));
  await openRunner();
  const hooks = { web: { on: ["run completed"], webhook: { url: `http://${server.host}/told`, via: "runner" } } };
  const first = begin(hooks);
  await lastReport();
  expect(server.heard).toEqual([]);
  const permissions = await outside.runner.permissions(first.workflow);
  if (!permissions.ok) throw new Error("no permissions");
  await outside.runner.approve(first.workflow, permissions.value.hash);
  reports = [];
  begin(hooks);
  expect(await lastReport()).toMatchObject({ state: "done", said: "answered 200" });
  expect(server.heard.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /told"]);
});
