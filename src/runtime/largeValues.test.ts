import { expect, test } from "vitest";
import { planWorkflow } from "../engine/plan.ts";
import { bytesOf, isReference, referencesIn } from "../engine/reference.ts";
import { replay } from "../engine/replay.ts";
import { resolveValue } from "../engine/resolve.ts";
import type { Result } from "../engine/result.ts";
import { initialState } from "../engine/runState.ts";
import { encodeState } from "../engine/stateCodec.ts";
import type { Json } from "../workflow/json.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { foretell } from "./foretell.ts";
import { HandWorld } from "./HandWorld.ts";
import { createRunLoop } from "./runLoop.ts";

const scripted = (accepts: readonly string[], more: object = {}) => ({ kind: "scripted", accepts, ...more });
const returns = (type: string, data: Json): readonly Result[] => [{ kind: "return", value: { type, data } }];
const big = "v".repeat(2_000_000);

function begin(steps: object, more: object = {}) {
  const parsed = parseWorkflow({ steps, ...more }, { scenario: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const plan = planWorkflow(parsed.value);
  const world = new HandWorld();
  world.foretold = (dispatch) => foretell(parsed.value, dispatch);
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  const finish = async (id: string, results: readonly Result[]) => {
    world.execution(id).finish({ results });
    await loop.settled();
  };
  return { world, loop, plan, finish };
}

test("a large value through five steps costs its bytes once, and nothing that hands it on loads it", async () => {
  const { world, loop, plan, finish } = begin({
    begin: scripted(["Start"]),
    pause: { kind: "delay", accepts: ["A"], emits: { done: "B" }, config: { forMs: 0 } },
    again: scripted(["B"]),
    gather: { kind: "join", accepts: ["C", "D"], join: "one-of-each", emits: { done: "E" }, config: {} },
    end: { kind: "stop", accepts: ["E"], config: {} },
  });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  await finish("x1", returns("A", { text: big, n: 1 }));
  await world.pass(2_000, () => loop.settled());
  const dispatch = world.running.get("x4")?.dispatch;
  // It made the same value anew, and hands on what it was given beside it.
  await finish("x4", [
    { kind: "send", event: { type: "C", data: { text: big, n: 2 } } },
    { kind: "return", value: { type: "D", data: dispatch?.event?.data ?? null } },
  ]);
  expect(loop.state.outcome).toBe("success");
  expect([...world.artifacts.values()].map(({ length }) => length)).toEqual([big.length + 2]);
  expect(JSON.stringify(world.ticks).length).toBeLessThan(10_000);
  expect(world.calls).not.toContain("load");
  expect(encodeState(replay(plan, initialState(plan), world.ticks))).toEqual(encodeState(loop.state));
  const result = await resolveValue(loop.state.result, world.journal.artifact);
  expect(result).toEqual({
    events: [
      { type: "C", data: { text: big, n: 2 } },
      { type: "D", data: { text: big, n: 1 } },
    ],
  });
});

test("[R80] a commit that fails keeps the value with its tick, until one holds", async () => {
  const { world, loop, finish } = begin({ a: scripted(["Start"]), b: scripted(["A"]) });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  world.refusals.push({ kind: "quota", message: "The disk is full." });
  await finish("x1", returns("A", big));
  expect([world.artifacts.size, world.calls]).toEqual([0, ["start x1"]]);
  await world.pass(2_000, () => loop.settled());
  expect([world.artifacts.size, world.calls]).toEqual([1, ["start x1", "start x2"]]);
});

test("small values stand in their ticks as they are", async () => {
  const { world, loop, finish } = begin({ a: scripted(["Start"]) });
  const input = { text: "t".repeat(60_000), list: [1, 2, { deep: null }] };
  loop.post({ kind: "run-started", input });
  await loop.settled();
  await finish("x1", returns("Stop", input));
  expect(world.ticks[0]).toMatchObject({ input });
  expect(loop.state.result).toBe(input);
  expect(world.artifacts.size).toBe(0);
});

test("[R31] of the members of a batch each is taken out by itself", async () => {
  const { world, loop, finish } = begin({ a: scripted(["Start"], { batches: { done: "A" } }), b: scripted(["A"]) });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  const value = ["x".repeat(70_000), "small", "y".repeat(70_000)].map((data) => ({ type: "A", data }));
  await finish("x1", [{ kind: "return", value }]);
  expect(world.artifacts.size).toBe(2);
  const given = ["x2", "x3", "x4"].map((id) => world.running.get(id)?.dispatch.event?.data);
  expect(given.map(isReference)).toEqual([true, false, true]);
  expect(world.running.get("x2")?.dispatch.element?.item).toEqual(given[0]);
});

test("[R1] a waiter finds its event by a small key beside a large value, and by a large value itself", async () => {
  const { world, loop, finish } = begin({ a: scripted(["Start"]) });
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  await finish("x1", [{ kind: "wait", ordinal: 0, type: "A", where: { id: 7, body: big } }]);
  loop.post({ kind: "event-added", event: { type: "A", data: { id: 7, body: `${big}.` } } });
  loop.post({ kind: "event-added", event: { type: "A", data: { id: 7, body: big, more: [1] } } });
  await loop.settled();
  expect(world.running.get("x2")?.dispatch.waits[0]?.event?.data).toMatchObject({ id: 7, more: [1] });
});

test("[T6] conditions and exports see into a large output what they name", async () => {
  const { loop, finish } = begin(
    {
      list: { kind: "scripted", needs: [] },
      yes: { kind: "scripted", needs: ["list"], when: { output: "list", path: ["rows", 2, "id"], equals: "r2" } },
      no: { kind: "scripted", needs: ["list"], when: { output: "list", path: ["rows", 9_999], exists: true } },
    },
    { exports: { third: { from: "list", path: ["rows", 2] }, all: { from: "list", path: ["rows"] } } },
  );
  loop.post({ kind: "run-started", input: null });
  await loop.settled();
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ id: `r${index}`, text: "some text" }));
  await finish("x1", [{ kind: "output", value: { rows } }]);
  await finish("x2", []);
  expect(loop.state.outcome).toBe("success");
  const { third, all } = loop.state.result as Record<string, Json>;
  expect(third).toEqual(rows[2]);
  expect(isReference(all) && bytesOf(all)).toBe(JSON.stringify(rows).length);
});

test("[R17] the store is changed inside of a large value, and an update holds only on what it saw there", async () => {
  const { world, loop } = begin({ a: scripted(["Start"]) });
  loop.post({ kind: "run-started", input: null, store: { doc: { text: big, title: "one", list: [1] } } });
  await loop.settled();
  const execution = world.execution("x1");
  const rows = Array.from({ length: 20_000 }, (_, index) => index);
  await execution.change({ path: ["doc", "rows"], value: rows });
  expect(await execution.change({ path: ["doc", "rows", 3], value: 33, ifSeen: { value: 4 } })).toBe(false);
  expect(await execution.change({ path: ["doc", "rows", 3], value: 33, ifSeen: { value: 3 } })).toBe(true);
  expect(await execution.change({ path: ["doc", "title"], value: "two", ifSeen: { value: "one" } })).toBe(true);
  await loop.settled();
  const store = await resolveValue(loop.state.store, world.journal.artifact);
  expect(store).toEqual({ doc: { text: big, title: "two", list: [1], rows: rows.with(3, 33) } });
});

test("a value that looks like a reference cannot name another value of the run", async () => {
  const { world, loop, finish } = begin({ a: scripted(["Start"]), b: scripted(["A"]) });
  loop.post({ kind: "run-started", input: { secret: big } });
  await loop.settled();
  const [real] = referencesIn(loop.state.input).values();
  const forged = structuredClone(real) as unknown as Json;
  await finish("x1", returns("A", { forged }));
  const given = world.running.get("x2")?.dispatch.event?.data ?? null;
  expect(await resolveValue(given, world.journal.artifact)).toEqual({ forged });
});
