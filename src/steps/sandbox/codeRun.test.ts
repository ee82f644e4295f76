import { expect, test, vi } from "vitest";
import { dataOf, failureOf, runUserCode } from "../fixtures/runUserCode.ts";

// WebAssembly starts slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

test("[R14] any value is the data of done", async () => {
  expect((await runUserCode("export default (event) => ({ sum: event.data.n + 1 })")).results).toEqual([
    { kind: "return", value: { type: "Done", data: { sum: 2 } } },
  ]);
});
test("[R14] a step without a done port hands its value on all the same", async () => {
  expect((await runUserCode("export default () => 7", { given: { emits: {} } })).results).toEqual([
    { kind: "return", value: null, data: 7 },
  ]);
});
test("[R14] nothing at all is null as data, an explicit null means that nothing follows", async () => {
  expect((await runUserCode("export default () => {}")).results).toEqual([
    { kind: "return", value: { type: "Done", data: null } },
  ]);
  expect((await runUserCode("export default async () => null")).results).toEqual([{ kind: "return", value: null }]);
});
test("[R14] events are made with ctx.event and ctx.to; a list of them is a batch", async () => {
  expect((await runUserCode('export default (e, ctx) => ctx.to("odd", 1)')).results).toEqual([
    { kind: "return", value: { type: "Odd", data: 1 } },
  ]);
  expect((await runUserCode('export default (e, ctx) => [ctx.event("A"), ctx.event("B", [])]')).results).toEqual([
    { kind: "return", value: [{ type: "A" }, { type: "B", data: [] }] },
  ]);
});
test("[R14] a list of values is data, a list of events and values is a failure that names the odd one", async () => {
  expect(await dataOf('export default () => [{ type: "A" }]')).toEqual([{ type: "A" }]);
  const failure = await failureOf('export default (e, ctx) => [ctx.event("A"), { type: "B" }]');
  expect(failure).toMatchObject({ name: "NotAnEventError", message: expect.stringContaining("[1]") });
});
test("[R14] an object written like an event of the step is data, and the log says how to send the event", async () => {
  const { results, requests } = await runUserCode('export default () => ({ type: "Odd", data: 1 })');
  expect(results).toEqual([{ kind: "return", value: { type: "Done", data: { type: "Odd", data: 1 } } }]);
  expect(requests).toEqual([{ kind: "log", level: "warn", text: expect.stringContaining('ctx.event("Odd", data)') }]);
  expect((await runUserCode('export default () => ({ type: "Other" })')).requests).toEqual([]);
});
test("[R31] a list for a port takes the type that batches names, an empty one too", async () => {
  const batches = { batches: { done: "Part" } };
  expect((await runUserCode('export default (e, ctx) => [ctx.to("done", 1)]', { given: batches })).results).toEqual([
    { kind: "return", value: [{ type: "Part", data: 1 }] },
  ]);
  expect((await runUserCode("export default () => []", { given: batches })).results).toEqual([
    { kind: "return", value: [] },
  ]);
});
test("what a browser or Node has and a code step has not is told with what to do instead", async () => {
  const told: readonly (readonly [string, string])[] = [
    ["fetch('http://a')", "fetch is not defined: a code step runs without it. Use an http step."],
    ["setTimeout(() => {}, 1)", "Use a delay step"],
    ["localStorage.x", "ctx.store"],
    ["structuredClone({})", "JSON.parse(JSON.stringify(value))"],
    ["new URL('http://a')", "URL is not defined: a code step runs without it."],
    ["crypto.randomUUID()", "Math.random()"],
    ["alert(1)", "Use an ask step."],
    ["module.exports = 1", "export default"],
  ];
  for (const [code, message] of told)
    expect((await failureOf(`export default () => { ${code}; }`)).message).toContain(message);
  expect((await failureOf("export default () => mine")).message).not.toContain("runs without");
  expect((await failureOf("export default () => import('fs')")).message).toContain("'fs' cannot be imported");
});
test("an unknown port is told with the ports that exist", async () => {
  const failure = await failureOf('export default (e, ctx) => ctx.to("none", 1)');
  expect(failure.message).toContain("done, odd");
});
test("[R14] what JSON cannot hold is a failure that names the path", async () => {
  const odd: readonly (readonly [string, string])[] = [
    ["({ a: [1, undefined] })", "result.a[1] is undefined"],
    ["({ f: () => 1 })", "result.f is a function: call it"],
    ["{ const a = {}; a.self = a; return a; }", "result.self contains itself"],
    ["NaN", "result is NaN"],
    ["({ 'a b': 2 ** 53 })", 'result["a b"] is an integer beyond 2^53-1'],
    ["10n", "result is a bigint"],
    ["'\\ud800'", "half of a surrogate pair"],
    ["({ '\\ud800': 1 })", "half of a surrogate pair"],
    ["[Promise.resolve(1)]", "result[0] is a promise"],
    ["new Map()", "result is a Map"],
    ["new Set([1])", "result is a Set: spread it"],
    ["new Map([[1, 2]]).values()", "result is an iterator: spread it"],
    ["({ rows: (function* () { yield 1; })() })", "result.rows is an iterator: spread it"],
    ["({ rows: (async function* () { yield 1; })() })", "result.rows is an async iterator: gather"],
    ["new WeakMap()", "result is a WeakMap"],
    ["({ n: new Number(5) })", "result.n is a Number object"],
    ["({ at: new Date('never') })", "result.at is a date that does not exist"],
    ["Infinity", "result is Infinity"],
    ["Symbol('x')", "result is a symbol"],
    ["[1, , 2]", "result[1] is undefined"],
    ["({ e: new TypeError('x') })", "result.e is an Error"],
    ["/x/", "result is a regular expression"],
    ["new Uint8Array(2)", "result holds bytes"],
  ];
  for (const [value, message] of odd)
    expect((await failureOf(`export default () => ${value}`)).message).toContain(message);
});
test("[R14] a date is handed on as its ISO text, as JSON writes it", async () => {
  expect(await dataOf("export default () => ({ at: new Date(0) })")).toEqual({ at: "1970-01-01T00:00:00.000Z" });
});
test("[R14] -0 is 0, as it is in JSON text", async () => {
  expect(Object.is(await dataOf("export default () => -0"), 0)).toBe(true);
});
test("__proto__ and constructor are keys like any other", async () => {
  const text = '{"__proto__":{"a":1},"constructor":2}';
  const data = await dataOf("export default (event) => ({ ...event.data, ['__proto__']: event.data.__proto__ })", {
    given: { event: { type: "Start", data: JSON.parse(text) } },
  });
  expect(JSON.stringify(data)).toBe(text);
});
test("an error keeps its name, message, data, cause and its place in the user's text", async () => {
  const failure = await failureOf(`type Row = { n: number };
export default async (event: { data: Row }, ctx) => {
  const row: Row = event.data; throw Object.assign(new RangeError("too far"), { data: row, cause: "seen" });
}`);
  expect(failure).toMatchObject({
    name: "RangeError",
    message: "too far",
    data: { n: 1 },
    cause: { name: "Error", message: "seen" },
    place: { line: 3 },
  });
  expect(failure.place?.column).toBeGreaterThan(30);
  expect(failure.stack).not.toContain("context.js");
});
test("[R43] an endless loop is stopped and named with its line", async () => {
  // Long enough to be in the loop: what comes before it takes some of that, the first time most.
  const failure = await failureOf("export default () => {\n  let n = 0;\n  for (;;) {\n    n++;\n  }\n}", {
    cpuMs: 500,
  });
  expect(failure).toMatchObject({ name: "TimeoutError", message: expect.stringContaining("500 ms") });
  expect(failure.place).toEqual({ line: 3, column: 3 });
});
test("[R43] loops that cannot be caught, in a callback, in a job, after an await, outside the function", async () => {
  const loops = [
    "export default () => { try { for (;;); } catch { return 1; } }",
    "export default () => [1].map(() => { for (;;); })",
    "export default async () => { await null; for (;;); }",
    "export default async () => { for (;;) await null; }",
    "for (;;);\nexport default () => 1",
    "export default () => /(a+)+$/.test('a'.repeat(60) + 'b')",
  ];
  for (const source of loops) expect(await failureOf(source, { cpuMs: 50 })).toMatchObject({ name: "TimeoutError" });
});
test("a memory bomb fails its own execution only", async () => {
  const failure = await failureOf(
    "export default () => { const all = []; for (;;) all.push(new Array(1000).fill(1)); }",
    {
      memoryMb: 8,
    },
  );
  expect(failure).toMatchObject({ name: "MemoryError", message: expect.stringContaining("8 MB") });
  expect(await dataOf("export default () => 1")).toBe(1);
});
test("endless recursion is an error like any other", async () => {
  expect(await failureOf("export default function f() { return f() + 1; }")).toMatchObject({ name: "RangeError" });
  const nested = (depth: number) =>
    `export default () => { let a = []; for (let i = 0; i < ${depth}; i++) a = [a]; return a; }`;
  expect((await failureOf(nested(1e5))).message).toContain("nested deeper than 200");
  expect(JSON.stringify(await dataOf(nested(190)))).toHaveLength(382);
});
test("a promise that nothing resolves is a failure at once", async () => {
  expect((await failureOf("export default () => new Promise(() => {})")).message).toContain("nothing can resolve");
});
test("the code has no other clock and no other chance than the given ones", async () => {
  const source =
    "export default () => [Date.now(), +new Date(), new Date().constructor.now(), Math.random(), typeof performance]";
  const first = await dataOf(source);
  expect(first).toEqual([1_000_000, 1_000_000, 1_000_000, expect.any(Number), "undefined"]);
  expect(await dataOf(source)).toEqual(first);
  expect(await dataOf(source, { seed: "r1 i1 2" })).not.toEqual(first);
});
test("without a default export, and with an import, it is said what is wrong", async () => {
  expect((await failureOf('import x from "y"; export default () => x')).message).toContain("'y' cannot be imported");
  expect((await failureOf("const a = 1")).message).toContain("default export");
});
test("[R35] a wait that is not resolved ends the execution, several at once too", async () => {
  const source = `export default async (e, ctx) => {
    const first = await ctx.wait("Go", { id: "go", where: { n: 1 }, ask: ctx.event("AskGo"), timeoutMs: 10 });
    return first;
  }`;
  expect((await runUserCode(source)).results).toEqual([
    { kind: "wait", id: "go", ordinal: 0, type: "Go", where: { n: 1 }, ask: { type: "AskGo" }, timeoutMs: 10 },
  ]);
  const both = 'export default (e, ctx) => Promise.all([ctx.wait("A"), ctx.wait("B")])';
  expect((await runUserCode(both)).results).toMatchObject([
    { kind: "wait", ordinal: 0, type: "A" },
    { kind: "wait", ordinal: 1, type: "B" },
  ]);
});
test("[R35] a resolved wait gives its event, a timed out one throws", async () => {
  const waits = [{ waiter: "w1", ordinal: 0, type: "Go", event: { type: "Go", data: 4 }, since: 0 }];
  const source = 'export default async (e, ctx) => (await ctx.wait("Go")).data';
  expect(await dataOf(source, { given: { waits } })).toBe(4);
  const late = [{ waiter: "w1", ordinal: 0, type: "Go", timedOut: true, since: 0 }] as const;
  expect(await failureOf(source, { given: { waits: late } })).toMatchObject({ name: "WaitTimeoutError" });
});
test("[R18] once calls its function the first time only", async () => {
  const source = 'export default async (e, ctx) => [await ctx.once("k", () => 5), await ctx.once("k", () => 6)]';
  const first = await runUserCode(source);
  expect(first.requests).toEqual([{ kind: "once", key: "k", value: 5 }]);
  expect(first.results).toMatchObject([{ value: { data: [5, 5] } }]);
  const again = await runUserCode(source, { given: { once: { k: 9 } } });
  expect(again.requests).toEqual([]);
  expect(again.results).toMatchObject([{ value: { data: [9, 9] } }]);
});
test("[R17] the store is read and changed by path; update tries again when somebody was faster", async () => {
  const source = `export default async (e, ctx) => {
    await ctx.store.set("a.b", 1);
    await ctx.store.delete(["a", 0]);
    return ctx.store.update("n", (n) => (n ?? 0) + 1);
  }`;
  let tries = 0;
  const { requests, results } = await runUserCode(source, {
    answer: (request) => {
      if (request.kind === "store-read") return { ok: true, value: { seen: tries, value: tries * 10 } };
      if (request.kind === "store-change" && request.ifSeen !== undefined) return { ok: true, value: tries++ > 0 };
      return { ok: true, value: true };
    },
  });
  expect(requests).toEqual([
    { kind: "store-change", path: ["a", "b"], value: 1 },
    { kind: "store-change", path: ["a", 0], delete: true },
    { kind: "store-read", path: ["n"] },
    { kind: "store-change", path: ["n"], value: 1, ifSeen: 0 },
    { kind: "store-read", path: ["n"] },
    { kind: "store-change", path: ["n"], value: 11, ifSeen: 1 },
  ]);
  expect(results).toMatchObject([{ value: { data: 11 } }]);
});
test("[R16] sends are numbered, a held one is a result, a wrong address throws at the call", async () => {
  const source = `export default async (e, ctx) => {
    await ctx.send(ctx.event("A", 1));
    await ctx.send({ type: "B" }, { to: "b" });
    await ctx.send(ctx.event("C"), { onSuccess: true });
    ctx.publish(ctx.event("P"));
    return null;
  }`;
  const { requests, results } = await runUserCode(source);
  expect(requests).toEqual([
    { kind: "send", event: { type: "A", data: 1 }, index: 0 },
    { kind: "send", event: { type: "B" }, to: "b", index: 1 },
    { kind: "publish", event: { type: "P" } },
  ]);
  expect(results).toEqual([
    { kind: "send", event: { type: "C" } },
    { kind: "return", value: null },
  ]);
  const refused = { answer: () => ({ ok: true, value: "b does not accept B" }) as const };
  expect(
    (await failureOf('export default (e, ctx) => ctx.send({ type: "B" }, { to: "b" })', refused)).message,
  ).toContain("does not accept");
  const nobody = 'export default (e, ctx) => ctx.send({ type: "B" }, { to: "c" })';
  expect((await failureOf(nobody)).message).toBe("There is no step c. The steps are a, b.");
});
test("what is asked without await is waited for before the end", async () => {
  const source = 'export default (e, ctx) => { ctx.store.update("n", () => 1); return 2; }';
  const { requests } = await runUserCode(source, {
    answer: (request) => ({ ok: true, value: request.kind === "store-read" ? { seen: 0 } : true }),
  });
  expect(requests).toHaveLength(2);
});
test("[R25] collect gives the set in the order of the types and keeps surplus", async () => {
  const source = 'export default (e, ctx) => ctx.collect(["A", "B"])';
  const a = (n: number) => ({ type: "A", data: n });
  const b = { type: "B", data: 0 };
  const first = await runUserCode(source, { given: { event: a(1) } });
  expect(first.results).toEqual([
    { kind: "collect", buffer: "default", event: a(1) },
    { kind: "return", value: null },
  ]);
  const surplus = await runUserCode(source, { given: { event: a(2), buffers: { default: [a(1)] } } });
  expect(surplus.results[0]).toEqual({ kind: "collect", buffer: "default", event: a(2) });
  const complete = await runUserCode(source, { given: { event: b, buffers: { default: [a(1), a(2)] } } });
  expect(complete.results).toEqual([
    { kind: "consume", buffer: "default", events: [a(1)] },
    { kind: "return", value: { type: "Done", data: [a(1), b] } },
  ]);
  expect(await dataOf("export default (e, ctx) => ctx.collect([])")).toEqual([]);
});
test("[R24] console and ctx.log go to the log", async () => {
  const { requests } = await runUserCode(
    'export default (e, ctx) => { console.warn("a", { b: 1 }); ctx.log(undefined); }',
  );
  expect(requests).toEqual([
    { kind: "log", level: "warn", text: 'a {"b":1}' },
    { kind: "log", level: "log", text: "undefined" },
  ]);
});
test("an execution leaves nothing behind, so that its instance serves the next one", async () => {
  const sources = [
    "export default () => ({ a: [1] })",
    "export default () => { throw new Error('x'); }",
    "export default async (e, ctx) => { ctx.log(1); return ctx.store.get('a'); }",
    "export default (e, ctx) => ctx.wait('A')",
    "await null; export default () => 1",
  ];
  for (const source of sources) expect(await runUserCode(source)).toMatchObject({ clean: true });
});
test("code that changes the built-ins hurts only itself", async () => {
  const source = `export default () => {
    JSON.stringify = () => "[]"; Object.keys = () => []; Promise.prototype.then = null;
    return { a: [1] };
  }`;
  expect(await dataOf(source)).toEqual({ a: [1] });
});

test("code reads and writes tables with csv.parse and csv.format", async () => {
  const source = "export default () => csv.format(csv.parse('a;b\\n1;\"x\\ny\"').map((row) => ({ ...row, c: [1] })))";
  expect(await dataOf(source)).toBe('a,b,c\r\n1,"x\ny",[1]\r\n');
  expect(await failureOf("export default () => csv.parse('a\\n1,2')")).toMatchObject({
    message: "Line 2 has 2 cells, but the header names 1 columns.",
  });
});
