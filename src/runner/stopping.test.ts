import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { attemptPath } from "../protocol/runnerApi.ts";
import { attemptState, commandWorkflow, completion, start, stateWhen, until } from "./fixtures/commands.ts";
import { processesOf, processesWith } from "./fixtures/processes.ts";
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
  runner = await startTestRunner(folders, { hostScript: programs.attemptHost });
});

afterAll(async () => {
  await runner.close();
  folders.remove();
});

const shell = (line: string, fields = {}) => commandWorkflow({ shell: { program: "sh", line } }, fields);

describe("commands that do not want to end [T24]", () => {
  const cancel = (key: string) => ask(runner.port, "POST", `${attemptPath(key)}/cancel`, { token: runner.token });

  test("one that ignores TERM is killed after the grace", async () => {
    const key = await start(runner, shell("trap '' TERM; echo ready; while :; do sleep 0.1; done"));
    await until("ready", async () => (await output(key)).includes("ready") || undefined);
    const before = performance.now();
    await cancel(key);
    await cancel(key);
    expect((await completion(runner, key)).exit).toBe("cancellation");
    expect(performance.now() - before).toBeGreaterThan(1_900);
    expect(processesOf(key)).toEqual([]);
  });

  test("a timeout ends the whole tree", async () => {
    const key = await start(runner, shell("sleep 600 & sleep 600", { timeoutMs: 300 }));
    expect(await completion(runner, key)).toMatchObject({
      exit: "timeout",
      message: expect.stringContaining("300 ms"),
    });
    expect(processesOf(key)).toEqual([]);
  });

  test("what a command leaves in its group is ended with it, and its own exit counts", async () => {
    const key = await start(runner, shell("sleep 600 & exit 4"));
    expect((await completion(runner, key)).exit).toEqual({ code: 4 });
    expect(processesOf(key)).toEqual([]);
  });

  test.each([
    ["setsid", "setsid sleep 70001 & sleep 70001"],
    ["a double fork and setsid", "(setsid sh -c 'sleep 70002 & sleep 70002' &) ; sleep 70002"],
    [
      "one that ignores TERM",
      "setsid sh -c \"trap '' TERM; sleep 70003 & while :; do sleep 70003; done\" & sleep 70003",
    ],
    ["one without the environment", "env -i setsid sleep 70004 & sleep 70004"],
    ["one that forks on and on", "setsid sh -c 'while :; do sleep 70005 & sleep 0.01; done' & sleep 70005"],
  ])("what left the group is ended with a cancelled command: %s", async (_, line) => {
    const [, argument = ""] = /sleep (7\d+)/.exec(line) ?? [];
    const sleeping = () => processesWith(`sleep\0${argument}`).length;
    const key = await start(runner, shell(line));
    await until("they sleep", () => sleeping() > (line.match(/sleep 7/g) ?? []).length - 1 || undefined);
    await cancel(key);
    expect((await completion(runner, key)).exit).toBe("cancellation");
    expect([sleeping(), processesOf(key)]).toEqual([0, []]);
  });

  test("what left the group is ended with a timeout; a daemon that a command leaves behind when it ends by itself is not", async () => {
    const late = await start(runner, shell("setsid sleep 70006 & sleep 70006", { timeoutMs: 300 }));
    expect((await completion(runner, late)).exit).toBe("timeout");
    expect(processesOf(late)).toEqual([]);
    const done = await start(runner, shell("setsid sleep 70007 >/dev/null 2>&1 & exit 0"));
    expect((await completion(runner, done)).exit).toEqual({ code: 0 });
    const daemon = processesOf(done);
    expect(daemon).toHaveLength(1);
    for (const pid of daemon) process.kill(pid);
  });

  test("a child that left the group and holds the output does not hold up the end", async () => {
    const key = await start(runner, shell("setsid sleep 8 & echo out; exit 0"));
    expect(await completion(runner, key)).toMatchObject({ exit: { code: 0 }, stdout: { text: "out\n" } });
    for (const pid of processesOf(key)) process.kill(pid);
  });

  test("an absent owner: cancelled after ownerLostMs, but not while somebody asks", async () => {
    const left = await start(runner, shell("sleep 601", { ownerLostMs: 2_000 }));
    await stateWhen(runner, left, "running");
    // Last, so that it is asked for from its beginning on, however long the other took to begin.
    const watched = await start(runner, shell("sleep 600", { ownerLostMs: 2_000 }));
    await stateWhen(runner, watched, "running");
    await until("the other was cancelled", async () => {
      await attemptState(runner, watched);
      return processesOf(left).length === 0 || undefined;
    });
    expect(await attemptState(runner, watched)).toMatchObject({ state: "running" });
    expect(await completion(runner, left)).toMatchObject({
      exit: "cancellation",
      message: expect.stringContaining("Nobody"),
    });
    await cancel(watched);
    await completion(runner, watched);
  });

  const output = async (key: string): Promise<string> =>
    (await ask(runner.port, "GET", `${attemptPath(key)}/output?from=0`, { token: runner.token })).text;
});
