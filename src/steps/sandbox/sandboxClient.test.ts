import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CodeJob, FromSandbox, ToSandbox } from "../../protocol/sandbox.ts";
import type { SpawnSandbox } from "./sandbox.ts";
import { createSandbox } from "./sandboxClient.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sandboxes that say what the test makes them say. */
function scriptedSandboxes() {
  const started: {
    readonly heard: ToSandbox[];
    readonly say: (message: FromSandbox) => void;
    readonly die: (message: string) => void;
    terminated: boolean;
  }[] = [];
  const spawn: SpawnSandbox = (say, die) => {
    const one = { heard: [] as ToSandbox[], say, die, terminated: false };
    started.push(one);
    return {
      post: (message) => void one.heard.push(message),
      terminate: () => {
        one.terminated = true;
      },
    };
  };
  const nth = (n: number) => {
    const found = started[n];
    if (!found) throw new Error(`sandbox ${n} was not started`);
    return found;
  };
  return { spawn, started, nth };
}

const code: CodeJob = {
  kind: "code",
  source: "",
  given: "{}",
  now: 0,
  seed: "",
  cpuMs: 1_000,
  memoryMb: 64,
  maxLogBytes: 1,
};
const pure = { kind: "validate", schema: true, value: null } as const;
const answer = async () => ({ ok: true }) as const;
const valid = { errors: [] };

test("[R78] the call that the sandbox is busy with is guilty, begun code is lost, the rest begins again in the next one", async () => {
  const { spawn, nth } = scriptedSandboxes();
  const box = createSandbox(spawn);
  const guilty = box.runCode(code, answer);
  const begun = box.runCode(code, answer);
  const unbegun = box.runCode(code, answer);
  const check = box.compute<"validate">(pure);
  nth(0).say({ kind: "ready" });
  nth(0).say({ kind: "entered", call: 2, limitMs: 1_000 });
  nth(0).say({ kind: "left", call: 2 });
  nth(0).say({ kind: "entered", call: 1, limitMs: 1_000 });
  await vi.advanceTimersByTimeAsync(7_000);
  expect(nth(0).terminated).toBe(true);
  expect(await guilty.end).toMatchObject({ kind: "killed", failure: { name: "TimeoutError" } });
  expect(await begun.end).toEqual({ kind: "lost" });
  expect(nth(1).heard).toEqual([
    { kind: "call", call: 3, job: code },
    { kind: "call", call: 4, job: pure },
  ]);
  nth(1).say({ kind: "done", call: 4, value: valid });
  nth(1).say({ kind: "done", call: 3, value: { results: [] } });
  expect(await check).toEqual({ kind: "done", value: valid });
  expect(await unbegun.end).toEqual({ kind: "done", value: { results: [] } });
});
test("a sandbox that still says something is not killed", async () => {
  const { spawn, nth } = scriptedSandboxes();
  const call = createSandbox(spawn).runCode(code, answer);
  nth(0).say({ kind: "ready" });
  for (let i = 0; i < 20; i++) {
    nth(0).say({ kind: "entered", call: 1, limitMs: 1_000 });
    await vi.advanceTimersByTimeAsync(5_900);
    nth(0).say({ kind: "left", call: 1 });
  }
  expect(nth(0).terminated).toBe(false);
  nth(0).say({ kind: "done", call: 1, value: { results: [] } });
  expect(await call.end).toMatchObject({ kind: "done" });
});
test("a sandbox that cannot start fails its calls instead of being started for ever; the next call tries again", async () => {
  const { spawn, started, nth } = scriptedSandboxes();
  const box = createSandbox(spawn);
  const first = box.compute<"validate">(pure);
  nth(0).die("no such script");
  expect(await first).toMatchObject({
    kind: "killed",
    failure: { message: expect.stringContaining("no such script") },
  });
  const second = box.compute<"validate">(pure);
  nth(1).say({ kind: "broken", message: "no WebAssembly" });
  expect(await second).toMatchObject({
    kind: "killed",
    failure: { message: expect.stringContaining("no WebAssembly") },
  });
  expect(started).toHaveLength(2);
});
test("what an old sandbox still says, and what is asked for an aborted call, changes nothing", async () => {
  const { spawn, nth } = scriptedSandboxes();
  const box = createSandbox(spawn);
  const asked: string[] = [];
  const call = box.runCode(code, async (request) => {
    asked.push(request.kind);
    return { ok: true };
  });
  nth(0).say({ kind: "ready" });
  call.abort();
  nth(0).say({ kind: "request", call: 1, request: 1, body: { kind: "step", step: "a" } });
  expect(asked).toEqual([]);
  const other = box.runCode(code, answer);
  nth(0).say({ kind: "entered", call: 2, limitMs: 1 });
  nth(0).die("crashed");
  expect(await other.end).toMatchObject({ kind: "killed", failure: { name: "SandboxError" } });
  const third = box.compute<"validate">(pure);
  nth(0).say({ kind: "done", call: 3, value: { errors: [{ pointer: "", message: "old" }] } });
  nth(1).say({ kind: "done", call: 3, value: valid });
  expect(await third).toEqual({ kind: "done", value: valid });
});
