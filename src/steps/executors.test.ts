import { expect, test, vi } from "vitest";
import type { Dispatch } from "../engine/effect.ts";
import { fromSorted } from "../engine/persistent/sortedMap.ts";
import type { Result } from "../engine/result.ts";
import type { HandedOn } from "../runtime/world.ts";
import type { Json } from "../workflow/json.ts";
import type { Step } from "../workflow/workflow.ts";
import { createExecutors } from "./executors.ts";
import { quickJsModule } from "./fixtures/quickJsModule.ts";
import { dispatchOf, recordExecution, workflowOf } from "./fixtures/recordedExecution.ts";
import { createRunner } from "./runner/runnerClient.ts";
import { createSandbox } from "./sandbox/sandboxClient.ts";
import { spawnInProcess } from "./sandbox/spawnInProcess.ts";

// WebAssembly starts slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const sandbox = createSandbox(spawnInProcess(quickJsModule()));
const runner = createRunner({
  base: "http://127.0.0.1:1",
  fetch,
  connect: () => ({ addEventListener: () => {}, send: () => {}, close: () => {} }),
  now: () => 0,
});

const handedOn = (data: Json): HandedOn => ({
  output: undefined,
  data,
  exit: null,
  outcome: "success",
  attempt: 1,
  count: 1,
});

/** Executes one dispatch of step `s` and answers its results. */
async function execute(
  step: Step,
  more: Partial<Dispatch> = {},
  around: NonNullable<Parameters<typeof recordExecution>[1]> = {},
): Promise<readonly Result[]> {
  const workflow = workflowOf({
    s: step,
    first: { kind: "code", accepts: ["Start"], config: { source: "" } },
    "with-dash": { kind: "code", accepts: ["Start"], config: { source: "" } },
  });
  const executors = createExecutors(
    { runId: "r1", workflow, digest: "sha256:0", epoch: 1, onHolds: () => {} },
    { sandbox, runner, now: () => 5 },
  );
  const dispatch = dispatchOf("s", more);
  const foretold = executors.foretell?.(dispatch);
  if (foretold) return foretold.results;
  const record = recordExecution(workflow, around);
  executors.start(dispatch, record.execution);
  const ended = await record.ended;
  if (ended.kind === "lost") throw new Error(`lost: ${JSON.stringify(ended.loss)}`);
  return ended.finish.results;
}

async function failureOf(...args: Parameters<typeof execute>) {
  const results = await execute(...args);
  const fail = results.find((result) => result.kind === "fail");
  if (fail?.kind !== "fail") throw new Error(`expected a failure, got ${JSON.stringify(results)}`);
  return fail.failure;
}

const fields = { accepts: ["Start"], emits: { done: "Done" } } as const;
const stop = (result?: string): Step => ({
  kind: "stop",
  accepts: ["Start"],
  config: result === undefined ? {} : { result },
});
const done = (data: Json): Result => ({ kind: "return", value: { type: "Done", data } });

test("[R40] stop hands its expression on, or the event's data", async () => {
  expect(await execute(stop())).toEqual([{ kind: "return", value: { type: "Stop", data: { n: 1 } } }]);
  expect(await execute(stop("event.data.n + 1"))).toEqual([{ kind: "return", value: { type: "Stop", data: 2 } }]);
});
test("one set of roots stands in every expression", async () => {
  const expression = `{
    "event": event.type, "short": [type, data.n], "input": input.a, "back": steps.first.data, "out": steps.first.output,
    "store": store.s, "run": run.id, "attempt": attempt, "item": item, "index": index, "items": items, "count": steps.first.count
  }`;
  const more = { attempt: 2, element: { item: "el", index: 3 }, elements: [{ item: "outer", index: 0 }] };
  const around = { input: { a: 7 }, store: { s: [1] }, back: { first: handedOn("seen") } };
  expect(await execute({ kind: "transform", ...fields, config: { expression } }, more, around)).toEqual([
    done({
      event: "Start",
      short: ["Start", 1],
      input: 7,
      back: "seen",
      out: "seen",
      store: [1],
      run: "r1",
      attempt: 2,
      item: "el",
      index: 3,
      items: ["outer"],
      count: 1,
    }),
  ]);
});
test("[R69] only steps that a text mentions are looked back at; all of them when it mentions steps otherwise", async () => {
  const back = { first: handedOn(1), "with-dash": handedOn(2) };
  expect(await execute(stop("steps.`with-dash`.data"), {}, { back })).toMatchObject([{ value: { data: 2 } }]);
  expect(await execute(stop("$sum($each(steps, function($s) { $s.data }))"), {}, { back })).toMatchObject([
    { value: { data: 3 } },
  ]);
});
test("[T10] [T40] a missing value is a failure that names it, unless the expression gives another", async () => {
  expect(await failureOf(stop("steps.first.data"))).toMatchObject({
    name: "MissingValueError",
    message: expect.stringContaining("steps.first.data"),
  });
  expect(await execute(stop("steps.first.data ?? 'none'"))).toMatchObject([{ value: { data: "none" } }]);
});
test("expressions see the run's time and chance, reach no constructor and hand on no function", async () => {
  expect(await execute(stop("[$millis(), $now()]"))).toMatchObject([
    { value: { data: [1_000, "1970-01-01T00:00:01.000Z"] } },
  ]);
  expect(await execute(stop("$random()"))).toEqual(await execute(stop("$random()")));
  for (const source of [
    '"".constructor',
    '$lookup(event.data, "con" & "structor")',
    '$lookup($, "constructor")',
    "$string.constructor",
  ]) {
    expect((await failureOf(stop(source))).name).toBe("MissingValueError");
  }
  expect((await failureOf(stop("[$sum]"))).message).toContain("result[0] is a function");
  expect((await failureOf(stop("{ 'f': function($x) { $x } }"))).message).toContain("result.f is a function");
  expect((await failureOf(stop("$eval('1')"))).message).toContain("$eval");
  expect((await failureOf(stop("9007199254740993"))).message).toContain("2^53-1");
});
test("an expression that never ends is stopped", async () => {
  const failure = await failureOf(stop("($f := function($x) { $f($x + 1) }; $f(1))"));
  expect(failure.name).toBe("TimeoutError");
}, 30_000);
test("[R69] code looks back, changes the store, logs and sends", async () => {
  const source = `export default async (event: { data: { n: number } }, ctx) => {
    const first = await ctx.step("first");
    await ctx.store.update("sum", (sum) => (sum ?? 0) + event.data.n);
    await ctx.send(ctx.event("Extra", 1));
    console.log("seen", first.output);
    const { steps } = ctx;
    return { first: [first.output, steps.first.data], none: [await ctx.step("with-dash"), steps["with-dash"]].length };
  }`;
  const workflow = workflowOf({
    s: { kind: "code", ...fields, config: { source } },
    first: stop(),
    "with-dash": stop(),
  });
  const record = recordExecution(workflow, { back: { first: handedOn("A") } });
  const executors = createExecutors(
    { runId: "r1", workflow, digest: "", epoch: 1, onHolds: () => {} },
    { sandbox, runner, now: () => 5 },
  );
  executors.start(dispatchOf("s"), record.execution);
  expect(await record.ended).toEqual({
    kind: "finished",
    finish: { results: [done({ first: ["A", "A"], none: 2 })], started: 5, ended: 5 },
  });
  expect(record.store()).toEqual({ sum: 1 });
  expect(record.sent).toEqual([{ event: { type: "Extra", data: 1 }, to: undefined, index: 0 }]);
  expect(record.logged).toEqual(["seen A"]);
});
test("[R17] a change that the store's schema refuses is an error at the call and changes nothing", async () => {
  const source = `export default async (e, ctx) => {
    await ctx.store.set("n", 2);
    try { await ctx.store.set("n", "two"); } catch (error) { return error.message; }
  }`;
  const schema = { type: "object", properties: { n: { type: "number" } } };
  const workflow = { ...workflowOf({ s: { kind: "code", ...fields, config: { source } } }), store: schema };
  const record = recordExecution(workflow);
  const executors = createExecutors(
    { runId: "r1", workflow, digest: "", epoch: 1, onHolds: () => {} },
    { sandbox, runner, now: () => 5 },
  );
  executors.start(dispatchOf("s"), record.execution);
  expect(await record.ended).toMatchObject({
    finish: { results: [{ value: { data: expect.stringContaining("refuses the value for n") } }] },
  });
  expect(record.store()).toEqual({ n: 2 });
});
test("[T39] an output schema binds every kind", async () => {
  const output = { type: "object", required: ["n"], properties: { n: { type: "number" } } };
  expect(await execute({ kind: "transform", ...fields, output, config: { expression: "{ 'n': 1 }" } })).toEqual([
    done({ n: 1 }),
    { kind: "output", value: { n: 1 } },
  ]);
  expect(
    await failureOf({ kind: "transform", ...fields, output, config: { expression: "{ 'n': 'x' }" } }),
  ).toMatchObject({
    name: "OutputError",
    message: expect.stringContaining("/n"),
  });
  expect(
    (await failureOf({ kind: "code", ...fields, output, config: { source: "export default () => 1" } })).name,
  ).toBe("OutputError");
});

test("[R73] set writes into the store behind a success, and an expression that fails is a failure of the step", async () => {
  const step = (set: Readonly<Record<string, string>>): Step => ({
    kind: "transform",
    ...fields,
    set,
    config: { expression: "data.n + 1" },
  });
  const stored = async (set: Readonly<Record<string, string>>) => {
    const workflow = workflowOf({ s: step(set) });
    const record = recordExecution(workflow, { store: { total: 40 } });
    const executors = createExecutors(
      { runId: "r1", workflow, digest: "", epoch: 1, onHolds: () => {} },
      { sandbox, runner, now: () => 5 },
    );
    executors.start(dispatchOf("s"), record.execution);
    const ended = await record.ended;
    return ended.kind === "finished" ? ended.finish.results : [];
  };
  expect(await stored({ total: "store.total + steps.s.output", "by.type": "type" })).toEqual([
    { kind: "set", path: ["total"], value: 42 },
    { kind: "set", path: ["by", "type"], value: "Start" },
    { kind: "return", value: { type: "Done", data: 2 } },
  ]);
  expect(await stored({ total: "store.total + 1", other: "data.none" })).toMatchObject([{ kind: "fail" }]);
});

const askStep = (more: object = {}): Step => ({
  kind: "ask",
  accepts: ["Start"],
  emits: { approve: "Approved", reject: "Rejected", done: "Done" },
  config: { question: "Publish {{ data.n }}?", show: "data", choices: ["approve", "reject"], deadlineMs: 50, ...more },
});

test("[R76] an ask publishes its question once and waits for the answer that names it", async () => {
  expect(await execute(askStep({ prefill: "data.none" }))).toEqual([
    {
      kind: "wait",
      ordinal: 0,
      type: "Answer",
      where: { ask: "i1.0" },
      ask: {
        type: "Ask",
        data: {
          step: "s",
          ask: "i1.0",
          question: "Publish 1?",
          show: { n: 1 },
          choices: ["approve", "reject"],
          deadlineAt: 1_050,
        },
      },
      dueAt: 1_050,
    },
  ]);
});
const outcome = { waiter: "i1.0", ordinal: 0, type: "Answer", since: 0 };
test("[R76] the choice is the port, what was filled in is the data", async () => {
  const event = (data: Json) => ({ waits: [{ ...outcome, event: { type: "Answer", data } }] });
  expect(await execute(askStep(), event({ ask: "i1.0", value: null, choice: "reject" }))).toEqual([
    { kind: "return", value: { type: "Rejected", data: "reject" } },
    { kind: "output", value: "reject" },
  ]);
  expect(await execute(askStep(), event({ ask: "i1.0", value: { why: "x" }, choice: "approve" }))).toEqual([
    { kind: "return", value: { type: "Approved", data: { why: "x" } } },
    { kind: "output", value: { why: "x" } },
  ]);
  expect(await execute(askStep(), event({ ask: "i1.0", value: 0 }))).toMatchObject([
    { value: { type: "Done", data: 0 } },
    {},
  ]);
});
test("[R76] at the deadline the default answers, else it fails", async () => {
  const late = { waits: [{ ...outcome, timedOut: true }] } as const;
  expect(await execute(askStep({ default: "reject" }), late)).toMatchObject([{ value: { type: "Rejected" } }, {}]);
  expect(await execute(askStep({ default: { by: "clock" } }), late)).toMatchObject([
    { value: { type: "Done", data: { by: "clock" } } },
    {},
  ]);
  expect((await failureOf(askStep(), late)).name).toBe("WaitTimeoutError");
});
test("[R68] a delay waits for its time and hands the event on unchanged", async () => {
  const delay = (config: object): Step => ({ kind: "delay", ...fields, config });
  expect(await execute(delay({ forMs: 20 }))).toEqual([{ kind: "wait", ordinal: 0, type: "delay", timeoutMs: 20 }]);
  expect(await execute(delay({ until: "2026-01-01T00:00:00Z" }))).toMatchObject([{ dueAt: Date.UTC(2026, 0, 1) }]);
  const waits = [{ waiter: "i1.0", ordinal: 0, type: "delay", since: 0, timedOut: true }] as const;
  expect(await execute(delay({ forMs: 20 }), { waits })).toEqual([done({ n: 1 })]);
  expect((await failureOf(delay({ until: "soon" }))).message).toContain("`until` is no time");
  expect((await failureOf(delay({}))).message).toContain("exactly one of");
});
test("[R68] the next time of a cron expression stands in the wait", async () => {
  const step: Step = { kind: "delay", ...fields, config: { cron: "0 9 * * MON-FRI" } };
  const friday = new Date(2026, 4, 29, 9, 0).getTime();
  const monday = new Date(2026, 5, 1, 9, 0).getTime();
  expect(await execute(step, { at: friday })).toEqual([{ kind: "wait", ordinal: 0, type: "delay", dueAt: monday }]);
  const waits = [{ waiter: "i1.0", ordinal: 0, type: "delay", since: 0, timedOut: true }] as const;
  expect(await execute(step, { waits })).toEqual([done({ n: 1 })]);
  expect((await failureOf({ ...step, config: { cron: "0 0 30 2 *" } })).message).toContain("never comes");
});
test("branch takes the first true case and hands the event on unchanged", async () => {
  const branch = (cases: { port: string; when: unknown }[]): Step =>
    ({
      kind: "branch",
      accepts: ["Start"],
      emits: { big: "Big", small: "Small", other: "Other" },
      config: { cases, else: "other" },
    }) as Step;
  const byCondition = branch([
    { port: "big", when: { event: ["n"], gt: 5 } },
    { port: "small", when: { step: "first", path: ["ok"], equals: true } },
  ]);
  expect(await execute(byCondition, { event: { type: "Start", data: { n: 9 } } })).toEqual([
    { kind: "return", value: { type: "Big", data: { n: 9 } } },
  ]);
  expect(await execute(byCondition, {}, { back: { first: handedOn({ ok: true }) } })).toMatchObject([
    { value: { type: "Small" } },
  ]);
  expect(await execute(byCondition)).toMatchObject([{ value: { type: "Other" } }]);
  const byExpression = branch([
    { port: "big", when: "data.none" },
    { port: "small", when: "data.n = 1" },
    { port: "other", when: "$error('not reached')" },
  ]);
  expect(await execute(byExpression)).toMatchObject([{ value: { type: "Small" } }]);
});
test("[R31] fan-out makes one event per element; a value that is no list is a list of one", async () => {
  const step: Step = {
    kind: "fan-out",
    accepts: ["Start"],
    batches: { done: "Part" },
    config: { items: "data.list[$ > 1]" },
  };
  const list = (...values: number[]) => ({ event: { type: "Start", data: { list: values } } });
  expect(await execute(step, list(1, 2, 3))).toEqual([
    {
      kind: "return",
      value: [
        { type: "Part", data: 2 },
        { type: "Part", data: 3 },
      ],
    },
  ]);
  expect(await execute(step, list(1, 2))).toEqual([{ kind: "return", value: [{ type: "Part", data: 2 }] }]);
  expect(await failureOf(step, list(1))).toMatchObject({
    name: "MissingValueError",
    message: expect.stringContaining("(data.list[$ > 1]) ?? []"),
  });
  const orNone: Step = { ...step, config: { items: "(data.list[$ > 1]) ?? []" } };
  expect(await execute(orNone, list(1))).toEqual([{ kind: "return", value: [] }]);
  const many: Step = { ...step, config: { items: "[1..100001]" } };
  expect((await failureOf(many)).message).toContain("100001 elements");
});
test("join hands on what it gathered", async () => {
  const events = [{ type: "A", data: 1, item: "x", index: 0 }];
  const event = { type: "Batch", events };
  expect(await execute({ kind: "join", ...fields, config: {} }, { event })).toEqual([done({ events })]);
});
test("a kind that only scenarios have says so", async () => {
  const step: Step = { kind: "scripted", accepts: ["Start"], config: {} };
  expect((await failureOf(step)).message).toContain("cannot run in this version");
});

const each = (forEach: string, more: Partial<Step> = {}): Step =>
  ({ kind: "transform", forEach, emits: { done: "Done" }, config: { expression: "item" }, ...more }) as Step;
const open = (data: Json) => ({ each: { kind: "open" }, event: { type: "Start", data } }) as const;

test("[R72] the list of forEach is read by JSONata: one value is a list of one, nothing the empty list", async () => {
  const elements = async (forEach: string, data: Json) => execute(each(forEach), open(data));
  const files = { files: [{ n: 1 }, { n: 2 }, { n: 3 }] };
  expect(await elements("event.data.files", files)).toEqual([{ kind: "each", elements: files.files }]);
  expect(await elements("event.data.files[n > 2]", files)).toEqual([{ kind: "each", elements: [{ n: 3 }] }]);
  expect(await elements("event.data.files[n > 3]", files)).toEqual([{ kind: "each", elements: [] }]);
  expect(await elements("event.data.files.n", { files: [{ n: 7 }] })).toEqual([{ kind: "each", elements: [7] }]);
  expect(await elements("event.data.files", { files: [] })).toEqual([{ kind: "each", elements: [] }]);
  expect(await elements("[event.data.gone]", {})).toEqual([{ kind: "each", elements: [] }]);
});

test("[R72] what is no list fails with a sentence that says what it is and what to write", async () => {
  const message = async (forEach: string, data: Json) => (await failureOf(each(forEach), open(data))).message;
  expect(await message("event.data.count", { count: 3 })).toBe(
    "`forEach` must give a list, and event.data.count is the number 3. Name a list, or write [event.data.count] for a list of one.",
  );
  expect(await message("event.data.count", {})).toContain("is not there");
  expect(await message("event.data", { a: 1 })).toContain("is an object");
  expect(await message("null", {})).toContain("is null");
});

test("[R72] [R73] the results are handed on in the order of the list, with `set` applied once to all of them", async () => {
  const results = fromSorted([
    [0, { data: "a", output: 1 }],
    [1, {}],
    [2, { data: "c" }],
  ] as const);
  const step = each("event.data", { set: { all: "steps.s.data" } });
  const gather = { each: { kind: "gather", results } } as const;
  expect(await execute(step, gather)).toEqual([
    { kind: "set", path: ["all"], value: ["a", null, "c"] },
    { kind: "return", value: { type: "Done", data: ["a", null, "c"] } },
    { kind: "output", value: [1, null, "c"] },
  ]);
});

test("with pins a pinned output stands for the step; without them nothing knows of it", async () => {
  const pinned: Step = { kind: "transform", ...fields, pinned: 7, config: { expression: "1" } };
  const workflow = workflowOf({ s: pinned });
  const results = async (pins: readonly string[]) => {
    const executors = createExecutors(
      { runId: "r1", workflow, digest: "sha256:0", epoch: 1, pins, onHolds: () => {} },
      { sandbox, runner, now: () => 5 },
    );
    const record = recordExecution(workflow, {});
    executors.start(dispatchOf("s"), record.execution);
    const ended = await record.ended;
    return ended.kind === "lost" ? null : ended.finish.results;
  };
  expect(await results(["s"])).toEqual([done(7)]);
  expect(await results([])).toEqual([done(1)]);
});
