import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { attemptKey } from "../protocol/runnerApi.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import { until } from "../runner/fixtures/commands.ts";
import { buildPrograms, type Programs } from "../runner/fixtures/programs.ts";
import { makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "../runner/fixtures/testRunner.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json } from "../workflow/json.ts";
import { createOutside, type StepsOutside } from "./createOutside.ts";
import { type LiveRun, startRun } from "./fixtures/liveRun.ts";
import { quickJsModule } from "./fixtures/quickJsModule.ts";
import { createSandbox } from "./sandbox/sandboxClient.ts";
import { spawnInProcess } from "./sandbox/spawnInProcess.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let programs: Programs;
let folders: TestFolders;
let server: TestRunner;
/** Two tabs that know nothing of each other. */
let tabs: readonly StepsOutside[];
let runs: { readonly live: LiveRun; readonly key: string; holds: readonly Hold[] }[];

beforeAll(async () => {
  programs = await buildPrograms();
});
beforeEach(async () => {
  runs = [];
  folders = makeTestFolders();
  server = await startTestRunner(folders, { hostScript: programs.attemptHost, approveAll: true });
  tabs = [1, 2].map(() =>
    createOutside({
      sandbox: createSandbox(spawnInProcess(quickJsModule())),
      base: `http://127.0.0.1:${server.port}`,
      fetch,
      connect: (address, protocols) => new WebSocket(address, [...protocols]),
      now: Date.now,
    }),
  );
  for (const { runner } of tabs) runner.setToken(server.token);
});
afterEach(async () => {
  for (const { live } of runs) live.close();
  for (const { runner } of tabs) runner.setToken(null);
  await server.close();
  folders.remove();
});

/** A run of one command, driven by one of the tabs. */
function begin(tab: number, access: "read" | "write", line: string) {
  const runId = `gate${runs.length + 1}`;
  const outside = tabs[tab];
  if (outside === undefined) throw new Error(`there is no tab ${tab}`);
  const steps = {
    job: { kind: "command", accepts: ["Start"], emits: { done: "Done" }, access, config: shell(line) },
    end: { kind: "stop", accepts: ["Done"], config: { result: "'done'" } },
  };
  let holds: readonly Hold[] = [];
  const live = startRun({
    runId,
    document: { format: "tickwork/workflow@1", name: "gate", steps } as unknown as Json,
    executorsOf: (workflow, epoch) =>
      outside.executorsOf({
        runId,
        workflow,
        digest: digestOf(workflow),
        epoch,
        onHolds: (now) => {
          holds = now;
        },
      }),
  });
  const run = {
    live,
    key: attemptKey(runId, "job", "x1"),
    get holds() {
      return holds;
    },
  };
  runs.push(run);
  return run;
}

const shell = (line: string) => ({ shell: { program: "sh", line } });
const inWorkspace = (name: string) => join(folders.workspace, name);
const finished = (live: LiveRun) =>
  until("its end", () => (live.view().lifecycle === "completed" ? live.ticks : undefined)).then((ticks) =>
    ticks.find((tick) => tick.kind === "execution-finished"),
  );

test("[T12] [T13] the gate holds over tabs and runs: in order of arrival, and the time at it is told apart", async () => {
  const first = begin(0, "write", "echo first >> order; while [ ! -e go ]; do sleep 0.02; done");
  await until("the first is at work", () => existsSync(inWorkspace("order")) || undefined);
  const second = begin(1, "write", "echo second >> order");
  await until("the second waits", () => second.holds.length > 0 || undefined);
  // A reader that comes later does not overtake the writer that waits.
  const third = begin(0, "read", "echo third >> order");
  await until("the third waits", () => third.holds.length > 0 || undefined);
  expect(second.holds).toMatchObject([{ kind: "workspace", heldBy: first.key }]);
  expect(third.holds).toMatchObject([{ kind: "workspace" }]);
  expect(first.holds).toEqual([]);
  const waitedFrom = Date.now();
  writeFileSync(inWorkspace("go"), "");
  const ends = [await finished(first.live), await finished(second.live), await finished(third.live)];
  expect(readFileSync(inWorkspace("order"), "utf8")).toBe("first\nsecond\nthird\n");
  const waited = ends.map((tick) => (tick?.kind === "execution-finished" ? (tick.waited ?? 0) : Number.NaN));
  expect(waited[0]).toBeLessThan(waited[1] ?? 0);
  expect(waited[2]).toBeGreaterThan(0);
  // What ran began after the wait was over.
  for (const tick of ends.slice(1)) {
    expect(tick?.kind === "execution-finished" && (tick.started ?? 0)).toBeGreaterThanOrEqual(waitedFrom - 1);
  }
});
