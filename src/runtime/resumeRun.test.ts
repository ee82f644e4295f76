import { expect, test } from "vitest";
import type { Dispatch } from "../engine/effect.ts";
import { planWorkflow } from "../engine/plan.ts";
import type { Result } from "../engine/result.ts";
import { initialState } from "../engine/runState.ts";
import { encodeState } from "../engine/stateCodec.ts";
import type { Tick } from "../engine/tick.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { HandWorld } from "./HandWorld.ts";
import { foldRun, resumeRun } from "./resumeRun.ts";
import { createRunLoop } from "./runLoop.ts";
import type { RunLoop } from "./world.ts";

function planOf(steps: object) {
  const parsed = parseWorkflow({ steps }, { scenario: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planWorkflow(parsed.value);
}

const session = { epoch: 2, owner: "tab", reason: "load" } as const;
const scripted = (accepts: readonly string[], more: object = {}) => ({ kind: "scripted", accepts, ...more });

/** Three steps in a line; the middle one fails twice, waits for an answer, and the last one stops with the sum. */
const story = planOf({
  draft: scripted(["Start"]),
  review: scripted(["Draft"], { retry: { maxAttempts: 3, wait: { fixedMs: 100 } } }),
  publish: scripted(["Reviewed"]),
});

/** Finishes executions of the story as deterministic steps would: by what their dispatch says. */
function act(world: HandWorld): void {
  for (const [id, { dispatch, execution }] of [...world.running]) {
    world.running.delete(id);
    execution.finish({ results: storyResults(dispatch) });
  }
}

function storyResults({ step, failures, waits, event }: Dispatch): readonly Result[] {
  if (step === "draft") return [{ kind: "return", value: { type: "Draft", data: 40 } }];
  if (step === "publish") return [{ kind: "return", value: { type: "Stop", data: event?.data ?? null } }];
  if (failures < 2) return [{ kind: "fail", failure: { name: "Error", message: "503" } }];
  if (waits.length === 0) return [{ kind: "wait", id: "ok", ordinal: 0, type: "Ok" }];
  const answer = waits[0]?.event?.data;
  return [
    { kind: "answered", id: "ok" },
    { kind: "return", value: { type: "Reviewed", data: Number(event?.data) + Number(answer) } },
  ];
}

/** Drives the story to its end: time passes, the person answers whenever a question is open. */
async function play(world: HandWorld, loop: RunLoop): Promise<void> {
  for (let round = 0; round < 100 && loop.state.lifecycle !== "completed"; round++) {
    await loop.settled();
    if (world.running.size > 0) act(world);
    else if (world.alarmAt !== null) await world.pass(world.alarmAt, () => loop.settled());
    else loop.post({ kind: "event-added", event: { type: "Ok", data: 2 } });
    await loop.settled();
  }
}

function reload(plan: typeof story, ticks: readonly Tick[], time = 0) {
  const world = new HandWorld();
  world.time = Math.max(world.time, time, ticks.at(-1)?.at ?? 0);
  world.ticks.push(...ticks);
  return { world, loop: resumeRun({ runId: "r", plan, stored: { ticks }, session, world }) };
}

async function playWhole() {
  const world = new HandWorld();
  const loop = createRunLoop({ runId: "r", plan: story, state: initialState(story), seq: 0, world });
  loop.post({ kind: "run-started", input: null });
  await play(world, loop);
  return { world, loop };
}

test("[R49] a run whose tab dies after any tick ends the same way", async () => {
  const { world, loop } = await playWhole();
  expect(loop.state).toMatchObject({ lifecycle: "completed", outcome: "success", result: 42 });
  for (let kept = 1; kept <= world.ticks.length; kept++) {
    const again = reload(story, world.ticks.slice(0, kept));
    await play(again.world, again.loop);
    expect(again.loop.state, `after tick ${kept}`).toMatchObject({ outcome: "success", result: 42 });
  }
});

test("[R49] a tab that dies again and again, at each tick anew, still brings the run to its end", async () => {
  const { world } = await playWhole();
  let ticks: readonly Tick[] = world.ticks.slice(0, 1);
  for (let death = 0; death < 40; death++) {
    const { world: next, loop } = reload(story, ticks);
    await loop.settled();
    // One thing happens, then the tab is gone, between the commit and what would have followed.
    if (next.running.size > 0) act(next);
    else if (next.alarmAt !== null) await next.pass(next.alarmAt, () => loop.settled());
    else if (loop.state.lifecycle === "running") loop.post({ kind: "event-added", event: { type: "Ok", data: 2 } });
    await loop.settled();
    loop.close();
    ticks = [...next.ticks];
    if (loop.state.lifecycle === "completed") break;
  }
  expect(foldRun(story, { ticks }).state).toMatchObject({ outcome: "success", result: 42 });
});

test("[R80] a tab that dies before its commit holds lost only what was never durable", async () => {
  const { world } = await playWhole();
  for (let kept = 1; kept < world.ticks.length; kept++) {
    const first = reload(story, world.ticks.slice(0, kept));
    first.world.held = true;
    await Promise.resolve();
    first.loop.close();
    first.world.release();
    const again = reload(story, world.ticks.slice(0, kept));
    await play(again.world, again.loop);
    expect(again.loop.state).toMatchObject({ outcome: "success", result: 42 });
  }
});

test("[R49] a journal folds to the live state, at any later time, from a snapshot or from the start", async () => {
  const { world, loop } = await playWhole();
  const whole = foldRun(story, { ticks: world.ticks });
  expect(encodeState(whole.state)).toEqual(encodeState(loop.state));
  for (let cut = 1; cut < world.ticks.length; cut++) {
    const before = foldRun(story, { ticks: world.ticks.slice(0, cut) });
    const snapshot = { seq: before.seq, at: before.at, state: structuredClone(encodeState(before.state)) };
    const folded = foldRun(story, { snapshot, ticks: world.ticks.slice(cut) });
    expect(folded.seq).toBe(world.ticks.length);
    expect(encodeState(folded.state)).toEqual(encodeState(loop.state));
  }
});

test("[R48] a reload in the middle of a retry delay keeps the time and the attempt number", async () => {
  const plan = planOf({ s: scripted(["Start"], { retry: { maxAttempts: 3, wait: { fixedMs: 5_000 } } }) });
  const world = new HandWorld();
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  world.execution("x1").finish({ results: [{ kind: "fail", failure: { name: "Error", message: "503" } }] });
  await loop.settled();
  loop.close();

  const again = reload(plan, world.ticks, 3_000);
  await again.loop.settled();
  expect(again.world.calls).toEqual([]);
  expect(again.world.alarmAt).toBe(6_000);
  await again.world.pass(6_000, () => again.loop.settled());
  expect([...again.world.running.values()].map(({ dispatch }) => dispatch)).toMatchObject([
    { attempt: 2, failures: 1 },
  ]);
});

test("[R48] a deadline that passed while nobody looked fires at once", async () => {
  const plan = planOf({ s: scripted(["Start"], { retry: { maxAttempts: 3, wait: { fixedMs: 5_000 } } }) });
  const world = new HandWorld();
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  world.execution("x1").finish({ results: [{ kind: "fail", failure: { name: "Error", message: "503" } }] });
  await loop.settled();

  const again = reload(plan, world.ticks, 60_000);
  await again.loop.settled();
  await again.world.pass(60_000, () => again.loop.settled());
  expect(again.world.ticks.at(-1)).toMatchObject({ kind: "wake-up", at: 60_000 });
  expect(again.world.running.size).toBe(1);
});

test("[T18] a command in flight is asked about by its key, not started again", async () => {
  const plan = planOf({ c: { kind: "command", accepts: ["Start"], config: { argv: ["true"] } } });
  const world = new HandWorld();
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  await world.execution("x1").intend("runner", "r/x1");
  const again = reload(plan, world.ticks);
  await again.loop.settled();
  expect(again.world.calls).toEqual(["attach x1 r/x1"]);
  again.world.execution("x1").finish({ results: [{ kind: "exit", exit: { code: 0 } }] });
  await again.loop.settled();
  expect(again.loop.state.outcome).toBe("success");
});

test("[R48] a session whose tick is in the journal already is begun with the time that it has there", async () => {
  const ticks: readonly Tick[] = [{ seq: 1, at: 5, kind: "run-started", input: 1 }];
  const world = new HandWorld();
  world.time = 900;
  world.ticks.push(...ticks);
  const loop = resumeRun({ runId: "r", plan: story, stored: { ticks }, session, sessionAt: 700, world });
  await loop.settled();
  expect(world.ticks.slice(1)).toEqual([{ kind: "session-started", ...session, seq: 2, at: 700 }]);
  act(world);
  await loop.settled();
  expect(world.ticks[2]).toMatchObject({ kind: "execution-finished", at: 900 });
});

test("[R77] a run that ended three sessions over the same work is paused, with the reason", async () => {
  const plan = planOf({ s: scripted(["Start"]) });
  const world = new HandWorld();
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  let { ticks } = world;
  for (let death = 0; death < 3; death++) {
    const again = reload(plan, ticks);
    await again.loop.settled();
    expect(again.world.running.size).toBe(1);
    again.loop.close();
    ticks = [...again.world.ticks];
  }
  const last = reload(plan, ticks);
  await last.loop.settled();
  expect(last.loop.state.lifecycle).toBe("paused");
  expect(last.world.running.size).toBe(0);
  expect(last.world.calls).toEqual([]);
  expect(last.loop.state.reason).toContain("3 sessions in a row");
  last.loop.post({ kind: "resume-requested" });
  await last.loop.settled();
  expect(last.world.running.size).toBe(1);
});

test("[R77] reloads of a run that waits for a person do not count", async () => {
  const plan = planOf({ s: scripted(["Start"]) });
  const world = new HandWorld();
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  world.execution("x1").finish({ results: [{ kind: "wait", ordinal: 0, type: "Ok" }] });
  await loop.settled();
  let { ticks } = world;
  for (let death = 0; death < 5; death++) {
    const again = reload(plan, ticks);
    await again.loop.settled();
    expect(again.loop.state.lifecycle).toBe("running");
    ticks = [...again.world.ticks];
  }
});

test("a completed run is only folded", async () => {
  const { world } = await playWhole();
  const again = reload(story, world.ticks);
  await again.loop.settled();
  expect(again.world.ticks).toHaveLength(world.ticks.length);
  expect(again.loop.state.lifecycle).toBe("completed");
});
