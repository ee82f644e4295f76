import { describe, expect, test } from "vitest";
import type { Json, JsonSchema } from "./json.ts";
import { validateWorkflow } from "./validateWorkflow.ts";
import type { Step, StepFields, Workflow } from "./workflow.ts";

const code = (accepts: readonly string[], emits: Record<string, string> = {}, more: StepFields = {}): Step => ({
  kind: "code",
  accepts,
  emits,
  ...more,
  config: { source: "export default () => null" },
});
const stop = (...accepts: string[]): Step => ({ kind: "stop", accepts, config: {} });
const command = (config: object, more: StepFields = { accepts: ["Start"] }): Step => ({
  kind: "command",
  ...more,
  config,
});
const task = (needs: readonly string[], more: StepFields = {}): Step => command({ argv: ["true"] }, { ...more, needs });

/** `rule pointer` of the findings; warnings in brackets. */
function found(steps: Record<string, Step>, more: Partial<Workflow> = {}): readonly string[] {
  const problems = validateWorkflow({ format: "tickwork/workflow@1", name: "w", steps, ...more });
  return problems.map(({ rule, pointer, severity }) =>
    severity === "error" ? `${rule} ${pointer}` : `(${rule} ${pointer})`,
  );
}

const line = { a: code(["Start"], { done: "ADone" }), b: stop("ADone") };

test("a whole workflow has no findings", () => {
  expect(found(line)).toEqual([]);
});

describe("[V1] begin and end", () => {
  test("no steps, no beginning, something behind the end", () => {
    expect(found({})).toEqual(["V1 /steps"]);
    expect(found({ a: code([]) })).toEqual(["V1 /steps"]);
    expect(found({ ...line, c: code(["Stop"]) })).toEqual(["V1 /steps/c/accepts"]);
    expect(found({ t: task([]) })).toEqual([]);
  });
});

describe("[V5] [V8] [R72] forEach", () => {
  const each = { forEach: "event.data" };

  test("hands on one list through `done`", () => {
    expect(found({ ...line, a: code(["Start"], { done: "ADone" }, each) })).toEqual([]);
    expect(found({ ...line, a: code(["Start"], { done: "ADone", other: "ADone" }, each) })).toEqual([
      "V5 /steps/a/emits/other",
    ]);
    const lists = code(["Start"], {}, { ...each, batches: { done: "ADone" } });
    expect(found({ a: lists, b: code(["ADone"]) })).toEqual(["V5 /steps/a/batches"]);
  });

  test("is not for kinds that do no work for an element, and not empty", () => {
    expect(found({ ...line, b: { ...stop("ADone"), ...each } })).toEqual(["V5 /steps/b/forEach"]);
    expect(found({ ...line, a: code(["Start"], { done: "ADone" }, { forEach: " " }) })).toEqual([
      "V8 /steps/a/forEach",
    ]);
  });

  test("[T9] its output is a list, and the schema that of an element", () => {
    const steps = { lint: task([], { ...each, output: { type: "object", properties: { n: {} }, required: ["n"] } }) };
    const exported = (path: readonly (string | number)[]) => found(steps, { exports: { x: { from: "lint", path } } });
    expect(exported([0, "n"])).toEqual([]);
    expect(exported([])).toEqual([]);
    expect(exported(["n"])).toEqual(["V7 /exports/x/path"]);
  });
});

describe("[V2] types", () => {
  test("that nobody emits are errors, those that nobody accepts warnings", () => {
    expect(found({ ...line, c: code(["Ghost"], { done: "Lost" }) })).toEqual([
      "V2 /steps/c/accepts",
      "(V2 /steps/c/emits)",
    ]);
  });

  test("an end where another way leads on names its output, and so does one of failures", () => {
    const accepts = ["Start"];
    const ask = (emits: Record<string, string>): Step => ({
      kind: "ask",
      accepts,
      emits,
      config: { question: "Go?", choices: ["yes", "no"] },
    });
    const end: Step = { kind: "stop", accepts: ["Yes"], config: {} };
    expect(found({ ask: ask({ yes: "Yes", no: "No" }), end })).toEqual(["(V2 /steps/ask/emits/no)"]);
    expect(found({ ask: ask({ yes: "Go", no: "No" }) })).toEqual(["(V2 /steps/ask/emits)", "(V2 /steps/ask/emits)"]);
    expect(found({ a: code(accepts, { error: "Broken" }) })).toEqual(["(V2 /steps/a/emits/error)"]);
  });

  test("external and built-in types need no step, and code may send what it names", () => {
    expect(found({ ...line, c: code(["Nudge", "StepFailed"]) }, { events: { Nudge: { role: "external" } } })).toEqual(
      [],
    );
    const sender: Step = { kind: "code", accepts: ["Start"], config: { source: 'ctx.send(ctx.event("Job"))' } };
    expect(found({ sender, worker: code(["Job"]) })).toEqual([]);
  });
});

describe("[V3] reach", () => {
  test("a line that nothing leads to is said once, at its first step", () => {
    const lost = { d: code(["C"], { done: "D" }), c: code([], { done: "C" }), e: code(["D"]) };
    expect(found({ ...line, ...lost })).toEqual(["V3 /steps/c/accepts"]);
    const [problem] = validateWorkflow({
      format: "tickwork/workflow@1",
      name: "w",
      steps: { ...line, ...lost },
    }).filter(({ rule }) => rule === "V3");
    expect(problem?.message).toContain("none to the 2 behind it");
    // Two lines are two problems, also when they meet.
    expect(found({ ...line, ...lost, f: code([], { done: "D" }) })).toEqual([
      "V3 /steps/c/accepts",
      "V3 /steps/f/accepts",
    ]);
    expect(found({ ...line, c: code([], {}, { disabled: true }) })).toEqual([]);
  });

  test("a circle that nothing leads to is said once, before what hangs on it", () => {
    const lost = { e: code(["X"]), x: code(["Y"], { done: "X" }), y: code(["X"], { done: "Y" }) };
    expect(found({ ...line, ...lost })).toEqual(["V3 /steps/x/accepts"]);
  });

  test("what hangs on a step that waits for what nobody emits is not said again", () => {
    expect(found({ ...line, c: code(["Nobody"], { done: "C" }), d: code(["C"]) })).toEqual(["V2 /steps/c/accepts"]);
  });

  test("a circle that never ends", () => {
    const tick = (accepts: string[], done: string): Step => ({
      kind: "delay",
      accepts,
      emits: { done },
      config: { forMs: 1 },
    });
    expect(found({ a: tick(["Start", "B"], "A"), b: tick(["A"], "B") })).toEqual(["(V3 /steps/a)"]);
    expect(found({ a: tick(["Start", "B"], "A"), b: tick(["A"], "B"), c: stop("B") })).toEqual([]);
  });
});

describe("[V5] names and ranges", () => {
  test("of ids and types", () => {
    expect(found({ Bad: code(["Start"], { done: "lower" }) })).toEqual([
      "(V2 /steps/Bad/emits)",
      "V5 /steps/Bad",
      "V5 /steps/Bad/emits/done",
    ]);
    const hostile: Record<string, Step> = JSON.parse(
      '{"__proto__": {"kind": "stop", "accepts": ["Start"], "config": {}}}',
    );
    expect(found(hostile)).toEqual(["V5 /steps/__proto__"]);
  });

  test("of numbers", () => {
    const retry = {
      maxAttempts: 0,
      wait: { exponential: { firstMs: -1, factor: 0.5, maxMs: 1 } },
      on: { message: "(" },
    };
    expect(
      found({ a: code(["Start"], {}, { workers: 1.5, timeoutMs: 0, retry }) }, { limits: { maxParallel: 0 } }),
    ).toEqual([
      "V5 /limits/maxParallel",
      "V5 /steps/a/workers",
      "V5 /steps/a/timeoutMs",
      "V5 /steps/a/retry/maxAttempts",
      "V5 /steps/a/retry/wait/exponential/firstMs",
      "V5 /steps/a/retry/wait/exponential/factor",
      "V5 /steps/a/retry/on/message",
    ]);
  });

  test("of triggers and ports", () => {
    expect(found({ ...line, c: { kind: "stop", config: {} } })).toEqual(["V5 /steps/c"]);
    expect(found({ ...line, c: { ...stop("ADone"), needs: [] } })).toEqual(["V5 /steps/c"]);
    expect(found({ ...line, c: code(["ADone"], {}, { allowFailure: true }) })).toEqual(["V5 /steps/c/allowFailure"]);
    expect(
      found({ a: command({ argv: ["x"] }, { accepts: ["Start"], emits: { won: "Won" } }), b: stop("Won") }),
    ).toEqual(["V5 /steps/a/emits/won"]);
    expect(found({ a: { ...stop("Start"), batches: { done: "X" } } })).toEqual(["V5 /steps/a/batches/done"]);
  });
});

test("[V6] one handler of failed steps, and recoveries from 1", () => {
  expect(found({ ...line, h: code(["StepFailed"], {}, { maxRecoveries: 0 }), i: code(["StepFailed"]) })).toEqual([
    "V6 /steps/h/maxRecoveries",
    "V6 /steps/i/accepts",
  ]);
});

describe("[V7] tasks", () => {
  test("needs that do not exist, are no tasks, or go in a circle", () => {
    expect(found({ a: task(["ghost", "e", "a"]), e: code(["Start"]) })).toEqual([
      "V7 /steps/a/needs/0",
      "V7 /steps/a/needs/1",
      "V7 /steps/a/needs/2",
    ]);
    expect(found({ a: task(["b"]), b: task(["a"]) })).toEqual(["V7 /steps/a/needs", "V7 /steps/b/needs"]);
  });

  test("conditions, texts and exports look back to ancestors only", () => {
    const steps = {
      a: task([]),
      b: task(["a"]),
      side: task([]),
      c: command(
        { argv: ["echo", "{{ steps.a.exit }}{{ steps.side.exit }}"] },
        { needs: ["b"], when: { all: [{ exit: "a", equals: 0 }, { not: { status: "side", in: ["success"] } }] } },
      ),
    };
    expect(found(steps, { exports: { x: { from: "ghost", path: [] } } })).toEqual([
      "V7 /steps/c/when/all/1/not/status",
      "V7 /steps/c/config/argv/1",
      "V7 /exports/x/from",
    ]);
  });

  test("an event step is warned when nothing leads from where it looks back to", () => {
    const b = command(
      { argv: ["x", "{{ steps.a.data }}", "{{ steps.later.data }}", "{{ steps.ghost.data }}"] },
      { accepts: ["ADone"], emits: { done: "BDone" } },
    );
    expect(found({ a: line.a, b, later: stop("BDone") })).toEqual([
      "(V7 /steps/b/config/argv/2)",
      "V7 /steps/b/config/argv/3",
    ]);
  });
});

describe("[V7] schemas", () => {
  test("conditions and exports need one at their path, and a value that it allows", () => {
    const a = task([], {
      output: { type: "object", properties: { n: { type: "integer" }, tags: { items: { enum: ["x"] } } } },
    });
    const when = (path: readonly (string | number)[], equals: Json) =>
      found({ a, b: task(["a"], { when: { output: "a", path, equals } }) });
    expect(when(["n"], 1)).toEqual([]);
    expect(when(["tags", 0], "x")).toEqual([]);
    expect(when(["n"], "1")).toEqual(["V7 /steps/b/when/output"]);
    expect(when(["tags", 0], "y")).toEqual(["V7 /steps/b/when/output"]);
    expect(when(["m"], 1)).toEqual(["V7 /steps/b/when/output"]);
    const exports = { m: { from: "a", path: ["m"] }, n: { from: "a", path: ["n"] } };
    expect(found({ a }, { exports })).toEqual(["V7 /exports/m/path"]);
  });

  test("are looked through their references and branches", () => {
    const output: JsonSchema = {
      $defs: { list: { type: "array", items: { $ref: "#/$defs/list" } } },
      anyOf: [{ properties: { list: { $ref: "#/$defs/list" } } }, { properties: { other: true } }],
    };
    const path = (...keys: (string | number)[]) =>
      found({ a: task([], { output }) }, { exports: { x: { from: "a", path: keys } } });
    expect(path("list", 0, 1, 2)).toEqual([]);
    expect(path("other")).toEqual([]);
    const circle: JsonSchema = { anyOf: [{ $ref: "#" }, { $ref: "#" }, { properties: { x: { $ref: "#" } } }] };
    expect(
      found({ a: task([], { output: circle }) }, { exports: { x: { from: "a", path: ["x", "x", "y"] } } }),
    ).toEqual(["V7 /exports/x/path"]);
    expect(path("list", "key")).toEqual(["V7 /exports/x/path"]);
  });

  test("are schemas, and refer to nothing outside", () => {
    const input: JsonSchema = {
      type: "objekt",
      required: "a",
      properties: { a: 1, b: { $ref: "https://example.org/s" }, c: { $ref: "#/nowhere" }, d: { pattern: "(" } },
    };
    expect(found(line, { input })).toEqual([
      "V7 /input/type",
      "V7 /input/required",
      "V7 /input/properties/a",
      "V7 /input/properties/b/$ref",
      "V7 /input/properties/c/$ref",
      "V7 /input/properties/d/pattern",
    ]);
  });
});

describe("[V8] settings", () => {
  const complaints = (config: object) => found({ a: command(config) });

  test("of a command", () => {
    expect(complaints({})).toEqual(["V8 /steps/a/config/argv"]);
    expect(complaints({ argv: [] })).toEqual(["V8 /steps/a/config/argv"]);
    expect(complaints({ argv: ["x"], shell: { program: "sh", line: "x" } })).toEqual(["V8 /steps/a/config"]);
    expect(complaints({ argv: ["{{ input.program }}"] })).toEqual(["V8 /steps/a/config/argv/0"]);
    expect(complaints({ argv: ["x"], env: { "A{{ 1 }}": "1" }, cwd: "/etc" })).toEqual([
      "V8 /steps/a/config/env/A{{ 1 }}",
      "V8 /steps/a/config/cwd",
    ]);
    expect(complaints({ argv: ["x", "{{ open"] })).toEqual(["V8 /steps/a/config/argv/1"]);
    expect(complaints({ shell: { program: "sh", line: "docker ps --format '{{.Names}}'" } })).toEqual([]);
    expect(complaints({ shell: { program: "sh", line: "echo {{ input.x }}" } })).toEqual([
      "(V8 /steps/a/config/shell/line)",
    ]);
  });

  test("of code, asks and delays", () => {
    expect(found({ a: { kind: "code", accepts: ["Start"], config: { source: "  \n" } } })).toEqual([
      "V8 /steps/a/config/source",
    ]);
    expect(found({ a: { kind: "ask", accepts: ["Start"], config: { choices: ["x", "x", "error"] } } })).toEqual([
      "(V8 /steps/a/config/question)",
      "V8 /steps/a/config/choices/1",
      "V8 /steps/a/config/choices/2",
    ]);
    const delay = (config: object) => found({ a: { kind: "delay", accepts: ["Start"], config } });
    expect(delay({})).toEqual(["V8 /steps/a/config"]);
    expect(delay({ forMs: -1 })).toEqual(["V8 /steps/a/config/forMs"]);
    expect(delay({ forMs: 1, cron: "* * * * *" })).toEqual(["V8 /steps/a/config"]);
    expect(delay({ cron: "0 9 * * MON-FRI" })).toEqual([]);
    expect(delay({ cron: "0 9 * *" })).toEqual(["V8 /steps/a/config/cron"]);
    expect(delay({ cron: "0 0 30 2 *" })).toEqual(["V8 /steps/a/config/cron"]);
    expect(delay({ until: "2026-12-24T18:00:00Z" })).toEqual([]);
    expect(delay({ until: 1_800_000_000_000 })).toEqual([]);
    expect(delay({ until: "tomorrow" })).toEqual(["V8 /steps/a/config/until"]);
    expect(delay({ forMs: 0 })).toEqual([]);
  });

  test("of joins that wait for nothing, and of defaults that can never be taken", () => {
    expect(found({ a: { kind: "join", accepts: ["Start"], config: {} } })).toEqual(["V8 /steps/a/join"]);
    expect(found({ a: { kind: "join", accepts: ["Start"], join: "one-of-each", config: {} } })).toEqual([]);
    const ask = (config: object) =>
      found({ a: { kind: "ask", accepts: ["Start"], config: { question: "?", choices: ["x", "y"], ...config } } });
    expect(ask({ deadlineMs: 1, default: "x" })).toEqual([]);
    expect(ask({ deadlineMs: 1, default: "z" })).toEqual(["V8 /steps/a/config/default"]);
    expect(ask({ default: "y" })).toEqual(["(V8 /steps/a/config/default)"]);
  });

  test("of requests", () => {
    const http = (config: object) =>
      found({ a: { kind: "http", accepts: ["Start"], config: { url: "https://example.org", ...config } } });
    expect(http({})).toEqual([]);
    expect(http({ url: "example.org" })).toEqual(["V8 /steps/a/config/url"]);
    expect(http({ url: "{{ input.url }}" })).toEqual([]);
    expect(http({ url: "./examples/word-count.workflow.json" })).toEqual([]);
    expect(http({ url: "./x", via: "runner" })).toEqual(["V8 /steps/a/config/url"]);
    expect(http({ method: "FETCH IT" })).toEqual(["V8 /steps/a/config/method"]);
    expect(http({ body: "x" })).toEqual(["V8 /steps/a/config/body"]);
    expect(http({ method: "POST", body: "x", expect: [20, 201] })).toEqual(["V8 /steps/a/config/expect/0"]);
    expect(http({ headers: { "X Y": "1" } })).toEqual(["V8 /steps/a/config/headers/X Y"]);
    expect(http({ headers: { Cookie: "1" } })).toEqual(["(V8 /steps/a/config/headers/Cookie)"]);
    expect(http({ headers: { Cookie: "1" }, via: "runner" })).toEqual([]);
    const headers = { Authorization: "Bearer {{ secret.KEY }}" };
    expect(http({ headers })).toEqual(["V8 /steps/a/config/headers/Authorization"]);
    expect(http({ headers, via: "runner" })).toEqual([]);
  });

  test("a kind of scenarios is named, but not in scenarios", () => {
    const steps = { a: { kind: "scripted", accepts: ["Start"], config: {} } } as const;
    expect(found(steps)).toEqual(["V8 /steps/a/kind"]);
    expect(validateWorkflow({ format: "tickwork/workflow@1", name: "w", steps }, { scenario: true })).toEqual([]);
  });
});

describe("joins and batches", () => {
  const check = (steps: Record<string, Step>) =>
    validateWorkflow({ format: "tickwork/workflow@1", name: "w", steps }, { scenario: true }).map(
      ({ rule, step }) => `${rule} ${step}`,
    );
  const fan: Step = { kind: "fan-out", accepts: ["Start"], batches: { done: "Item" }, config: { items: "[1, 2]" } };
  const join = (accepts: string[], done: string): Step => ({
    kind: "join",
    accepts,
    join: { batch: "all" },
    emits: { done },
    config: {},
  });

  test("[V4] a join of batches that no batch can reach", () => {
    expect(
      check({ fan, work: code(["Item"], { done: "Done" }), all: join(["Done"], "All"), end: stop("All") }),
    ).toEqual([]);
    expect(check({ a: code(["Start"], { done: "A" }), all: join(["A"], "All"), end: stop("All") })).toEqual(["V4 all"]);
    expect(check({ fan, one: join(["Item"], "One"), two: join(["One"], "Two"), end: stop("Two") })).toEqual(["V4 two"]);
  });

  test("[V4] one of each, of which one cannot arrive", () => {
    const pair: Step = { kind: "join", accepts: ["A", "B"], join: "one-of-each", config: {} };
    expect(check({ a: code(["Start"], { done: "A" }), b: code([], { done: "B" }), pair })).toEqual(["V3 b", "V4 pair"]);
  });

  test("[V4] code that collects what does not come to it", () => {
    const source = 'export default (e, ctx) => ctx.collect(["A", "B", `C`], { key: "k" })';
    const gather: Step = { kind: "code", accepts: ["A", "B"], config: { source } };
    const a = code(["Start"], { done: "A", more: "B", other: "C" });
    const deaf = { kind: "stop", accepts: ["C"], config: {} } as const;
    expect(check({ a, gather, deaf })).toEqual(["V4 gather"]);
  });

  test("[V9] a stop inside a batch, unless it waits until all is settled", () => {
    expect(check({ fan, end: stop("Item") })).toEqual(["V9 end"]);
    expect(check({ fan, end: { kind: "stop", accepts: ["Item"], config: { when: "settled" } } })).toEqual([]);
  });

  test("[V4] [V9] batches are as deep as lists were opened and not joined, also behind tasks and by other ways", () => {
    const inner: Step = { kind: "fan-out", accepts: ["Item"], batches: { done: "Part" }, config: { items: "[1]" } };
    const nested = { fan, inner, parts: join(["Part"], "Parts"), all: join(["Parts"], "All") };
    expect(check({ ...nested, end: stop("All") })).toEqual([]);
    expect(check({ ...nested, end: stop("Parts", "All") })).toEqual(["V9 end"]);
    // One way leads around the inner list: its events are members of the outer one only.
    const around = { ...nested, parts: { ...nested.parts, accepts: ["Part", "Item"] } };
    expect(check({ ...around, end: stop("All") })).toEqual([]);
    expect(check({ ...around, end: stop("Parts", "All") })).toEqual(["V9 end"]);
    const opens: Step = { ...task([]), kind: "code", batches: { done: "Item" }, config: { source: "" } } as Step;
    expect(check({ opens, end: stop("Item") })).toContain("V9 end");
    // A type that leaves as a member and by itself, too, reaches both.
    const both = code(["Start"], { other: "Item" }, { batches: { done: "Item" } });
    expect(check({ both, all: join(["Item"], "All"), end: stop("All") })).toEqual([]);
    expect(check({ both, end: stop("Item") })).toEqual(["V9 end"]);
  });

  test("[V4] of a join that nothing reaches only that is said", () => {
    expect(check({ ...line, c: code([], { done: "C" }), all: join(["C"], "All") })).not.toContain("V4 all");
  });
});
