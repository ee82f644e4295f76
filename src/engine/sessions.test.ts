import { expect, test } from "vitest";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { viewRun } from "./viewRun.ts";

function started(...args: Parameters<typeof workflowOf>): PlayedRun {
  const run = new PlayedRun(workflowOf(...args));
  run.start();
  run.lines();
  return run;
}

const command = { kind: "command", config: { argv: ["make"] }, accepts: ["Start"], access: "none" } as const;

test("[T18] after a load a command in flight is asked about by the key of its intent, and nothing is said", () => {
  const run = started({ c: command });
  run.post({ kind: "execution-started", execution: "x1", owner: "runner", key: "k1" });
  run.effects.length = 0;
  run.reload();
  expect(run.lines()).toEqual([]);
  expect(run.effects).toMatchObject([
    { kind: "attach", key: "k1", dispatch: { execution: "x1", attempt: 1 } },
    { kind: "alarm", at: null },
  ]);
});

test("[T18] a completion that comes back after all settles an uncertain attempt, without a second line", () => {
  const run = started({ c: { ...command, emits: { done: "Done" } }, t: { accepts: ["Done"] } });
  run.reload();
  run.post({ kind: "execution-lost", execution: "x1", cause: "no ledger" });
  run.lines();
  run.finish("x1", [
    { kind: "exit", exit: { code: 0 } },
    { kind: "return", value: { type: "Done" } },
  ]);
  expect(run.lines()).toEqual(["lifecycle running", "running t#0 Done"]);
});

test("[T18] an attempt that is uncertain already does not become so again", () => {
  const run = started({ c: command });
  run.post({ kind: "execution-lost", execution: "x1", cause: "gone" });
  run.lines();
  run.post({ kind: "execution-lost", execution: "x1", cause: "gone" });
  expect(run.lines()).toEqual(["ignored execution-lost"]);
  expect(viewRun(run.plan, run.state).needsRecovery).toEqual(["c#0"]);
});

test("[R78] what was lost and provably never ran begins again without counting as a failure", () => {
  const run = started({ s: { accepts: ["Start"] }, t: { accepts: ["Start"] } });
  run.post({ kind: "execution-lost", execution: "x2", never: true });
  expect(run.lines()).toEqual(["not-running t#0 rerun", "running t#0 Start attempt 2"]);
  expect(run.inFlight.get("x3")).toMatchObject({ attempt: 2, failures: 0 });
});

test("[T38] an uncertain attempt keeps its worker and its workspace and holds no capacity", () => {
  const run = started(
    {
      c: { ...command, access: "write", workers: 1 },
      d: { ...command, accepts: ["D"], access: "write" },
      s: { accepts: ["A"] },
    },
    { limits: { maxParallel: 1 } },
  );
  run.post({ kind: "execution-lost", execution: "x1", cause: "gone" });
  expect(run.lines()).toEqual(["not-running c#0 uncertain", "lifecycle needs-recovery"]);
  run.post({ kind: "event-added", event: { type: "D" } });
  run.post({ kind: "event-added", event: { type: "Start" } });
  run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.lines()).toEqual(["preparing d D", "preparing c Start", "running s#0 A"]);
  expect(viewRun(run.plan, run.state).needsRecovery).toEqual(["c#0"]);
});

test("[T21] an event step that a person called successful goes on through its done port", () => {
  const run = started({ c: { ...command, emits: { done: "Done" } }, t: { accepts: ["Done"] } });
  run.post({ kind: "execution-lost", execution: "x1", cause: "gone" });
  run.lines();
  run.post({ kind: "recovery-decided", execution: "x1", decision: { kind: "succeeded", output: 7 }, by: "me" });
  expect(run.lines()).toEqual(["lifecycle running", "running t#0 Done"]);
  expect(run.inFlight.get(run.on("t"))?.event?.data).toMatchObject({ output: 7, exit: null });
});

test("[T34] a decision that it failed asks no retry policy, and port and handler apply", () => {
  const run = started({ c: { ...command, emits: { error: "Bad" } }, fix: { accepts: ["Bad"] } });
  run.post({ kind: "execution-lost", execution: "x1", cause: "gone" });
  run.lines();
  run.post({ kind: "recovery-decided", execution: "x1", decision: { kind: "failed" }, by: "me" });
  expect(run.lines()).toEqual(["lifecycle running", "running fix#0 Bad"]);
  run.post({ kind: "recovery-decided", execution: "x1", decision: { kind: "rerun" }, by: "me" });
  expect(run.lines()).toEqual(["ignored recovery-decided"]);
});

test("[R77] a run that loses its tab over the same work three sessions in a row is paused, and a resume goes on", () => {
  const run = started({ s: { accepts: ["Start"] } });
  for (let session = 0; session < 3; session++) {
    run.reload();
    expect(run.state.lifecycle).toBe("running");
  }
  run.reload();
  expect(run.state.lifecycle).toBe("paused");
  expect(run.state.reason).toContain("no progress");
  expect(run.inFlight.size).toBe(0);
  run.post({ kind: "resume-requested" });
  expect(run.inFlight.size).toBe(1);
});

test("[R77] a run that only waits, or makes progress in between, is never paused by reloads", () => {
  const waiting = started({ s: { accepts: ["Start"] } });
  waiting.finish("x1", [{ kind: "wait", ordinal: 0, type: "Go" }]);
  const working = started({ s: { accepts: ["Start"] }, t: { accepts: ["A"] } });
  for (let session = 0; session < 6; session++) {
    waiting.reload();
    working.reload();
    working.post({ kind: "event-added", event: { type: "A" } });
  }
  expect(waiting.state.lifecycle).toBe("running");
  expect(working.state.lifecycle).toBe("running");
});

test("[R77] progress after a session that cut off work forgets it: three more are needed", () => {
  const run = started({ s: { accepts: ["Start"] }, t: { accepts: ["A"] } });
  run.reload();
  run.post({ kind: "event-added", event: { type: "A" } });
  for (let session = 0; session < 3; session++) {
    run.reload();
    expect(run.state.lifecycle).toBe("running");
  }
  run.reload();
  expect(run.state.lifecycle).toBe("paused");
});

test("[R42] the clock of the run stands still while only a person can go on with an uncertain attempt", () => {
  const run = started({ c: command }, { limits: { timeoutMs: 1000 } });
  run.now = 100;
  run.post({ kind: "execution-lost", execution: "x1", cause: "gone" });
  run.passTo(5000);
  expect(run.state.lifecycle).toBe("needs-recovery");
  run.lines();
  run.post({ kind: "recovery-decided", execution: "x1", decision: { kind: "rerun" }, by: "me" });
  expect(run.lines()).toEqual(["lifecycle running", "running c#0 Start attempt 2", "timer run 5900"]);
});

test("[R42] the reason of a timeout names running, queued, delayed and waiting steps", () => {
  const run = started(
    { s: { accepts: ["Start", "A"], workers: 1 }, w: { accepts: ["Start"] }, d: { accepts: ["Start"] } },
    { limits: { timeoutMs: 1000 } },
  );
  run.post({ kind: "event-added", event: { type: "A" } });
  run.finish(run.on("w"), [{ kind: "wait", ordinal: 0, type: "Go" }]);
  run.finish(run.on("d"), [{ kind: "fail", failure: { name: "Error", message: "no" } }], { retryAfterMs: 5000 });
  run.passTo(1000);
  expect(run.state).toMatchObject({ outcome: "timeout" });
  expect(run.state.reason).toBe(
    "The run reached its time limit of 1000 ms; running s; queued s; delayed d; waiting w.",
  );
});

test("[R44] what a pause took away goes before a task that had to wait", () => {
  const run = new PlayedRun(
    workflowOf(
      { a: { needs: [] }, b: { needs: ["a"] }, c: { needs: ["a"] }, e: { accepts: ["Start"] } },
      { limits: { maxParallel: 2 } },
    ),
  );
  run.start();
  run.finish(run.on("a"), [{ kind: "return", value: null }]);
  const running = () => [...run.inFlight.values()].map(({ step }) => step).sort();
  expect(running()).toEqual(["b", "e"]);
  run.post({ kind: "pause-requested" });
  expect(running()).toEqual([]);
  run.post({ kind: "resume-requested" });
  expect(running()).toEqual(["b", "e"]);
});

test("[T18] what has an intent is asked about by its key, also of a step that the tab would carry out", () => {
  const run = started({ s: { accepts: ["Start"] } });
  run.post({ kind: "execution-started", execution: "x1", owner: "runner", key: "k1" });
  run.lines();
  const effects = run.post({ kind: "session-started", epoch: 2, owner: "test", reason: "load" });
  const attached = effects.filter(({ kind }) => kind === "attach");
  expect(attached).toMatchObject([{ kind: "attach", key: "k1", owner: "runner", dispatch: { execution: "x1" } }]);
  expect(run.lines()).toEqual([]);
});
