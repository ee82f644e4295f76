import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseWorkflow } from "./parseWorkflow.ts";
import { readWorkflowText } from "./readWorkflowText.ts";
import { upgrade } from "./upgrades.ts";

const whole = {
  format: "tickwork/workflow@1",
  name: "w",
  steps: { a: { kind: "stop", accepts: ["Start"], config: {} } },
};

/** `rule pointer` of every problem. */
function problemsOf(json: unknown): readonly string[] {
  const parsed = parseWorkflow(json);
  const found = parsed.ok ? parsed.warnings : parsed.problems;
  return found.map(({ rule, pointer, severity }) => `${severity} ${rule} ${pointer}`);
}

function withStep(step: unknown): unknown {
  return { ...whole, steps: { a: step } };
}

describe("parseWorkflow", () => {
  test("takes a whole workflow as it is, without rebuilding it", () => {
    const parsed = parseWorkflow(whole);
    expect(parsed).toEqual({ ok: true, value: whole, warnings: [] });
    expect(parsed.ok && parsed.value).toBe(whole);
  });

  test("reports all problems at once, each with its place", () => {
    expect(
      problemsOf({
        format: "tickwork/workflow@1",
        steps: {
          a: { kind: "code", accepts: "Start", workers: "2", config: {} },
          b: { kind: "robot", config: {} },
          c: { kind: "command", needs: ["a"], when: { exit: "a" }, config: { argv: "ls" } },
        },
        limits: { maxParallel: "8" },
      }),
    ).toEqual([
      "error format ",
      "error V5 /steps/a/accepts",
      "error V5 /steps/a/workers",
      "error V8 /steps/a/config",
      "error format /steps/b/kind",
      "error V7 /steps/c/when",
      "error V8 /steps/c/config/argv",
      "error V5 /limits/maxParallel",
    ]);
  });

  test.each<readonly [unknown, readonly string[]]>([
    [{}, ["format /steps/a/kind"]],
    [{ kind: 7, config: {} }, ["format /steps/a/kind"]],
    [{ kind: "scripted", config: {} }, ["format /steps/a/kind"]],
    [{ kind: "toString", config: {} }, ["format /steps/a/kind"]],
    ["stop", ["V5 /steps/a"]],
    [{ kind: "stop" }, ["V8 /steps/a/config"]],
    [{ kind: "stop", config: { when: "later" } }, ["V8 /steps/a/config/when"]],
    [{ kind: "stop", config: {}, join: "each" }, []],
    [{ kind: "stop", config: {}, join: "one-of-each" }, []],
    [{ kind: "stop", config: {}, join: { batch: "all", order: "arrival" } }, []],
    [{ kind: "stop", config: {}, join: "all" }, ["V5 /steps/a/join"]],
    [{ kind: "stop", config: {}, join: {} }, ["V5 /steps/a/join"]],
    [{ kind: "stop", config: {}, join: { batch: "some" } }, ["V5 /steps/a/join/batch"]],
    [{ kind: "stop", config: {}, join: { batch: { take: "2" } } }, ["V5 /steps/a/join/batch/take"]],
    [{ kind: "delay", config: { until: 5 } }, []],
    [{ kind: "delay", config: { until: "2026-12-24" } }, []],
    [{ kind: "delay", config: { until: true } }, ["V8 /steps/a/config/until"]],
    [{ kind: "workflow", config: {} }, ["V8 /steps/a/config"]],
    [{ kind: "workflow", config: { workflow: "id" } }, []],
    [{ kind: "workflow", config: { workflow: 7 } }, ["V8 /steps/a/config/workflow"]],
    [{ kind: "workflow", config: { workflow: { steps: 7 } } }, ["format /steps/a/config/workflow/steps"]],
    [
      { kind: "workflow", config: { workflow: { format: "tickwork/workflow@99", steps: {} } } },
      ["format /steps/a/config/workflow/format"],
    ],
  ])("a step %j", (step, places) => {
    expect(problemsOf(withStep(step))).toEqual(places.map((place) => `error ${place}`));
  });

  test("values that JSON cannot hold are refused where they stand, in lists too", () => {
    const config = { result: "x", a: [0, Number.NaN], b: undefined, c: 1n, d: () => 0 };
    expect(problemsOf(withStep({ kind: "stop", config }))).toEqual([
      "error format /steps/a/config/a/1",
      "error format /steps/a/config/b",
      "error format /steps/a/config/c",
      "error format /steps/a/config/d",
    ]);
    for (const none of [null, [], "text", 7, true]) expect(problemsOf(none)).toEqual(["error format "]);
  });

  test("a hook says when it is called", () => {
    const notify = { title: "t" };
    expect(problemsOf({ ...whole, hooks: { h: { on: ["run started"], notify } } })).toEqual([]);
    expect(problemsOf({ ...whole, hooks: { h: { notify } } })).toEqual(["error format /hooks/h"]);
    expect(problemsOf({ ...whole, hooks: { h: 7 } })).toHaveLength(1);
  });

  test("keeps unknown fields and says so", () => {
    const parsed = parseWorkflow({ ...whole, extra: 1, steps: { a: { ...whole.steps.a, timeoutMS: 5 } } });
    expect(parsed).toMatchObject({ ok: true, value: { extra: 1, steps: { a: { timeoutMS: 5 } } } });
    expect(parsed.ok && parsed.warnings.map(({ message }) => message)).toEqual([
      "The field `timeoutMS` is not known here. Did you mean `timeoutMs`?",
      "The field `extra` is not known here. It is kept, and does nothing.",
    ]);
  });

  test("proposes the field that was probably meant", () => {
    const parsed = parseWorkflow(withStep({ ...whole.steps.a, acepts: ["Start"] }));
    expect(parsed.ok && parsed.warnings[0]?.message).toContain("Did you mean `accepts`?");
  });

  test("names both versions of a newer format, and what a file of another kind is", () => {
    const message = (format: unknown) => {
      const parsed = parseWorkflow({ ...whole, format });
      return parsed.ok ? "" : parsed.problems.map((problem) => problem.message).join();
    };
    expect(message("tickwork/workflow@7")).toMatch(/tickwork\/workflow@7.*tickwork\/workflow@1/);
    expect(message("tickwork/runlog@1")).toContain("tickwork/runlog@1");
    expect(message("tickwork/workflow@0")).toContain("expected");
    expect(parseWorkflow({ name: "w", steps: {} })).toMatchObject({ ok: false, problems: [{ pointer: "/format" }] });
  });

  test("refuses what is no JSON and never throws", () => {
    for (const json of [undefined, null, 1, "text", [], { steps: [] }, Number.NaN, () => {}]) {
      expect(parseWorkflow(json).ok).toBe(false);
    }
    let deep: unknown = 1;
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(problemsOf({ ...whole, input: { default: deep } })).toHaveLength(1);
    fc.assert(
      fc.property(fc.anything(), (json) => {
        expect(parseWorkflow(withStep(json)).ok).toBe(false);
      }),
    );
  });

  test("refuses half characters in texts and keys", () => {
    expect(problemsOf({ ...whole, name: "\ud800", events: { "\udc00": {} } })).toEqual([
      "error format /name",
      "error format /events/\udc00",
    ]);
  });

  test("knows the variants of waits, joins and conditions", () => {
    const retry = (wait: unknown) => problemsOf(withStep({ ...whole.steps.a, retry: { maxAttempts: 3, wait } }));
    expect(retry({ sum: [{ fixedMs: 1, jitterMs: 2 }, { list: [1, 2] }] })).toEqual([]);
    expect(retry({ fixedMs: 1, list: [] })).toEqual(["error V5 /steps/a/retry/wait"]);
    expect(retry({ exponential: { firstMs: 1 } })).toHaveLength(2);
    const when = (condition: unknown) => problemsOf(withStep({ kind: "stop", needs: [], when: condition, config: {} }));
    expect(
      when({ all: [{ not: { exit: "x", is: "failed" } }, { output: "y", path: [0, "k"], exists: true }] }),
    ).toEqual([]);
    expect(when({ any: [{ output: "y", path: [], lt: 1, gt: 2 }] })).toEqual(["error V7 /steps/a/when/any/0"]);
    expect(when({ status: "x", in: ["great"] })).toEqual(["error V7 /steps/a/when/in/0"]);
    expect(problemsOf(withStep({ ...whole.steps.a, join: { batch: { take: 2 }, order: "arrival" } }))).toEqual([]);
    expect(problemsOf(withStep({ ...whole.steps.a, join: { batch: "some" } }))).toHaveLength(1);
  });

  test("a scenario may leave out format and name, and scripts steps", () => {
    const workflow = { steps: { s: { kind: "scripted", accepts: ["Start"] } } };
    expect(parseWorkflow(workflow).ok).toBe(false);
    expect(parseWorkflow(workflow, { scenario: true })).toMatchObject({ ok: true, warnings: [] });
  });
});

describe("readWorkflowText", () => {
  const messages = (text: string) => {
    const parsed = readWorkflowText(text);
    return parsed.ok ? [] : parsed.problems.map(({ message, line }) => `${line ?? "-"}: ${message}`);
  };

  test("reads what was written, with or without a byte order mark", () => {
    expect(readWorkflowText(`\uFEFF${JSON.stringify(whole, null, 2)}`)).toEqual({
      ok: true,
      value: whole,
      warnings: [],
    });
  });

  test("[V5] a step id twice is an error with its line", () => {
    const step = '{"kind":"stop","accepts":["Start"],"config":{}}';
    const parsed = readWorkflowText(
      `{"format":"tickwork/workflow@1","name":"w","steps":{\n"a":${step},\n"a":${step}}}`,
    );
    expect(parsed).toMatchObject({ ok: false, problems: [{ rule: "V5", step: "a", line: 3, pointer: "/steps/a" }] });
  });

  test("says what an unusable file is", () => {
    expect(messages(" \n")).toEqual(["-: The file is empty. Choose a *.workflow.json file."]);
    expect(messages("{\n  oops")).toEqual(["2: A key in double quotes is expected here."]);
    expect(messages("x".repeat(50_000_000))).toEqual(["-: The file has 50 MB; a workflow has at most 20 MB."]);
    expect(messages("[]")).toHaveLength(1);
  });

  test("reports what the text and what the document shows together", () => {
    const text =
      '{"format":"tickwork/workflow@1","name":"w","limits":{"timeoutMs":1e400},"steps":{"a":{"kind":"stop"}}}';
    expect(readWorkflowText(text)).toMatchObject({
      ok: false,
      problems: [
        { pointer: "/limits/timeoutMs", line: 1 },
        { pointer: "/steps/a/config", rule: "V8" },
      ],
    });
  });
});

describe("upgrades", () => {
  const upgrades = [
    (document: object) => ({ ...document, format: "x@2", one: true }),
    (document: object) => ({ ...document, format: "x@3", two: true }),
  ];

  test("run in order, from the version of the document", () => {
    expect(upgrade({ format: "x@1" }, "x", upgrades)).toEqual({
      ok: true,
      document: { format: "x@3", one: true, two: true },
    });
    expect(upgrade({ format: "x@2" }, "x", upgrades)).toEqual({ ok: true, document: { format: "x@3", two: true } });
    expect(upgrade({ format: "x@3" }, "x", upgrades)).toEqual({ ok: true, document: { format: "x@3" } });
    expect(upgrade({ format: "x@4" }, "x", upgrades).ok).toBe(false);
  });
});
