import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPrograms } from "../runner/fixtures/programs.ts";
import type { Sandbox } from "../steps/sandbox/sandbox.ts";
import { createSandbox } from "../steps/sandbox/sandboxClient.ts";
import { spawnThread } from "./openSandbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox(spawnThread((await buildPrograms()).sandboxThread));
});
afterAll(() => sandbox.close());

const roots = JSON.stringify({ event: { type: "Start", data: `${"a".repeat(64)}b` } });
const evaluate = (source: string) =>
  sandbox.compute<"evaluate">({
    kind: "evaluate",
    texts: [{ name: "expression", language: "expression", source }],
    roots,
    now: 0,
    timeoutMs: 100,
    seed: "",
  });

test("[R43] a thread that a regular expression keeps busy for ever is ended, and the next text is evaluated in another one", async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 10);
  const endless = await evaluate("$match(event.data, /^(a+)+$/)");
  clearInterval(turning);
  expect(endless).toMatchObject({ kind: "killed", failure: { name: "TimeoutError" } });
  // The thread of the program itself was free all the time.
  expect(turns).toBeGreaterThan(10);
  expect(JSON.stringify(await evaluate("6 * 7"))).toContain("42");
});
