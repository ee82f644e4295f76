import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { until } from "../runner/fixtures/commands.ts";
import { startHttpServer } from "../runner/fixtures/httpServer.ts";
import { buildPrograms, type Programs } from "../runner/fixtures/programs.ts";
import { makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "../runner/fixtures/testRunner.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json } from "../workflow/json.ts";
import { createOutside, type StepsOutside } from "./createOutside.ts";
import { type LiveRun, startRun } from "./fixtures/liveRun.ts";
import { quickJsModule } from "./fixtures/quickJsModule.ts";
import { createSandbox } from "./sandbox/sandboxClient.ts";
import { spawnInProcess } from "./sandbox/spawnInProcess.ts";

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let programs: Programs;
let folders: TestFolders;
let server: TestRunner;
let outside: StepsOutside;
let run: LiveRun | undefined;

beforeAll(async () => {
  programs = await buildPrograms();
});
beforeEach(async () => {
  folders = makeTestFolders();
  server = await startTestRunner(folders, { hostScript: programs.attemptHost, approveAll: true });
  outside = createOutside({
    sandbox: createSandbox(spawnInProcess(quickJsModule())),
    base: `http://127.0.0.1:${server.port}`,
    fetch,
    connect: (address, protocols) => new WebSocket(address, [...protocols]),
    now: Date.now,
  });
  outside.runner.setToken(server.token);
});
afterEach(async () => {
  run?.close();
  outside.runner.setToken(null);
  await server.close();
  folders.remove();
});

let runs = 0;

function begin(steps: object, more: object = {}, input: Json = null): LiveRun {
  runs++;
  const runId = `run${runs}`;
  run = startRun({
    runId,
    document: { format: "tickwork/workflow@1", name: "test", steps, ...more } as unknown as Json,
    input,
    executorsOf: (workflow, epoch) =>
      outside.executorsOf({ runId, workflow, digest: digestOf(workflow), epoch, onHolds: () => {} }),
  });
  return run;
}

const ended = (live: LiveRun) =>
  until("the end", () => (live.view().lifecycle === "completed" ? live.view() : undefined));
const inWorkspace = (name: string) => join(folders.workspace, name);

const story = {
  log: {
    kind: "command",
    accepts: ["Start"],
    emits: { done: "LogDone" },
    access: "none",
    config: { shell: { program: "sh", line: "printf 'ada\\nbob\\nada\\n'" } },
  },
  slow: {
    kind: "command",
    accepts: ["LogDone"],
    emits: { done: "SlowDone" },
    access: "none",
    config: { shell: { program: "sh", line: "echo x >> begun; while [ ! -e go ]; do sleep 0.05; done; echo end" } },
  },
  count: {
    kind: "code",
    accepts: ["SlowDone"],
    emits: { done: "Counted" },
    config: {
      source: `export default async (event, ctx) => {
        const counts: Record<string, number> = {};
        for (const name of ctx.steps.log.data.stdout.trim().split("\\n")) counts[name] = (counts[name] ?? 0) + 1;
        return counts;
      };`,
    },
  },
  ask: {
    kind: "ask",
    accepts: ["Counted"],
    emits: { approve: "Approved", reject: "Rejected" },
    config: { question: "Write the report about {{ data.ada }}?", show: "data", choices: ["approve", "reject"] },
  },
  write: {
    kind: "command",
    accepts: ["Approved"],
    emits: { done: "Written" },
    access: "write",
    config: { argv: ["tee", "report.txt"], stdin: "{{ steps.ask.output }}: {{ steps.count.data }}" },
  },
  end: { kind: "stop", accepts: ["Written"], config: { result: "steps.count.output" } },
  no: { kind: "stop", accepts: ["Rejected"], config: { result: "'refused'" } },
};

test("a command, code that counts, a question, a file: over two reloads, nothing is started twice", async () => {
  const live = begin(story);
  await until("the slow command", () => existsSync(inWorkspace("begun")) || undefined);
  live.reload();
  writeFileSync(inWorkspace("go"), "");
  const waiter = await until("the question", () => live.view().steps.ask?.waiters[0]);
  expect(waiter.ask?.data).toMatchObject({ question: "Write the report about 2?", show: { ada: 2, bob: 1 } });
  live.reload();
  await until("the question again", () => live.view().steps.ask?.waiters[0]);
  live.post({
    kind: "event-added",
    event: { type: "Answer", data: { ask: waiter.waiter, value: null, choice: "approve", by: "me" } },
    to: "ask",
  });
  expect(await ended(live)).toMatchObject({ outcome: "success", result: { ada: 2, bob: 1 } });
  expect(readFileSync(inWorkspace("report.txt"), "utf8")).toBe('approve: {"ada":2,"bob":1}');
  expect(readFileSync(inWorkspace("begun"), "utf8")).toBe("x\n");
  expect(live.lines.filter((line) => line === "publish Ask")).toHaveLength(1);
});
test("[R20] a step that always throws is tried three times, with its own error at the end", async () => {
  const live = begin(
    {
      s: {
        kind: "code",
        accepts: ["Start"],
        retry: { maxAttempts: 3, wait: { fixedMs: 20 } },
        config: { source: "export default (e, ctx) => { throw new RangeError('try ' + ctx.attempt.number); };" },
      },
      end: { kind: "stop", accepts: ["Never"], config: {} },
    },
    { events: { Never: { role: "external" } } },
  );
  const view = await ended(live);
  expect(view.outcome).toBe("failure");
  expect(view.steps.s?.lastFailure).toMatchObject({ name: "RangeError", message: "try 3", place: { line: 1 } });
  expect(live.lines.filter((line) => line.startsWith("running s#0"))).toHaveLength(3);
});
test("[R35] [R18] code waits, runs again from the top, and does once what it did once", async () => {
  const source = `export default async (event, ctx) => {
    const token = await ctx.once("token", () => Math.random());
    await ctx.store.update("runs", (runs) => (runs ?? 0) + 1);
    const answer = await ctx.wait("Go", { where: { n: 1 }, ask: ctx.event("AskGo") });
    return ctx.event("Stop", { token, again: await ctx.once("token", () => -1), go: answer.data, runs: await ctx.store.get("runs") });
  };`;
  const live = begin(
    { s: { kind: "code", accepts: ["Start"], emits: { done: "Stop" }, config: { source } } },
    { events: { Go: { role: "external" } } },
  );
  await until("the wait", () => live.view().steps.s?.waiters[0]);
  live.post({ kind: "event-added", event: { type: "Go", data: { n: 2 } } });
  live.reload();
  live.post({ kind: "event-added", event: { type: "Go", data: { n: 1, x: "y" } } });
  const result = (await ended(live)).result as { readonly token: number };
  expect(result).toEqual({ token: result.token, again: result.token, go: { n: 1, x: "y" }, runs: 2 });
  expect(result.token).toBeGreaterThanOrEqual(0);
});
test("[R74] a delay holds its time over a reload", async () => {
  const live = begin(
    {
      wait: { kind: "delay", accepts: ["Start"], emits: { done: "Go" }, config: { forMs: 300 } },
      end: { kind: "stop", accepts: ["Go"], config: {} },
    },
    {},
    { keep: "me" },
  );
  await until("the delay", () => (live.lines.some((line) => line.startsWith("timer delay")) ? true : undefined));
  live.reload();
  expect(await ended(live)).toMatchObject({ outcome: "success", result: { keep: "me" } });
  const at = (kind: string) => live.ticks.find((tick) => tick.kind === kind)?.at ?? 0;
  const late = at("waiter-timed-out") - at("run-started");
  expect(late).toBeGreaterThanOrEqual(300);
});
test("[R68] a time that has passed is over at once", async () => {
  const live = begin({
    wait: { kind: "delay", accepts: ["Start"], emits: { done: "Go" }, config: { until: "2001-01-01T00:00:00Z" } },
    end: { kind: "stop", accepts: ["Go"], config: { result: "'over'" } },
  });
  expect(await ended(live)).toMatchObject({ outcome: "success", result: "over" });
});
test("[T17] [T18] a request through the runner is sent once, and its answer is found again after a reload", async () => {
  let answer = () => {};
  const web = await startHttpServer((_heard, response) => {
    answer = () => void response.writeHead(201, { "content-type": "application/json" }).end('{"id": 7}');
  });
  try {
    const live = begin(
      {
        make: {
          kind: "http",
          accepts: ["Start"],
          emits: { done: "Made" },
          config: { method: "POST", url: `http://${web.host}/things`, body: "{{ data }}", via: "runner" },
        },
        end: { kind: "stop", accepts: ["Made"], config: { result: "event.data.status & ' ' & event.data.body.id" } },
      },
      {},
      { name: "a thing" },
    );
    await until("the request", () => web.heard.length > 0 || undefined);
    live.reload();
    answer();
    expect(await ended(live)).toMatchObject({ outcome: "success", result: "201 7" });
    expect(web.heard).toMatchObject([{ method: "POST", url: "/things", body: '{"name":"a thing"}' }]);
    expect(web.heard[0]?.headers["content-type"]).toBe("application/json");
    expect(live.ticks.filter(({ kind }) => kind === "execution-started")).toHaveLength(1);
  } finally {
    await web.close();
  }
});
test("[T19] a request of the tab that was cut off runs again when it only reads; a person decides about any other", async () => {
  const web = await startHttpServer(() => {
    // It never answers.
  });
  try {
    const request = (method: string): object => ({
      ask: {
        kind: "http",
        accepts: ["Start"],
        emits: { done: "Done" },
        config: { method, url: `http://${web.host}/` },
      },
      end: { kind: "stop", accepts: ["Done"], config: { result: "event.data.status" } },
    });
    const reading = begin(request("GET"));
    await until("the request", () => web.heard.length === 1 || undefined);
    reading.reload();
    await until("the second one", () => web.heard.length === 2 || undefined);
    reading.close();
    const changing = begin(request("DELETE"));
    await until("the request", () => web.heard.length === 3 || undefined);
    changing.reload();
    await until("the question", () => changing.view().lifecycle === "needs-recovery" || undefined);
    expect(web.heard).toHaveLength(3);
  } finally {
    await web.close();
  }
});
test("[T24] a cancelled run has stopped its command and says cancellation", async () => {
  const live = begin(story);
  await until("the slow command", () => existsSync(inWorkspace("begun")) || undefined);
  live.post({ kind: "cancel-requested", request: "c1" });
  expect((await ended(live)).outcome).toBe("cancellation");
  expect(live.ticks.at(-1)?.kind).toBe("cancel-acknowledged");
});

test("[R73] four workers count into the store, a join sets too, and no count is lost or made twice", async () => {
  const live = begin({
    list: { kind: "fan-out", accepts: ["Start"], batches: { done: "Item" }, config: { items: "[1..24]" } },
    add: {
      kind: "transform",
      accepts: ["Item"],
      emits: { done: "Added" },
      set: { count: "(store.count ?? 0) + 1" },
      config: { expression: "data" },
    },
    all: {
      kind: "join",
      accepts: ["Added"],
      emits: { done: "All" },
      join: { batch: "all" },
      set: { joined: "$count(steps.all.data.events)" },
      config: {},
    },
    end: { kind: "stop", accepts: ["All"], config: { result: "store" } },
  });
  expect((await ended(live)).result).toEqual({ count: 24, joined: 24 });
  // One tick holds the end of a step and what it sets: no crash comes between them.
  expect(live.ticks.filter(({ kind }) => kind === "store-changed")).toEqual([]);
});
