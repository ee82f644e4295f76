import { expect, test } from "vitest";
import { type Plan, planWorkflow } from "../engine/plan.ts";
import { replay } from "../engine/replay.ts";
import type { Result } from "../engine/result.ts";
import { initialState } from "../engine/runState.ts";
import { encodeState } from "../engine/stateCodec.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { HandWorld } from "./HandWorld.ts";
import { resumeRun } from "./resumeRun.ts";
import { createRunLoop } from "./runLoop.ts";
import type { RunLoop } from "./world.ts";

const code = (accepts: readonly string[], more: object = {}) => ({
  kind: "code",
  accepts,
  config: { source: "export default (event) => event;" },
  ...more,
});
const returns = (type: string, data = 0): readonly Result[] => [{ kind: "return", value: { type, data } }];
const quota = { kind: "quota", message: "The disk is full." } as const;

function planOf(steps: object, more: object = {}): Plan {
  const parsed = parseWorkflow({ steps, ...more }, { scenario: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planWorkflow(parsed.value);
}

/** `first` is running, its dispatch is durable, and from now on appends wait. */
async function begun(steps: object): Promise<{ world: HandWorld; loop: RunLoop; plan: Plan }> {
  const world = new HandWorld();
  const plan = planOf({ first: code(["Start"]), ...steps });
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.held = true;
  return { world, loop, plan };
}

/** Everything that needs no append has happened. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

async function release(world: HandWorld, loop: RunLoop): Promise<void> {
  world.held = false;
  world.release();
  await loop.settled();
}

test("code goes on while a commit is under way; what it did meanwhile is the next commit, and only one is under way", async () => {
  const { world, loop } = await begun({ second: code(["A"]), third: code(["B"]) });
  void world.execution("x1").finish({ results: returns("A") });
  await rest();
  void world.execution("x2").finish({ results: returns("B") });
  await rest();
  expect(world.calls).toEqual(["start x1", "start x2", "start x3"]);
  expect([loop.seq, world.ticks.length]).toEqual([1, 1]);
  expect(world.lines.some((line) => line.startsWith("running second"))).toBe(false);
  await release(world, loop);
  expect(world.groups.map(({ ticks }) => ticks.map(({ seq }) => seq))).toEqual([[1], [2], [3]]);
  expect(world.calls).toEqual(["start x1", "start x2", "start x3"]);
});

test.each([
  ["http", { url: "https://example.org" }],
  ["command", { argv: ["true"] }],
  ["file", { operation: "read", path: "a.txt" }],
  ["agent", { prompt: "Hello", via: "tab", url: "https://example.org/v1", model: "m" }],
  ["ask", { question: "Go on?" }],
  ["delay", { cron: "* * * * *" }],
])("%s begins only when its dispatch is durable", async (kind, config) => {
  const { world, loop } = await begun({ second: { kind, accepts: ["A"], config } });
  void world.execution("x1").finish({ results: returns("A") });
  await rest();
  expect(world.calls).toEqual(["start x1"]);
  await release(world, loop);
  expect(world.calls).toEqual(["start x1", "start x2"]);
});

test("[T19] code that is not to be repeated without a question begins only when its dispatch is durable", async () => {
  const { world, loop } = await begun({ second: code(["A"], { onInterrupt: "ask" }) });
  void world.execution("x1").finish({ results: returns("A") });
  await rest();
  expect(world.calls).toEqual(["start x1"]);
  await release(world, loop);
  expect(world.calls).toEqual(["start x1", "start x2"]);
});

test("[R77] nothing begins before the session is durable: what ends its tab each time is counted", async () => {
  const { world, plan } = await begun({ second: code(["A"]) });
  const next = new HandWorld();
  next.ticks.push(...world.ticks);
  next.held = true;
  const session = { epoch: 2, owner: "tab", reason: "load" } as const;
  const resumed = resumeRun({ runId: "r", plan, stored: { ticks: world.ticks }, session, world: next });
  await rest();
  expect(next.calls).toEqual([]);
  await release(next, resumed);
  expect(next.calls).toEqual(["start x2"]);
});

test("[R80] on a full disk nothing further begins, and what began ahead is journaled once when there is room", async () => {
  const { world, loop, plan } = await begun({ second: code(["A"]), third: code(["B"]) });
  world.refusals.push(quota);
  void world.execution("x1").finish({ results: returns("A") });
  await rest();
  world.held = false;
  world.release();
  await loop.settled();
  expect(world.stalls).toEqual([quota]);
  expect([loop.seq, loop.state.tally.running]).toEqual([1, 1]);
  const lines = [...world.lines];

  void world.execution("x2").finish({ results: returns("B") });
  await rest();
  expect(world.calls).toEqual(["start x1", "start x2"]);
  expect(world.lines).toEqual(lines);

  await world.pass(1_250, () => loop.settled());
  await loop.settled();
  expect(world.calls).toEqual(["start x1", "start x2", "start x3"]);
  expect(world.ticks.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(encodeState(replay(plan, initialState(plan), world.ticks))).toEqual(encodeState(loop.state));
});

test("when another owner has the run, what began ahead is stopped and nothing of it is journaled", async () => {
  const { world, loop } = await begun({ second: code(["A"]) });
  world.refusals.push({ kind: "fenced", message: "Another tab has this run." });
  void world.execution("x1").finish({ results: returns("A") });
  await rest();
  const ahead = world.execution("x2");
  ahead.log("info", "never told");
  await release(world, loop);
  expect(world.calls).toEqual(["start x1", "start x2", "abort x1 superseded", "abort x2 superseded"]);
  void ahead.finish({ results: returns("B") });
  await loop.settled();
  expect(world.ticks).toHaveLength(1);
  expect(world.logs).toEqual([]);
});

test("[R24] the log of what began ahead is told when its dispatch is durable", async () => {
  const { world, loop } = await begun({ second: code(["A"]) });
  void world.execution("x1").finish({ results: returns("A") });
  await rest();
  world.execution("x2").log("info", "one");
  expect(world.logs).toEqual([]);
  await release(world, loop);
  expect(world.logs).toEqual(["x2 info one"]);
  world.execution("x2").log("warn", "two");
  expect(world.logs).toEqual(["x2 info one", "x2 warn two"]);
});

test("[R24] a log is whole also when the dispatch and the end are one commit", async () => {
  const { world, loop } = await begun({ second: code(["A"]), third: code(["B"]) });
  void world.execution("x1").finish({ results: returns("A") });
  await rest();
  void world.execution("x2").finish({ results: returns("B") });
  await rest();
  world.execution("x3").log("info", "hello");
  void world.execution("x3").finish({ results: returns("C") });
  await rest();
  expect(world.logs).toEqual([]);
  await release(world, loop);
  expect(world.groups.map(({ ticks }) => ticks.length)).toEqual([1, 1, 2]);
  expect(world.logs).toEqual(["x3 info hello"]);
});

test("[R69] what runs ahead looks back at results that are not durable yet", async () => {
  const { world, loop } = await begun({ second: code(["A"]), third: code(["B"]) });
  void world.execution("x1").finish({ results: returns("A", 7) });
  await rest();
  void world.execution("x2").finish({ results: returns("B", 8) });
  await rest();
  const third = world.execution("x3");
  expect((await third.lookBack("first"))?.output).toBe(7);
  expect((await third.lookBack("second"))?.output).toBe(8);
  await release(world, loop);
});

test("[R47] a pause that is journaled behind what began ahead stops it", async () => {
  const { world, loop } = await begun({ second: code(["A"]) });
  void world.execution("x1").finish({ results: returns("A") });
  await rest();
  loop.post({ kind: "pause-requested" });
  await rest();
  expect(world.calls).toEqual(["start x1", "start x2"]);
  await release(world, loop);
  expect(world.calls).toEqual(["start x1", "start x2", "abort x2 paused"]);
  expect(loop.state.lifecycle).toBe("paused");
});

test("a slow commit is not run ahead of without end", async () => {
  const world = new HandWorld();
  const plan = planOf({ first: code(["Start", "A"]) });
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: 1 });
  await loop.settled();
  world.held = true;
  let begun = 1;
  world.onStart = (_, execution) => {
    begun++;
    if (begun < 1_000) void execution.finish({ results: returns("A") });
    else world.onStart = undefined;
  };
  void world.execution("x1").finish({ results: returns("A") });
  for (let turn = 0; turn < 20; turn++) await rest();
  expect(begun).toBeGreaterThan(100);
  expect(begun).toBeLessThan(200);
  world.held = false;
  world.release();
  await loop.settled();
  expect(begun).toBe(1_000);
  expect(world.ticks.map(({ seq }) => seq)).toEqual(world.ticks.map((_, index) => index + 1));
});

test("the more executions run at once, the further a slow commit is run ahead of", async () => {
  const world = new HandWorld();
  const plan = planOf({ first: code(["Start", "A"], { workers: 64 }) }, { limits: { maxParallel: 64 } });
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: 1 });
  for (let count = 1; count < 64; count++) loop.post({ kind: "event-added", event: { type: "A" } });
  await loop.settled();
  const first = [...world.running.values()];
  expect(first.length).toBe(64);
  world.held = true;
  let begun = 64;
  world.onStart = (_, execution) => {
    begun++;
    if (begun < 5_000) void execution.finish({ results: returns("A") });
    else world.onStart = undefined;
  };
  for (const { execution } of first) void execution.finish({ results: returns("A") });
  for (let turn = 0; turn < 200; turn++) await rest();
  expect(begun).toBeGreaterThan(400);
  expect(begun).toBeLessThan(1_200);
  world.held = false;
  world.onStart = undefined;
  world.release();
});
