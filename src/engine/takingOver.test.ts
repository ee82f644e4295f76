import { expect, test } from "vitest";
import type { Result } from "./result.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { trailRecord } from "./trail.ts";

const returned = (data: number): readonly Result[] => [{ kind: "return", value: null, data }];

function retried(
  tasks: Readonly<Record<string, readonly Result[]>>,
  ...args: Parameters<typeof workflowOf>
): PlayedRun {
  const run = new PlayedRun(workflowOf(...args));
  const taken = Object.entries(tasks).map(([id, results], i) => [id, { seq: i + 2, attempt: 1, results }] as const);
  run.post({ kind: "run-started", input: null, takesOver: { run: "r0", tasks: Object.fromEntries(taken) } });
  return run;
}

test("[T26] a run that takes over successes begins with what failed, and decides as if they had just ended", () => {
  const run = retried(
    { a: returned(1) },
    { a: { needs: [] }, b: { needs: ["a"] }, c: { needs: ["a"], when: { output: "a", path: [], equals: 2 } } },
  );
  expect(run.lines()).toEqual(["skipped c", "running b#0"]);
  // What it looks back at stands in the first tick of this run.
  expect(trailRecord(run.inFlight.get(run.on("b"))?.trail)).toEqual({ a: { seq: 1, attempt: 1, count: 1 } });
  run.finish(run.on("b"), returned(2));
  expect(run.state).toMatchObject({ lifecycle: "completed", outcome: "success" });
});

test("[T26] events of what is taken over are handed on again", () => {
  const event: readonly Result[] = [{ kind: "return", value: { type: "A", data: 3 } }];
  const run = retried({ a: event }, { a: { needs: [], emits: { done: "A" } }, e: { accepts: ["A"] } });
  expect(run.lines()).toEqual(["running e#0 A"]);
});

test("[T26] what was no success there, or is no task here, begins as any other", () => {
  const failed: readonly Result[] = [{ kind: "fail", failure: { name: "Error", message: "no" } }];
  const run = retried(
    { a: failed, gone: returned(1), e: returned(1) },
    { a: { needs: [] }, e: { accepts: ["Start"] } },
  );
  expect(run.lines().toSorted()).toEqual(["running a#0", "running e#0 Start"]);
});

test("[T30] a run of which nothing is left to do ends with its exports", () => {
  const run = retried({ a: returned(1), b: returned(2) }, { a: { needs: [] }, b: { needs: ["a"] } });
  expect(run.state).toMatchObject({ lifecycle: "completed", outcome: "success" });
});
