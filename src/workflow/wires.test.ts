import { describe, expect, test } from "vitest";
import { portsOf, summaryOf } from "./kinds.ts";
import { emittersOf, wiresOf } from "./wires.ts";
import type { Step, Workflow } from "./workflow.ts";

const code = (accepts: string[], emits: Record<string, string> = {}): Step => ({
  kind: "code",
  accepts,
  emits,
  config: { source: "export default () => null" },
});

describe("wires", () => {
  test("join every port that emits a type to every step that accepts it", () => {
    const wires = wiresOf({
      steps: {
        a: code(["Start"], { done: "X", error: "Bad" }),
        b: code(["X"]),
        c: code(["X", "Bad", "Start"]),
      },
    });
    expect(wires.map(({ id, port, alone }) => [id, port, alone])).toEqual([
      ["Start:Start:a", "done", true],
      ["Start:Start:c", "done", true],
      ["a:X:b", "done", true],
      ["a:X:c", "done", true],
      ["a:Bad:c", "error", true],
    ]);
  });

  test("say when several ports emit their type, and keep their ids apart", () => {
    const wires = wiresOf({
      steps: { a: code([], { done: "X", other: "X" }), b: code([], { done: "X" }), c: code(["X"]) },
    });
    expect(wires.map(({ id, alone }) => [id, alone])).toEqual([
      ["a:X:c", false],
      ["a:X:c:other", false],
      ["b:X:c", false],
    ]);
  });

  test("of needs are of their own kind", () => {
    const task = (needs: string[]): Step => ({ kind: "command", needs, config: { argv: ["true"] } });
    const wires = wiresOf({ steps: { lint: task([]), test: task(["lint", "missing"]) } });
    expect(wires).toEqual([
      { id: "needs:lint:test", kind: "needs", from: "lint", port: "done", to: "test", alone: true },
    ]);
  });
});

test("ports follow the settings of a step", () => {
  expect(portsOf(code([], { extra: "E" }))).toEqual(["done", "extra", "error"]);
  expect(portsOf({ kind: "ask", config: { choices: ["approve", "reject"] } })).toEqual(["approve", "reject", "error"]);
  expect(portsOf({ kind: "ask", config: {} })).toEqual(["done", "error"]);
  expect(portsOf({ kind: "branch", config: { cases: [{ port: "big", when: "x" }], else: "small" } })).toEqual([
    "big",
    "small",
    "error",
  ]);
  expect(portsOf({ kind: "stop", config: {} })).toEqual([]);
});

test("the line under the title says what a step does", () => {
  expect(summaryOf({ kind: "command", config: { argv: ["git", "log", "--format=%an", "two words"] } })).toBe(
    'git log --format=%an "two words"',
  );
  expect(summaryOf({ kind: "delay", config: { forMs: 90_000 } })).toBe("for 1.5 min");
  expect(summaryOf(code([]))).toBe("() => null");
  expect(
    summaryOf({ kind: "code", config: { source: "export default (e) => {\n  // Counts words\n  return 1\n}" } }),
  ).toBe("Counts words");
});

test("the ports that emit a type are found without looking through all", () => {
  const steps: Workflow["steps"] = {
    a: { kind: "code", accepts: ["Start"], emits: { done: "Same" }, config: { source: "" } },
    b: { kind: "code", accepts: ["Start"], emits: { done: "Same" }, config: { source: "" } },
  };
  expect(emittersOf({ steps }, "Same").map(({ from }) => from)).toEqual(["a", "b"]);
  expect(emittersOf({ steps }, "Start")).toEqual([{ from: "Start", port: "done", type: "Start" }]);
  expect(emittersOf({ steps }, "Other")).toEqual([]);
});
