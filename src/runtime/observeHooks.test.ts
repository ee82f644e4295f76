import { expect, test } from "vitest";
import { planWorkflow } from "../engine/plan.ts";
import type { Result } from "../engine/result.ts";
import { initialState } from "../engine/runState.ts";
import type { Hook } from "../workflow/hook.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { HandWorld } from "./HandWorld.ts";
import type { HookCall } from "./observeHooks.ts";
import { foldRun, resumeRun } from "./resumeRun.ts";
import { createRunLoop } from "./runLoop.ts";

type Called = HookCall & { readonly seq: number };

const everything: Hook["on"] = [
  "run started",
  "step started",
  "step finished",
  "run completed",
  "run failed",
  "run cancelled",
  "run needs recovery",
];

function planOf(steps: object, hooks: Readonly<Record<string, Hook>> = { all: { on: everything, notify: {} } }) {
  const parsed = parseWorkflow({ steps, hooks }, { scenario: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planWorkflow(parsed.value);
}

function begin(plan: ReturnType<typeof planOf>) {
  const world = new HandWorld();
  const called: Called[] = [];
  world.hooks = { call: (call) => void called.push(call) };
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input: 1 });
  return { world, loop, called, said: () => called.map(({ hook, observed }) => `${hook}: ${observed}`) };
}

const session = { epoch: 2, owner: "tab", reason: "load" } as const;
const scripted = (accepts: readonly string[], more: object = {}) => ({ kind: "scripted", accepts, ...more });
const returns = (type: string): readonly Result[] => [{ kind: "return", value: { type, data: 0 } }];
const fails: readonly Result[] = [{ kind: "fail", failure: { name: "Error", message: "no" } }];

test("[T31] hooks are told of the run and its steps, each with what it is about", async () => {
  const { world, loop, called, said } = begin(planOf({ a: scripted(["Start"]), b: scripted(["B"]) }));
  await loop.settled();
  world.time = 1_500;
  world.execution("x1").finish({ results: returns("B") });
  await loop.settled();
  world.execution("x2").finish({ results: returns("Stop") });
  await loop.settled();
  expect(said()).toEqual([
    "all: run started",
    "all: step started a x1",
    "all: step finished a x1",
    "all: step started b x2",
    "all: step finished b x2",
    "all: run completed",
  ]);
  expect(called.find(({ observed }) => observed === "step finished a x1")?.observation).toEqual({
    moment: "step finished",
    at: 1_500,
    step: "a",
    execution: "x1",
    attempt: 1,
    outcome: "success",
    durationMs: 500,
  });
  expect(called.at(-1)?.observation).toEqual({
    moment: "run completed",
    at: 1_500,
    durationMs: 500,
    outcome: "success",
  });
});

test("[T31] each hook is told only of its moments and its steps", async () => {
  const { world, loop, said } = begin(
    planOf(
      { a: scripted(["Start"]), b: scripted(["B"]) },
      {
        bee: { on: ["step finished"], steps: ["b"], notify: {} },
        bad: { on: ["run failed", "run cancelled"], notify: {} },
      },
    ),
  );
  await loop.settled();
  world.execution("x1").finish({ results: returns("B") });
  await loop.settled();
  world.execution("x2").finish({ results: fails });
  await loop.settled();
  expect(said()).toEqual(["bee: step finished b x2", "bad: run failed"]);
});

test("[T31] retries and waits are inside of a step: it starts once and finishes once", async () => {
  const retry = { maxAttempts: 2, wait: { fixedMs: 0 } };
  const { world, loop, called, said } = begin(planOf({ a: scripted(["Start"], { retry }) }));
  await loop.settled();
  world.execution("x1").finish({ results: fails });
  await loop.settled();
  world.execution("x2").finish({ results: [{ kind: "wait", id: "w", ordinal: 0, type: "Ok" }] });
  await loop.settled();
  loop.post({ kind: "event-added", event: { type: "Ok" } });
  await loop.settled();
  world.execution("x3").finish({ results: [{ kind: "answered", id: "w" }, ...fails] });
  await loop.settled();
  expect(said()).toEqual(["all: run started", "all: step started a x1", "all: step finished a x3", "all: run failed"]);
  expect(called[2]?.observation).toMatchObject({ attempt: 2, outcome: "failure" });
});

test("[T31] steps that are skipped, blocked or decided by a person fire none; the run's own end does", async () => {
  const task = (needs: readonly string[], more: object = {}) => ({ kind: "scripted", needs, ...more });
  const plan = planOf({
    no: task([], { disabled: true }),
    odd: task([], { onInterrupt: "ask" }),
    later: task(["no"]),
  });
  const { world, loop } = begin(plan);
  await loop.settled();
  const after = new HandWorld();
  const called: Called[] = [];
  after.ticks.push(...world.ticks);
  after.hooks = { call: (call) => void called.push(call) };
  const resumed = resumeRun({ runId: "r", plan, stored: { ticks: world.ticks }, session, world: after });
  await resumed.settled();
  expect(called.map(({ observed }) => observed)).toEqual(["run needs recovery"]);
  resumed.post({ kind: "recovery-decided", execution: "x1", decision: { kind: "succeeded", output: 1 }, by: "me" });
  await resumed.settled();
  expect(called.map(({ observed }) => observed)).toEqual(["run needs recovery", "run completed"]);
});

test("[T31] the tick stands in the group of what was observed, and the call comes after its commit", async () => {
  const { world, loop, called } = begin(planOf({ a: scripted(["Start"]) }, { h: { on: ["run started"], notify: {} } }));
  world.held = true;
  await Promise.resolve();
  expect(called).toEqual([]);
  world.release();
  await loop.settled();
  expect(world.groups[0]?.ticks.map(({ kind }) => kind)).toEqual(["run-started", "hook-observed"]);
  expect(world.groups[0]?.durability).toBe("strict");
  expect(called.map(({ seq }) => seq)).toEqual([2]);
});

test("[T31] a crash before the commit observes nothing; one after it calls never again", async () => {
  const plan = planOf({ a: scripted(["Start"]) }, { h: { on: ["run started", "run completed"], notify: {} } });
  const first = begin(plan);
  first.world.held = true;
  await Promise.resolve();
  first.loop.close();
  first.world.release();
  await first.loop.settled();
  expect(first.called).toEqual([]);

  // The tab dies between the commit of the tick and the call.
  const second = begin(plan);
  second.world.hooks = { call: () => undefined };
  await second.loop.settled();
  expect(second.world.ticks.map(({ kind }) => kind)).toEqual(["run-started", "hook-observed"]);
  second.loop.close();
  const third = new HandWorld();
  const called: Called[] = [];
  third.ticks.push(...second.world.ticks);
  third.hooks = { call: (call) => void called.push(call) };
  const resumed = resumeRun({ runId: "r", plan, stored: { ticks: second.world.ticks }, session, world: third });
  await resumed.settled();
  third.execution("x2").finish({ results: returns("Stop") });
  await resumed.settled();
  expect(called.map(({ observed }) => observed)).toEqual(["run completed"]);
  expect(called[0]?.observation.durationMs).toBe(0);
});

test("[T31] the ticks of hooks change nothing of a run, also after its end", async () => {
  const plan = planOf({ a: scripted(["Start"]) });
  const { world, loop } = begin(plan);
  await loop.settled();
  world.execution("x1").finish({ results: returns("Stop") });
  await loop.settled();
  const own = world.ticks.filter(({ kind }) => kind !== "hook-observed");
  expect(world.ticks.at(-1)).toMatchObject({ kind: "hook-observed", hook: "all", observed: "run completed" });
  expect({ ...foldRun(plan, { ticks: world.ticks }).state, at: 0 }).toEqual({
    ...foldRun(plan, { ticks: own }).state,
    at: 0,
  });
  expect(world.lines.filter((line) => line.startsWith("ignored"))).toEqual([]);
});

test("[R51] a hook that throws never touches the run", async () => {
  const { world, loop } = begin(planOf({ a: scripted(["Start"]) }));
  world.hooks = {
    call: () => {
      throw new Error("no");
    },
  };
  await loop.settled();
  world.execution("x1").finish({ results: returns("Stop") });
  await loop.settled();
  expect(loop.state.outcome).toBe("success");
});

test("[R72] a forEach is one step: it starts with its list and finishes with the results of all", async () => {
  const { world, loop, said } = begin(planOf({ a: scripted(["Start"], { forEach: "event.data" }) }));
  await loop.settled();
  world.execution("x1").finish({ results: [{ kind: "each", elements: [1, 2] }] });
  await loop.settled();
  for (const id of ["x2", "x3"]) world.execution(id).finish({ results: returns("Done") });
  await loop.settled();
  world.execution("x4").finish({ results: returns("Done") });
  await loop.settled();
  expect(said().slice(0, 3)).toEqual(["all: run started", "all: step started a x1", "all: step finished a x4"]);
});

test("[T31] a workflow without hooks writes no tick and reads nothing", async () => {
  const parsed = parseWorkflow({ steps: { a: scripted(["Start"]) } }, { scenario: true });
  if (!parsed.ok) throw new Error("no workflow");
  const { world, loop, called } = begin(planWorkflow(parsed.value));
  await loop.settled();
  expect(world.ticks.map(({ kind }) => kind)).toEqual(["run-started"]);
  expect(world.groups[0]?.durability).toBe("relaxed");
  expect([called, world.calls]).toEqual([[], ["start x1"]]);
});
