import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { attemptPath } from "../protocol/runnerApi.ts";
import {
  approve,
  attemptState,
  commandWorkflow,
  completion,
  newKey,
  requestOf,
  start,
  stateWhen,
} from "./fixtures/commands.ts";
import { hostPid } from "./fixtures/processes.ts";
import { buildPrograms, type Programs } from "./fixtures/programs.ts";
import { ask, makeTestFolders, startTestRunner, type TestFolders, type TestRunner } from "./fixtures/testRunner.ts";
import type { AcceptedRecord } from "./ledger.ts";
import { bootId } from "./processIdentity.ts";

/* A runner starts while the attempt host goes on: neither may take the other's work for what a dead process left. */

let programs: Programs;
let folders: TestFolders;
let runner: TestRunner;

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

const open = async () => {
  runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
  return runner;
};

beforeAll(async () => {
  programs = await buildPrograms();
});

beforeEach(async () => {
  folders = makeTestFolders();
  await open();
});

afterEach(async () => {
  await runner.close();
  folders.remove();
});

const shell = (line: string) => commandWorkflow({ shell: { program: "sh", line } });
const inWorkspace = (name: string) => join(folders.workspace, name);
const attempts = () => join(folders.data, "attempts");
const untilGo = "while [ ! -e go ]; do sleep 0.02; done";

test("[T18] a runner that starts leaves alone what the living host is writing, and sweeps away the rest", async () => {
  const key = await start(runner, shell(`${untilGo}; exit 3`));
  await stateWhen(runner, key, "running");
  await runner.close();
  const living = join(attempts(), `abc.exited.json.${hostPid(folders.data)}-99.tmp`);
  const dead = join(attempts(), `abc.accepted.json.${process.pid}-99.tmp`);
  for (const path of [living, dead]) writeFileSync(path, "{");
  await open();
  expect([existsSync(living), existsSync(dead)]).toEqual([true, false]);
  writeFileSync(inWorkspace("go"), "");
  expect((await completion(runner, key)).exit).toEqual({ code: 3 });
});

test("[T18] what the living host neither has nor wrote an exit of is lost, not waited for", async () => {
  const other = await start(runner, shell(untilGo));
  await stateWhen(runner, other, "running");
  const workflow = shell("echo x >> starts");
  await approve(runner, workflow);
  await runner.close();
  const key = newKey();
  const record: AcceptedRecord = {
    key,
    request: requestOf(workflow),
    body: "?",
    boot: bootId(),
    phase: "starting",
    order: 9,
    at: Date.now(),
    waited: 0,
  };
  const { host } = JSON.parse(readFileSync(join(folders.data, "host.json"), "utf8")) as { host: string };
  const running = { host, boot: bootId(), started: 1, program: { path: "/bin/sh" } };
  const files = join(attempts(), createHash("sha256").update(key).digest("hex"));
  writeFileSync(`${files}.accepted.json`, JSON.stringify(record));
  writeFileSync(`${files}.running.json`, JSON.stringify(running));
  await open();
  expect((await stateWhen(runner, key, "lost")).cause).toContain("no record of how the command ended");
  expect(await attemptState(runner, other)).toMatchObject({ state: "running" });
  expect(existsSync(inWorkspace("starts"))).toBe(false);
  await ask(runner.port, "POST", `${attemptPath(other)}/cancel`, { token: runner.token });
  await completion(runner, other);
});
