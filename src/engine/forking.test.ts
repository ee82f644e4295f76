import { expect, test } from "vitest";
import type { Result } from "./result.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import type { ForkedFrom } from "./tick.ts";
import { viewStep } from "./viewRun.ts";

const of: ForkedFrom = { run: "r", number: 3, seq: 2 };

/** The run as it goes on when it is forked now, `afterMs` later. */
function fork(
  run: PlayedRun,
  options: { readonly anew?: readonly string[]; readonly afterMs?: number } = {},
): PlayedRun {
  const forked = new PlayedRun(run.plan.workflow, { journal: run.journal, state: run.state });
  forked.now += options.afterMs ?? 1_000;
  forked.post({ kind: "run-forked", of, epoch: 1, owner: "test", anew: options.anew ?? [] });
  return forked;
}

const asks = (ask: string, timeoutMs?: number): readonly Result[] => [
  {
    kind: "wait",
    ordinal: 0,
    type: "Answer",
    where: { ask },
    ask: { type: "Ask", data: { ask } },
    ...(timeoutMs !== undefined && { timeoutMs }),
  },
];

test("a fork begins nothing before a resume, and then what was in flight begins anew", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }));
  run.start();
  const forked = fork(run);
  expect(forked.lines()).toEqual(["not-running s#0 rerun", "lifecycle paused"]);
  expect(forked.inFlight.size).toBe(0);
  forked.post({ kind: "resume-requested" });
  expect(forked.lines()).toEqual(["lifecycle running", "running s#0 Start attempt 2"]);
});

const command = { kind: "command", config: { argv: ["make"] }, accepts: ["Start"], access: "none" } as const;

test("[T18] an external execution of the other run is never attached: a person decides about it", () => {
  const run = new PlayedRun(workflowOf({ c: command }));
  run.start();
  run.post({ kind: "execution-started", execution: "x1", owner: "runner", key: "k1" });
  const forked = fork(run);
  expect(forked.effects.filter(({ kind }) => kind === "attach")).toEqual([]);
  expect(forked.state.lifecycle).toBe("needs-recovery");
  expect(viewStep(forked.plan, forked.state, "c").uncertain).toMatchObject([
    { cause: "run 3 was carrying it out at its tick 2" },
  ]);
});

test("[T17] a command without an intent was never begun: it begins in the fork", () => {
  const run = new PlayedRun(workflowOf({ c: command }));
  run.start();
  const forked = fork(run);
  forked.post({ kind: "resume-requested" });
  expect(forked.lines()).toContain("running c#0 Start attempt 2");
});

const post = {
  kind: "http",
  config: { method: "POST", url: "https://example.com" },
  accepts: ["Start"],
} as const;

test("[T19] what is not simply repeated is asked about, unless the very tick of the fork dispatched it", () => {
  const run = new PlayedRun(workflowOf({ p: post }));
  run.start();
  expect(fork(run).state.lifecycle).toBe("needs-recovery");
  expect(fork(run, { anew: ["x1"] }).state.lifecycle).toBe("paused");
});

test("[R76] an open question is asked again with its whole time", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }));
  run.start();
  run.finish("x1", asks("a", 500));
  const forked = fork(run, { afterMs: 10_000 });
  expect(forked.lines()).toEqual(["publish Ask", "lifecycle paused"]);
  expect(forked.alarm).toBe(10_500);
  forked.post({ kind: "event-added", event: { type: "Answer", data: { ask: "a" } }, to: "s" });
  forked.post({ kind: "resume-requested" });
  expect([...forked.inFlight.values()]).toMatchObject([
    { step: "s", waits: [{ ordinal: 0, event: { type: "Answer" } }] },
  ]);
});

test("[R76] an answer that the step had not handed on is forgotten: the fork asks, a resume keeps it", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }));
  run.start();
  run.finish("x1", asks("a"));
  run.post({ kind: "event-added", event: { type: "Answer", data: { ask: "a" } }, to: "s" });
  const forked = fork(run);
  forked.post({ kind: "resume-requested" });
  const again = forked.on("s");
  expect(forked.inFlight.get(again)?.waits).toEqual([]);
  forked.finish(again, asks("a"));
  expect(viewStep(forked.plan, forked.state, "s").waiters).toHaveLength(1);
  const resumed = new PlayedRun(run.plan.workflow, { journal: run.journal, state: run.state });
  resumed.reload();
  expect(resumed.inFlight.get(resumed.on("s"))?.waits).toHaveLength(1);
});

test("[R21] a retry that waits has as much of its delay left as it had", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }));
  run.start();
  run.finish("x1", [{ kind: "fail", failure: { name: "Error", message: "no" } }], { retryAfterMs: 5_000 });
  run.now = 1_000;
  run.post({ kind: "event-added", event: { type: "Nothing" } });
  const forked = fork(run, { afterMs: 60_000 });
  forked.post({ kind: "resume-requested" });
  expect(forked.alarm).toBe(65_000);
  forked.passTo(65_000);
  expect(forked.inFlight.get(forked.on("s"))).toMatchObject({ attempt: 2 });
});

test("a person may give an item that has not begun other data; one that runs, or is gone, keeps its own", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }));
  run.start({ n: 1 });
  const item = run.inFlight.get("x1")?.item ?? "";
  run.post({ kind: "event-changed", item, data: { n: 5 }, by: "person" });
  expect(run.lines()).toContain("ignored event-changed");
  const forked = fork(run);
  forked.post({ kind: "event-changed", item, data: { n: 2 }, by: "person" });
  forked.post({ kind: "resume-requested" });
  expect(forked.inFlight.get(forked.on("s"))?.event).toEqual({ type: "Start", data: { n: 2 } });
  forked.post({ kind: "event-changed", item: "i99", data: 1, by: "person" });
  expect(forked.lines()).toContain("ignored event-changed");
});

test("[R71] the data of a batch's member is the element of its line, too", () => {
  const run = new PlayedRun(workflowOf({ o: { accepts: ["Start"] }, s: { accepts: ["Item"] } }));
  run.start();
  run.finish("x1", [{ kind: "return", value: [{ type: "Item", data: 7 }] }]);
  const item = run.inFlight.get(run.on("s"))?.item ?? "";
  const forked = fork(run);
  forked.post({ kind: "event-changed", item, data: 8, by: "person" });
  forked.post({ kind: "resume-requested" });
  expect(forked.inFlight.get(forked.on("s"))).toMatchObject({
    event: { type: "Item", data: 8 },
    element: { item: 8, index: 0 },
  });
});

test("there is no fork of a run that had not begun, was being cancelled, or had ended", () => {
  const planned = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }));
  expect(fork(planned).lines()).toEqual(["ignored run-forked"]);
  const run = new PlayedRun(workflowOf({ c: command }));
  run.start();
  run.post({ kind: "cancel-requested", request: "r" });
  expect(fork(run).lines()).toEqual(["ignored run-forked"]);
});
