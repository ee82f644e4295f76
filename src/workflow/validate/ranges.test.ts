import { describe, expect, test } from "vitest";
import type { Json, JsonObject, JsonSchema } from "../json.ts";
import type { RetryPolicy } from "../retryPolicy.ts";
import { validateWorkflow } from "../validateWorkflow.ts";
import type { Limits, Step, StepFields, Workflow } from "../workflow.ts";

/** `rule pointer` of what is wrong with a workflow of these steps; warnings in brackets. */
function found(steps: Readonly<Record<string, object>>, more: Partial<Workflow> = {}): readonly string[] {
  const workflow = { format: "tickwork/workflow@1", name: "w", steps: steps as Record<string, Step>, ...more } as const;
  return validateWorkflow(workflow).map(({ rule, pointer, severity }) =>
    severity === "error" ? `${rule} ${pointer}` : `(${rule} ${pointer})`,
  );
}

const source = "export default () => null";
const ofCode = (fields: StepFields) =>
  found({ a: { kind: "code", accepts: ["Start"], config: { source }, ...fields } });
const ofKind = (kind: string, config: object) => found({ a: { kind, accepts: ["Start"], config } });

describe("[V5] each number has a range, whose ends belong to it", () => {
  const huge = Number.MAX_SAFE_INTEGER + 1;
  test.each<readonly [keyof StepFields, readonly number[], readonly number[]]>([
    ["workers", [1, 64], [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]],
    ["timeoutMs", [1, Number.MAX_SAFE_INTEGER], [0, 0.5, huge]],
    ["ownerLostMs", [0, 0.5, Number.MAX_SAFE_INTEGER], [-1, huge, Number.NaN]],
    ["perSecond", [0.01, 1000], [0, -1, Number.POSITIVE_INFINITY, Number.NaN]],
    ["maxOutputBytes", [1], [0, 1.5]],
  ])("%s", (field, good, bad) => {
    for (const value of good) expect(ofCode({ [field]: value })).toEqual([]);
    for (const value of bad) expect(ofCode({ [field]: value })).toEqual([`V5 /steps/a/${field}`]);
  });

  test("[V6] maxRecoveries", () => {
    expect(ofCode({ maxRecoveries: 1 })).toEqual([]);
    expect(ofCode({ maxRecoveries: 0 })).toEqual(["V6 /steps/a/maxRecoveries"]);
  });

  test("limits, the time limit among them", () => {
    const limits = (value: number): Limits => ({ timeoutMs: value, maxParallel: value, maxExecutions: value });
    const steps = { a: { kind: "code", accepts: ["Start"], config: { source } } };
    expect(found(steps, { limits: limits(1) })).toEqual([]);
    expect(found(steps, { limits: limits(0) })).toEqual([
      "V5 /limits/timeoutMs",
      "V5 /limits/maxParallel",
      "V5 /limits/maxExecutions",
    ]);
  });

  test("how many members a join takes", () => {
    const taking = (take: number) =>
      found({
        fan: { kind: "fan-out", accepts: ["Start"], batches: { done: "M" }, config: { items: "[1]" } },
        all: { kind: "join", accepts: ["M"], join: { batch: { take } }, config: {} },
      });
    expect(taking(1)).toEqual([]);
    expect(taking(0)).toEqual(["V5 /steps/all/join/batch/take"]);
    expect(taking(1.5)).toEqual(["V5 /steps/all/join/batch/take"]);
  });
});

describe("[V5] a retry policy", () => {
  const ofWait = (wait: object) =>
    ofCode({ retry: { maxAttempts: 1, wait } as RetryPolicy }).map((each) =>
      each.slice("V5 /steps/a/retry/wait".length),
    );

  test.each<readonly [object, readonly string[]]>([
    [{ fixedMs: 0 }, []],
    [{ fixedMs: -1 }, ["/fixedMs"]],
    [{ fixedMs: 1, jitterMs: 0 }, []],
    [{ fixedMs: 1, jitterMs: -1 }, ["/jitterMs"]],
    [{ exponential: { firstMs: 0, factor: 1, maxMs: 0 } }, []],
    [
      { exponential: { firstMs: -1, factor: 0.9, maxMs: -1 } },
      ["/exponential/firstMs", "/exponential/maxMs", "/exponential/factor"],
    ],
    [{ exponential: { firstMs: 1, factor: Number.NaN, maxMs: 1 } }, ["/exponential/factor"]],
    [{ incrementing: { firstMs: 0, stepMs: 0, maxMs: 0 } }, []],
    [
      { incrementing: { firstMs: -1, stepMs: -1, maxMs: -1 } },
      ["/incrementing/firstMs", "/incrementing/stepMs", "/incrementing/maxMs"],
    ],
    [{ list: [0, 1] }, []],
    [{ list: [] }, ["/list"]],
    [{ list: [0, -1] }, ["/list/1"]],
    [{ random: { minMs: 1, maxMs: 1 } }, []],
    [{ random: { minMs: 2, maxMs: 1 } }, ["/random"]],
    [{ random: { minMs: -1, maxMs: 1 } }, ["/random/minMs"]],
    [{ sum: [{ fixedMs: 1 }, { random: { minMs: 0, maxMs: -1 } }] }, ["/sum/1/random/maxMs", "/sum/1/random"]],
  ])("waits %j", (wait, places) => {
    expect(ofWait(wait)).toEqual(places);
  });

  test("stops after a time, and looks at messages with patterns", () => {
    const wait = { fixedMs: 1 };
    expect(ofCode({ retry: { maxAttempts: 1, wait, stopAfterMs: 0, on: { message: "a|b" } } })).toEqual([]);
    expect(ofCode({ retry: { maxAttempts: 1, wait, stopAfterMs: -1, notOn: { message: "[" } } })).toEqual([
      "V5 /steps/a/retry/stopAfterMs",
      "V5 /steps/a/retry/notOn/message",
    ]);
  });
});

describe("[V5] triggers and outputs", () => {
  const commands = { b: { kind: "command", needs: [], config: { argv: ["x"] } } };

  test("a task joins by its needs; `each` says nothing", () => {
    expect(found({ b: { ...commands.b, join: "each" } })).toEqual([]);
    expect(found({ b: { ...commands.b, join: "one-of-each" } })).toEqual(["V5 /steps/b/join"]);
    expect(found({ b: { ...commands.b, join: { batch: "all" } } })).toEqual(["V5 /steps/b/join"]);
  });

  test("types that nobody may have, wherever a step names them", () => {
    const step = { kind: "code", config: { source }, accepts: ["Start", "lower"], batches: { done: "2nd" } };
    expect(found({ a: step }, { events: { "not-one": {} } }).filter((each) => each.startsWith("V5"))).toEqual([
      "V5 /events/not-one",
      "V5 /steps/a/accepts/1",
      "V5 /steps/a/batches/done",
    ]);
  });

  test("a fan-out names the type of its members in `batches`, and only that of `done`", () => {
    const end = { kind: "code", accepts: ["M"], config: { source } };
    const fan = (fields: object) =>
      found({ end, fan: { kind: "fan-out", accepts: ["Start"], config: { items: "[1]" }, ...fields } });
    expect(fan({ batches: { done: "M" } })).toEqual([]);
    expect(fan({ emits: { done: "M" } })).toEqual(["V5 /steps/fan/emits/done"]);
    expect(fan({ batches: { done: "M", more: "M" } })).toEqual(["V5 /steps/fan/batches/more"]);
  });
});

describe("[V8] what a kind needs", () => {
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ["code", { source, cpuMs: 1, memoryMb: 0.5 }, []],
    ["code", { source, cpuMs: 0, memoryMb: -1 }, ["cpuMs", "memoryMb"]],
    ["transform", { expression: " " }, ["expression"]],
    ["branch", { cases: [{ port: "yes", when: "true" }], else: "no" }, []],
    ["branch", { cases: [{ port: " ", when: "" }], else: "" }, ["cases/0/port", "cases/0/when", "else"]],
    ["branch", { cases: [{ port: "error", when: "true" }], else: "no" }, ["cases/0/port"]],
    ["fan-out", { items: "" }, ["items"]],
    ["file", { operation: "write", path: "a", content: "" }, []],
    ["file", { operation: "write", path: "" }, ["path", "content"]],
    ["file", { operation: "read", path: "a" }, []],
    ["agent", { prompt: "Hello" }, []],
    ["agent", { messages: [{ role: "user", content: "Hello" }] }, []],
    ["agent", { messages: [] }, ["prompt"]],
    ["agent", { prompt: " " }, ["prompt"]],
    ["ask", { question: "Go?", choices: ["yes", " "] }, ["choices/1"]],
    ["ask", { form: { type: "object" }, deadlineMs: 0 }, ["deadlineMs"]],
    ["ask", { question: "How many?", deadlineMs: 1, default: 3 }, []],
    ["workflow", { workflow: "" }, ["workflow"]],
    ["delay", { forMs: Number.MAX_SAFE_INTEGER }, []],
    ["delay", { forMs: Number.MAX_SAFE_INTEGER + 1 }, ["forMs"]],
    ["delay", { until: "2026-13-01" }, ["until"]],
    ["delay", { until: "24 December 2026" }, ["until"]],
    ["http", { url: "https://example.org", method: "TRACE", expect: [100, 599] }, ["method"]],
    ["http", { url: "https://example.org", expect: [99, 600, 200.5] }, ["expect/0", "expect/1", "expect/2"]],
    ["http", { url: "https://" }, ["url"]],
    ["command", { shell: { program: "sh", line: "true" } }, []],
    ["command", { shell: { program: " ", line: "" } }, ["shell/program", "shell/line"]],
    ["command", { argv: [" "] }, ["argv"]],
    ["command", { argv: ["x"], env: { PATH_2: "1" }, cwd: "sub/folder", okExits: [0, 255] }, []],
    ["command", { argv: ["x"], cwd: "C:\\", okExits: [-1, 0.5] }, ["okExits/0", "okExits/1", "cwd"]],
  ])("%s %j", (kind, config, places) => {
    const errors = ofKind(kind, config).filter((each) => each.startsWith("V8"));
    expect(errors).toEqual(places.map((place) => `V8 /steps/a/config/${place}`));
  });

  test("a join says what it waits for; `each` is no answer", () => {
    const join = (fields: object) => found({ a: { kind: "join", accepts: ["Start"], config: {}, ...fields } });
    expect(join({ join: "each" })).toEqual(["V8 /steps/a/join"]);
    expect(join({ join: "one-of-each" })).toEqual([]);
  });
});

describe("[V7] schemas", () => {
  const misfits = (input: JsonSchema) =>
    found({ a: { kind: "code", accepts: ["Start"], config: { source } } }, { input }).map((each) =>
      each.slice("V7 /input".length),
    );

  test.each<readonly [JsonObject, readonly string[]]>([
    [{ type: ["string", "null"], minLength: 0, maximum: 1.5, enum: [], required: [] }, []],
    [{ type: ["string", "text"] }, ["/type"]],
    [{ minLength: -1, maxItems: 0.5, minimum: "1" }, ["/minLength", "/maxItems", "/minimum"]],
    [{ enum: "a" }, ["/enum"]],
    [{ required: ["a", 1] }, ["/required"]],
    [{ pattern: "a+" }, []],
    [{ pattern: 1 }, ["/pattern"]],
    [{ $ref: 1 }, ["/$ref"]],
    [{ items: 1, not: { type: "x" } }, ["/items", "/not/type"]],
    [{ allOf: {} }, ["/allOf"]],
    [{ anyOf: [true, 1, { type: "x" }] }, ["/anyOf/1", "/anyOf/2/type"]],
    [{ properties: [] }, ["/properties"]],
    [{ $defs: null }, ["/$defs"]],
    [{ patternProperties: { a: { type: "x" } } }, ["/patternProperties/a/type"]],
  ])("%j", (input, places) => {
    expect(misfits(input)).toEqual(places);
  });

  test("[T9] stand in events, the store, outputs and forms, and each is looked at", () => {
    const bad = { type: "x" };
    const steps = {
      a: { kind: "ask", accepts: ["Start"], output: bad, config: { question: "?", form: bad } },
      b: { kind: "code", accepts: ["E"], config: { source, form: bad as Json } },
    };
    const events = { E: { role: "external", schema: bad } } as const;
    expect(found(steps, { events, store: bad })).toEqual([
      "V7 /store/type",
      "V7 /events/E/schema/type",
      "V7 /steps/a/output/type",
      "V7 /steps/a/config/form/type",
    ]);
  });
});
