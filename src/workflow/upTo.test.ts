import { expect, test } from "vitest";
import { upToStep } from "./upTo.ts";
import { validateWorkflow } from "./validateWorkflow.ts";
import { type Workflow, workflowFormat } from "./workflow.ts";

const code = { source: "export default (event) => event.data" };
const chain: Workflow = {
  format: workflowFormat,
  name: "Chain",
  steps: {
    first: {
      kind: "code",
      accepts: ["Start", "Again"],
      emits: { done: "FirstDone", error: "FirstFailed" },
      config: code,
    },
    second: { kind: "code", accepts: ["FirstDone"], emits: { done: "SecondDone" }, config: code },
    judge: {
      kind: "branch",
      accepts: ["SecondDone"],
      emits: { again: "Again", good: "Good" },
      config: { cases: [{ port: "good", when: "event.data" }], else: "again" },
    },
    mend: { kind: "stop", accepts: ["FirstFailed"], config: {} },
    end: { kind: "stop", accepts: ["Good"], config: {} },
  },
  layout: { steps: { first: { x: 0, y: 0 }, end: { x: 9, y: 9 } } },
};

const errors = (workflow: Workflow) => validateWorkflow(workflow).filter(({ severity }) => severity === "error");

test("what leads to the step is kept, and nothing behind it", () => {
  const straight: Workflow = {
    ...chain,
    steps: { ...chain.steps, first: { ...chain.steps.first, accepts: ["Start"] } as never },
  };
  const part = upToStep(straight, "second");
  expect(Object.keys(part.steps)).toEqual(["first", "second"]);
  expect(errors(part)).toEqual([]);
  // Nobody takes the failure any more, so it ends the run.
  expect(part.steps.first?.emits).toEqual({ done: "FirstDone" });
  expect(part.layout?.steps).toEqual({ first: { x: 0, y: 0 } });
});

test("in a circle the step is the end: it sends nothing round again", () => {
  const part = upToStep(chain, "judge");
  expect(Object.keys(part.steps)).toEqual(["first", "second", "judge"]);
  expect(part.steps.judge?.emits?.again).not.toBe("Again");
  expect(part.steps.judge?.emits?.good).toBe("Good");
});

test("a task is reached by all that it needs, however far back", () => {
  const tasks: Workflow = {
    format: workflowFormat,
    name: "Tasks",
    steps: {
      a: { kind: "code", needs: [], config: code },
      b: { kind: "code", needs: ["a"], config: code },
      c: { kind: "code", needs: ["b"], config: code },
      other: { kind: "code", needs: ["a"], config: code },
    },
  };
  expect(Object.keys(upToStep(tasks, "c").steps)).toEqual(["a", "b", "c"]);
  expect(errors(upToStep(tasks, "c"))).toEqual([]);
});
