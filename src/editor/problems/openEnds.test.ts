import { expect, test } from "vitest";
import { validateWorkflow } from "../../workflow/validateWorkflow.ts";
import type { Step } from "../../workflow/workflow.ts";
import { problemsOnceDrawn, sortProblems } from "./openEnds.ts";

const code = (accepts: readonly string[], emits: Record<string, string>): Step => ({
  kind: "code",
  accepts,
  emits,
  config: { source: "export default (event) => event.data;" },
});
const ask: Step = {
  kind: "ask",
  accepts: ["Start"],
  emits: { yes: "Yes", no: "No" },
  config: { question: "Go?", choices: ["yes", "no"] },
};
const sorted = (steps: Record<string, Step>) => {
  const { problems, openEnds } = sortProblems(validateWorkflow({ format: "tickwork/workflow@1", name: "w", steps }));
  return { problems: problems.map(({ pointer }) => pointer), openEnds: openEnds.map(({ pointer }) => pointer) };
};

test("[V2] steps behind which nothing stands are open ends, one each", () => {
  expect(sorted({ a: code(["Start"], { done: "A" }), ask })).toEqual({
    problems: [],
    openEnds: ["/steps/a/emits", "/steps/ask/emits"],
  });
});

test("[V2] a choice that leads nowhere beside one that leads on is a problem, and so are unheard failures", () => {
  expect(sorted({ ask, b: code(["Yes"], { done: "B", error: "Broken" }) })).toEqual({
    problems: ["/steps/ask/emits/no", "/steps/b/emits/error"],
    openEnds: ["/steps/b/emits"],
  });
});

test("[V1] an empty canvas has no problem yet; one with a step that nothing begins has", () => {
  const found = (steps: Record<string, Step>) =>
    problemsOnceDrawn(
      validateWorkflow({ format: "tickwork/workflow@1", name: "w", steps }),
      Object.keys(steps).length,
    ).map(({ rule }) => rule);
  expect(found({})).toEqual([]);
  expect(found({ a: code([], {}) })).toEqual(["V1"]);
});
