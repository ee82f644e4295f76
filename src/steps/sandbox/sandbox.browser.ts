import { afterEach, expect, test, vi } from "vitest";
import type { CodeGiven, CodeJob, CodeReply, CodeRequest } from "../../protocol/sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { createSandbox } from "./sandboxClient.ts";
import { spawnWorker } from "./spawnWorker.ts";

// A sandbox is killed after seconds of silence, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const given: CodeGiven = {
  event: { type: "Start", data: { n: 1 } },
  input: null,
  items: [],
  runId: "r1",
  attempt: { number: 1, firstAt: 0 },
  waits: [],
  once: {},
  buffers: {},
  emits: { done: "Done" },
  batches: {},
  stepIds: [],
  steps: {},
};

function job(source: string, more: Partial<CodeJob> = {}): CodeJob {
  return {
    kind: "code",
    source,
    given: JSON.stringify(given),
    now: 1_000,
    seed: "r1 i1 1",
    cpuMs: 5_000,
    memoryMb: 64,
    maxLogBytes: 1_000,
    ...more,
  };
}

const nothing = async (): Promise<CodeReply> => ({ ok: true });

let open: Sandbox | undefined;
afterEach(() => open?.close());

function sandbox(): Sandbox {
  open?.close();
  open = createSandbox(spawnWorker);
  return open;
}

/** Data of `done`, the failure's name, or how else the call ended. */
async function endOf(box: Sandbox, source: string, more: Partial<CodeJob> = {}): Promise<unknown> {
  const end = await box.runCode(job(source, more), nothing).end;
  if (end.kind === "lost") return "lost";
  if (end.kind === "killed") return `killed ${end.failure.name}`;
  const [result] = end.value.results;
  if (result?.kind === "fail") return result.failure.name;
  return result?.kind === "return" ? (result.value as { data?: unknown }).data : result;
}

function evaluate(box: Sandbox, source: string, roots: object = {}) {
  return box.compute<"evaluate">({
    kind: "evaluate",
    texts: [{ language: "expression", name: "it", source }],
    roots: JSON.stringify(roots),
    now: 1_000,
    seed: "s",
    timeoutMs: 2_000,
  });
}

test("code runs in the worker and asks the run", async () => {
  const asked: CodeRequest[] = [];
  const source = 'export default async (e, ctx) => ((await ctx.store.get("a")) as number) + e.data.n';
  const call = sandbox().runCode(job(source), async (request) => {
    asked.push(request);
    return { ok: true, value: { value: 41, seen: 0 } };
  });
  expect(await call.end).toEqual({
    kind: "done",
    value: { results: [{ kind: "return", value: { type: "Done", data: 42 } }] },
  });
  expect(asked).toEqual([{ kind: "store-read", path: ["a"] }]);
});
test("[R43] an endless loop ends and the worker lives on", async () => {
  const box = sandbox();
  const ends = await Promise.all([
    endOf(box, "export default () => { for (;;); }", { cpuMs: 100 }),
    endOf(box, "export default async () => { await null; return 1; }"),
  ]);
  expect(ends).toEqual(["TimeoutError", 1]);
});
test("deep recursion and a memory bomb are errors of their own execution in the browser's stack too", async () => {
  const box = sandbox();
  const ends = await Promise.all([
    endOf(box, "export default function f() { return f() + 1; }"),
    endOf(box, "export default () => JSON.parse('['.repeat(1e5))"),
    endOf(box, "export default () => { const all = []; for (;;) all.push(new Array(1000).fill(1)); }", {
      memoryMb: 16,
      cpuMs: 5_000,
    }),
    endOf(box, "export default () => 'x'.repeat(5e8).length", { memoryMb: 16 }),
    endOf(box, "export default () => 3"),
  ]);
  expect(ends).toEqual([
    "RangeError",
    expect.stringMatching(/SyntaxError|RangeError/),
    "MemoryError",
    "MemoryError",
    3,
  ]);
});
test("[R78] a native call that never returns kills the worker; only it fails, what had begun is lost, the rest runs again", async () => {
  const box = sandbox();
  const waiting = box.runCode(job('export default (e, ctx) => ctx.store.get("never")'), () => new Promise(() => {}));
  expect(await endOf(box, "export default () => 1")).toBe(1);
  const guilty = endOf(box, "export default () => Array(1e9).join('abc')", { cpuMs: 200 });
  const later = endOf(box, "export default () => 2");
  const pure = evaluate(box, "1 + 1");
  expect(await guilty).toBe("killed TimeoutError");
  expect(await waiting.end).toEqual({ kind: "lost" });
  expect(await later).toBe(2);
  expect(await pure).toMatchObject({ value: { ok: true, values: [{ value: 2 }] } });
});
test("[R78] a regular expression that never ends in an expression kills nothing but itself", async () => {
  const box = sandbox();
  const text = `${"a".repeat(60)}b`;
  const guilty = evaluate(box, "$match(t, /(a+)+$/)", { t: text });
  const other = evaluate(box, "t", { t: 5 });
  expect(await guilty).toMatchObject({ kind: "killed", failure: { name: "TimeoutError" } });
  expect(await other).toMatchObject({ kind: "done", value: { values: [{ value: 5 }] } });
});
test("fifty at once all end", async () => {
  const box = sandbox();
  const all = Array.from({ length: 50 }, (_, n) =>
    endOf(box, `export default async () => { await null; return ${n}; }`),
  );
  expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, (_, n) => n));
});
test("an aborted call says nothing more and leaves its room to others", async () => {
  const box = sandbox();
  const calls = Array.from({ length: 30 }, () =>
    box.runCode(job('export default (e, ctx) => ctx.store.get("never")'), () => new Promise(() => {})),
  );
  for (const call of calls) call.abort();
  expect(await endOf(box, "export default () => 4")).toBe(4);
});
test("nothing of the browser is within reach of an expression", async () => {
  const box = sandbox();
  for (const source of ["$.constructor", '$lookup($, "con" & "structor")', "$sum.constructor", '"x".constructor']) {
    expect(await evaluate(box, source)).toMatchObject({ value: { ok: false } });
  }
  expect(await evaluate(box, '$eval("1")')).toMatchObject({ value: { ok: false } });
});
