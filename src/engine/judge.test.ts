import { describe, expect, test } from "vitest";
import type { Step } from "../workflow/workflow.ts";
import { judgeResults } from "./judge.ts";
import type { Result } from "./result.ts";

const code: Step = { kind: "code", config: { source: "" }, emits: { done: "Done", other: "Other" } };
const command: Step = { kind: "command", config: { argv: ["x"], okExits: [0, 3] } };

function judge(step: Step, ...results: unknown[]) {
  return judgeResults(step, results);
}

describe("[R14] what a step returned", () => {
  test("nothing, null and an event of its own are successes", () => {
    expect(judge(code)).toMatchObject({ kind: "success", value: null });
    expect(judge(code, { kind: "return", value: null })).toMatchObject({ kind: "success", value: null });
    const event = { type: "Done", data: [1] };
    expect(judge(code, { kind: "return", value: event })).toMatchObject({ kind: "success", value: event, data: [1] });
  });

  test.each([
    ["a number", 42],
    ["a text", "Done"],
    ["an object without a type", { data: 1 }],
    ["an event with a type that is no name", { type: "done" }],
    ["an event with more than type and data", { type: "Done", extra: 1 }],
    ["a list with something else in it", [{ type: "Done" }, 1]],
  ])("%s is a failure that is never retried", (_, value) => {
    expect(judge(code, { kind: "return", value })).toMatchObject({
      kind: "failure",
      mayRetry: false,
      failure: { name: "NotAnEventError" },
    });
  });

  test("[R15] an event of a type that it does not name is a failure that names the types", () => {
    const judged = judge(code, { kind: "return", value: { type: "Stranger" } });
    expect(judged).toMatchObject({ kind: "failure", mayRetry: false });
    expect(judged.kind === "failure" && judged.failure.message).toBe(
      "The step returned Stranger, but its outputs carry only Done, Other. Name Stranger in its `emits`, or return what is named there.",
    );
  });

  test("[R15] lists only of the types that batches names, and nothing is said of a scripted step", () => {
    const batching: Step = { ...code, batches: { done: "Row" } };
    expect(judge(batching, { kind: "return", value: [{ type: "Row" }] }).kind).toBe("success");
    const judged = judge(batching, { kind: "return", value: [{ type: "Done" }] });
    expect(judged.kind === "failure" && judged.failure.message).toBe(
      "The step returned a list with Done in it, but its lists carry only Row. Name Done in its `batches`, or return what is named there.",
    );
    const scripted: Step = { kind: "scripted", config: {}, emits: { done: "Done" } };
    expect(judge(scripted, { kind: "return", value: { type: "Any" } }).kind).toBe("success");
  });
});

test.each([
  ["no list", "results"],
  ["nothing", undefined],
  ["an entry that is no object", [null]],
  ["a kind that does not exist", [{ kind: "constructor" }]],
  ["a send without an event", [{ kind: "send" }]],
  ["a wait without a type", [{ kind: "wait", ordinal: 0 }]],
  ["a buffer name that could reach into a batch", [{ kind: "collect", buffer: "x@b1", event: { type: "A" } }]],
  ["an exit of no shape", [{ kind: "exit", exit: { code: "0" } }]],
])("[R14] results from outside that are %s are a failure, never a crash", (_, results) => {
  expect(judgeResults(code, results)).toMatchObject({ kind: "failure", mayRetry: false });
});

test("[T14] a command succeeds with a code in okExits and fails with any other end, except cancellation", () => {
  const exit = (end: unknown) => judge(command, { kind: "exit", exit: end });
  expect(exit({ code: 3 }).kind).toBe("success");
  expect(exit({ code: 1 })).toMatchObject({ kind: "failure", failure: { name: "ExitError" }, mayRetry: true });
  expect(exit({ signal: "SIGKILL" })).toMatchObject({ kind: "failure", failure: { name: "ExitError" } });
  expect(exit("timeout")).toMatchObject({ kind: "failure", failure: { name: "TimeoutError" } });
  expect(exit("cancellation").kind).toBe("cancelled");
});

test("a failure beats a wait, which beats what was returned", () => {
  const fail: Result = { kind: "fail", failure: { name: "Error", message: "no" } };
  const wait: Result = { kind: "wait", ordinal: 0, type: "Go" };
  const value: Result = { kind: "return", value: { type: "Done" } };
  expect(judge(code, value, wait, fail).kind).toBe("failure");
  expect(judge(code, value, wait).kind).toBe("waiting");
});

test("[T16] [T40] denials and missing template values are never retried; thrown values of any shape become failures", () => {
  const fail = (failure: unknown, denied?: true) => judge(code, { kind: "fail", failure, ...(denied && { denied }) });
  expect(fail({ name: "Error", message: "no" }, true)).toMatchObject({ denied: true, mayRetry: false });
  expect(fail({ name: "MissingValueError", message: "no" })).toMatchObject({ mayRetry: false });
  expect(fail("thrown text")).toMatchObject({ failure: { name: "Error", message: "thrown text" }, mayRetry: true });
  expect(fail(null)).toMatchObject({ failure: { name: "Error" } });
});
