import { describe, expect, test } from "vitest";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import type { TickBody } from "./tick.ts";

function started(...args: Parameters<typeof workflowOf>): PlayedRun {
  const run = new PlayedRun(workflowOf(...args));
  run.start();
  run.lines();
  return run;
}

describe("[R12] what an execution says after its end is ignored, and recorded as such", () => {
  test.each<TickBody>([
    { kind: "event-published", execution: "x1", event: { type: "Note" } },
    { kind: "store-changed", execution: "x1", path: ["a"], value: 1 },
    { kind: "once-recorded", execution: "x1", key: "k", value: 1 },
    { kind: "execution-started", execution: "x1", owner: "runner", key: "k" },
    { kind: "event-added", event: { type: "A" }, from: { execution: "x1", index: 0 } },
    { kind: "execution-lost", execution: "x1", cause: "gone" },
    { kind: "execution-lost", execution: "x1", never: true },
    { kind: "cancel-requested", request: "c", execution: "x1" },
    { kind: "recovery-decided", execution: "x1", decision: { kind: "rerun" }, by: "me" },
  ])("$kind", (body) => {
    const run = started({ s: { accepts: ["Start"] }, other: { accepts: ["Start", "A"] } });
    run.finish("x1", [{ kind: "return", value: null }]);
    run.lines();
    const { steps, store } = run.state;
    run.post(body);
    expect(run.lines()).toEqual([`ignored ${body.kind}`]);
    expect(run.state.steps).toBe(steps);
    expect(run.state.store).toBe(store);
  });
});

test("[R17] a path is set, replaced and deleted in the order of the ticks", () => {
  const run = started({ s: { accepts: ["Start"] } });
  const change = (path: string[], value?: number) =>
    run.post({ kind: "store-changed", execution: "x1", path, ...(value === undefined ? { delete: true } : { value }) });
  change(["a", "b"], 1);
  change(["a", "c"], 2);
  change(["a", "b"], 3);
  change(["a", "c"]);
  expect(run.state.store).toEqual({ a: { b: 3 } });
});

test("[R18] the first value of a key stays, for later attempts too", () => {
  const run = started({ s: { accepts: ["Start"] } });
  const record = (execution: string, key: string, value: number) =>
    run.post({ kind: "once-recorded", execution, key, value });
  record("x1", "k", 1);
  record("x1", "k", 2);
  record("x1", "other", 3);
  run.finish("x1", [{ kind: "fail", failure: { name: "Error", message: "no" } }], { retryAfterMs: 0 });
  record("x2", "k", 4);
  run.reload();
  expect(run.inFlight.get("x3")?.once).toEqual({ k: 1, other: 3 });
});

describe("[T36] only a cancelled run is resumed after its end", () => {
  test.each([
    ["success", [{ kind: "return", value: null }]],
    ["failure", [{ kind: "fail", failure: { name: "Error", message: "no" } }]],
    ["denial", [{ kind: "fail", failure: { name: "Denied", message: "no" }, denied: true }]],
  ] as const)("%s", (outcome, results) => {
    const run = started({ s: { accepts: ["Start"] } });
    run.finish("x1", results);
    expect(run.state.outcome).toBe(outcome);
    run.lines();
    run.post({ kind: "resume-requested" });
    expect(run.lines()).toEqual(["ignored resume-requested"]);
    expect(run.state.lifecycle).toBe("completed");
  });
});
