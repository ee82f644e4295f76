import { expect, test } from "vitest";
import { PlayedRun } from "../engine/testing/playedRun.ts";
import { workflowOf } from "../engine/testing/workflowOf.ts";
import { blockedParts } from "./blockedParts.ts";

test("[R46] the reason that the engine gives leads to each incomplete join and buffer", () => {
  const workflow = workflowOf({
    list: { accepts: ["Start"], batches: { item: "A" } },
    pair: { accepts: ["A", "B"], join: "one-of-each" },
    sum: { accepts: ["A"] },
    end: { accepts: ["Never"], emits: { done: "Stop" } },
  });
  const run = new PlayedRun(workflow);
  run.start();
  run.finish(run.on("list"), [{ kind: "return", value: [{ type: "A" }] }]);
  run.finish(run.on("sum"), [
    { kind: "collect", buffer: "default", event: { type: "A" } },
    { kind: "return", value: null },
  ]);
  expect(run.state.outcome).toBe("blocked");
  expect(blockedParts(run.state.reason ?? "", workflow)).toEqual([
    { step: "pair", text: "pair in b1 has A and lacks B" },
    { step: "sum", text: "the buffer default@b1 of sum has A and lacks more of them" },
  ]);
});

test("[T29] tasks that could not run lead to themselves", () => {
  const workflow = workflowOf({ a: { needs: [] }, b: { needs: ["a"] }, "c-1": { needs: ["a"] } });
  expect(blockedParts("b, c-1 could not run", workflow)).toEqual([
    { step: "b", text: "b could not run" },
    { step: "c-1", text: "c-1 could not run" },
  ]);
});

test("a reason that names no step stays one sentence", () => {
  const reason = "nothing is left to do, and no step ended the run: no event leads on";
  const workflow = workflowOf({ a: { accepts: ["Start"] } });
  expect(blockedParts(reason, workflow)).toEqual([{ text: "no event leads on" }]);
});

test("[R79] a join of a workflow inside the workflow is named by its path", () => {
  const inner = workflowOf({ pair: { accepts: ["A", "B"], join: "one-of-each" } });
  const workflow = workflowOf({
    build: { kind: "workflow", accepts: ["Start"], config: { workflow: JSON.parse(JSON.stringify(inner)) } },
  });
  const reason = "nothing is left to do, and no step ended the run: build/pair has A and lacks B";
  expect(blockedParts(reason, workflow)).toEqual([{ step: "build/pair", text: "build/pair has A and lacks B" }]);
});
