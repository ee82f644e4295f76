import { expect, test } from "vitest";
import { PlayedRun } from "../engine/testing/playedRun.ts";
import { workflowOf } from "../engine/testing/workflowOf.ts";
import { looseEnds } from "./looseEnds.ts";
import { RunHistory } from "./runHistory.ts";

type Steps = Parameters<typeof workflowOf>[0];

/** A run of which each step returns what stands at its id, in the order in which they are written. */
function ended(steps: Steps, returned: Readonly<Record<string, unknown>>) {
  const workflow = workflowOf(steps);
  const run = new PlayedRun(workflow);
  const history = new RunHistory();
  const play = (go: () => void) => {
    const before = run.effects.length;
    go();
    history.add(run.journal.at(-1) as never, run.effects.slice(before));
  };
  play(() => run.start());
  for (const [id, value] of Object.entries(returned))
    play(() => {
      const isTask = workflow.steps[id]?.needs !== undefined;
      run.finish(run.on(id), [{ kind: isTask ? "output" : "return", value: value as never }]);
    });
  return { run, ends: looseEnds(workflow, history).map(({ step, kind, attempt }) => [step, kind, attempt.output]) };
}

const first = { accepts: ["Start"], emits: { done: "FirstDone", other: "Other" } };

test("[R46] what the last step handed on and nobody took is what the run came to", () => {
  const { run, ends } = ended(
    { first, second: { accepts: ["FirstDone"], emits: { done: "SecondDone" } } },
    { first: { type: "FirstDone", data: 1 }, second: { type: "SecondDone", data: { total: 2 } } },
  );
  expect(run.state.outcome).toBe("success");
  expect(ends).toEqual([["second", "untaken", { total: 2 }]]);
});

test("[R46] a step that returned nothing is where a run with a stop step stood still", () => {
  const { run, ends } = ended(
    { first, end: { kind: "stop", accepts: ["FirstDone"], emits: { done: "Stop" } } },
    { first: null },
  );
  expect(run.state.outcome).toBe("blocked");
  expect(ends).toEqual([["first", "nothing", undefined]]);
});

test("an event that went out of another port than the wired one was taken by nobody", () => {
  const { ends } = ended(
    { first, end: { kind: "stop", accepts: ["FirstDone"], emits: { done: "Stop" } } },
    { first: { type: "Other", data: "elsewhere" } },
  );
  expect(ends).toEqual([["first", "untaken", "elsewhere"]]);
});

test("steps that never ran, and those whose events were taken, are no ends", () => {
  const { ends } = ended(
    { first, end: { kind: "stop", accepts: ["FirstDone"], emits: { done: "Stop" } }, never: { accepts: ["Other"] } },
    { first: { type: "FirstDone", data: 1 }, end: { type: "Stop", data: 1 } },
  );
  expect(ends).toEqual([]);
});

test("[T30] of tasks those end the line that no other task needs", () => {
  const { ends } = ended({ a: { needs: [] }, b: { needs: ["a"] } }, { a: "one", b: "two" });
  expect(ends).toEqual([["b", "untaken", "two"]]);
});
