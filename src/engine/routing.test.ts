import { expect, test } from "vitest";
import { refuseAddress } from "./addressing.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";

function started(...args: Parameters<typeof workflowOf>): PlayedRun {
  const run = new PlayedRun(workflowOf(...args));
  run.start({ topic: "x" });
  run.lines();
  return run;
}

test("[R6] a second run-started means nothing", () => {
  const run = started({ s: { accepts: ["Start"] } });
  run.start();
  expect(run.lines()).toEqual(["ignored run-started"]);
  expect(run.state.input).toEqual({ topic: "x" });
});

test("[R64] an event before the start is ignored", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["A"] } }));
  run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.lines()).toEqual(["ignored event-added"]);
  expect(run.state.lifecycle).toBe("planned");
});

test("[R64] the Start of a run with tasks is never unhandled", () => {
  const run = new PlayedRun(workflowOf({ t: { needs: [] } }));
  run.start();
  expect(run.lines()).toEqual(["running t#0"]);
});

test("[R62] an event from outside to a step that does not take it is unhandled for that step", () => {
  const run = started({ s: { accepts: ["Start"] }, t: { accepts: ["A"] } });
  run.post({ kind: "event-added", event: { type: "A" }, to: "s" });
  run.post({ kind: "event-added", event: { type: "A" }, to: "nobody" });
  expect(run.lines()).toEqual(["unhandled A for s", "unhandled A for nobody"]);
});

test("[R5] an event that nobody takes says what would be taken, in a few words however many types there are", () => {
  const accepts = Array.from({ length: 20 }, (_, i) => `T${i}`);
  const run = started({
    s: { accepts: ["Start", "A"] },
    t: { accepts: ["B"], join: { batch: "all" } },
    u: { accepts },
  });
  const reasonOf = (type: string, to?: string) => {
    run.post({ kind: "event-added", event: { type }, ...(to !== undefined && { to }) });
    const [last] = run.notices.slice(-1);
    return last?.kind === "unhandled" ? last.reason : undefined;
  };
  expect(reasonOf("Nobody")).toBe("no step waits for it; steps accept Start, A, B, T0, T1, T2, T3, T4, …");
  expect(reasonOf("B", "s")).toBe("no step waits for it; s accepts Start, A");
  expect(reasonOf("A", "missing")).toBe("there is no step missing");
  expect(reasonOf("B")).toBe("t gathers members of a batch, and this event is in none");
});

test("[R45] a runaway is stopped with the step that it would go on with", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start", "A"] } }, { limits: { maxExecutions: 2 } }));
  run.start();
  run.finish("x1", [{ kind: "return", value: { type: "A" } }]);
  run.finish("x2", [{ kind: "return", value: { type: "A" } }]);
  expect(run.state.outcome).toBe("failure");
  expect(run.state.reason).toContain("has begun 2 executions");
  expect(run.state.reason).toContain("one of s. If its events go round in a circle");
});

test("[R4] [R62] the sender hears at the call why an address is wrong; a waiter there that matches is enough", () => {
  const run = started({ s: { accepts: ["Start"] }, t: { accepts: ["A"] } });
  const refuse = (type: string, to: string, data?: number) =>
    refuseAddress(run.plan, run.state, { type, ...(data !== undefined && { data: { n: data } }) }, to);
  expect(refuse("A", "t")).toBeUndefined();
  expect(refuse("A", "missing")).toBe('There is no step "missing" to send A to. The steps are s, t.');
  expect(refuse("Go", "s")).toContain("does not accept Go");
  run.finish("x1", [{ kind: "wait", ordinal: 0, type: "Go", where: { n: 1 } }]);
  expect(refuse("Go", "s", 2)).toContain("does not accept Go");
  expect(refuse("Go", "s", 1)).toBeUndefined();
});

test("[R68] a Stop sent from outside, or by a running step, ends the run like a returned one", () => {
  const outside = started({ s: { accepts: ["Start"] } });
  outside.post({ kind: "event-added", event: { type: "Stop", data: 1 } });
  expect(outside.lines()).toEqual(["publish Stop", "end success 1"]);
  const inside = started({ s: { accepts: ["Start"] } });
  inside.post({ kind: "event-added", event: { type: "Stop" }, from: { execution: "x1", index: 0 } });
  expect(inside.lines()).toEqual(["publish Stop", "end success"]);
});

test("[R16] a live send is delivered once per key, and only while its execution is in flight", () => {
  const run = started({ s: { accepts: ["Start"] }, t: { accepts: ["A"] } });
  const send = (index: number) =>
    run.post({ kind: "event-added", event: { type: "A" }, from: { execution: "x1", index } });
  send(0);
  send(0);
  send(1);
  run.finish("x1", [{ kind: "return", value: null }]);
  send(2);
  expect(run.lines()).toEqual([
    "running t#0 A",
    "ignored event-added",
    "running t#1 A",
    "not-running s#0 completed",
    "ignored event-added",
  ]);
});

test("[R16] sends held for the success are routed before the returned event, and not at all after a failure", () => {
  const run = started({ s: { accepts: ["Start", "Again"] }, t: { accepts: ["A", "B"], workers: 1 } });
  run.finish("x1", [
    { kind: "send", event: { type: "A" } },
    { kind: "return", value: { type: "B" } },
  ]);
  expect(run.lines()).toEqual(["not-running s#0 completed -> B", "running t#0 A", "preparing t B"]);
  run.post({ kind: "event-added", event: { type: "Again" } });
  run.lines();
  run.finish(run.on("s"), [
    { kind: "send", event: { type: "A" } },
    { kind: "fail", failure: { name: "Error", message: "no" } },
  ]);
  expect(run.lines()).toEqual(["not-running s#0 failed", "end failure"]);
});

test("a disabled step passes its event on through done when that port is wired, and a ring of them comes to an end", () => {
  const run = started({
    s: { accepts: ["Start"] },
    off: { accepts: ["A"], emits: { done: "B" }, disabled: true },
    ring: { accepts: ["B"], emits: { done: "A" }, disabled: true },
    t: { accepts: ["B"] },
  });
  run.post({ kind: "event-added", event: { type: "A", data: 7 } });
  expect(run.lines()).toEqual(["running t#0 B"]);
  expect(run.inFlight.get(run.on("t"))?.event).toEqual({ type: "B", data: 7 });
});

test("[R17] the store changes by path, also under keys that mean something to JavaScript", () => {
  const run = started({ s: { accepts: ["Start"] } });
  const set = (path: readonly (string | number)[], value: number) =>
    run.post({ kind: "store-changed", execution: "x1", path, value });
  set(["a", "b"], 1);
  set(["__proto__", "x"], 2);
  set(["a", "c"], 3);
  run.post({ kind: "store-changed", execution: "x1", path: ["a", "b"], delete: true });
  expect(JSON.stringify(run.state.store)).toBe('{"a":{"c":3},"__proto__":{"x":2}}');
  expect(Object.getPrototypeOf({}).x).toBeUndefined();
  run.post({ kind: "store-changed", execution: "x9", path: ["a"], value: 0 });
  expect(run.lines()).toEqual(["ignored store-changed"]);
});
