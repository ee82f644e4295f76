import { expect, test } from "vitest";
import { compareWorkflows } from "../../workflow/compareWorkflows.ts";
import { type Step, type Workflow, workflowFormat } from "../../workflow/workflow.ts";
import { versionMarks } from "./versionMarks.ts";

const code = (source: string, accepts = ["Start"]): Step => ({ kind: "code", accepts, config: { source } });
const workflow = (steps: Record<string, Step>): Workflow => ({ format: workflowFormat, name: "W", steps });
const marksOf = (before: Workflow, after: Workflow) =>
  Object.fromEntries(versionMarks(compareWorkflows(before, after)));

test("a card of an earlier version says what became of its step; what came later has no card there", () => {
  const before = workflow({ same: code("1"), edited: code("2"), gone: code("3"), moved: code("4") });
  const after = workflow({ same: code("1"), edited: code("5"), moved: code("4", ["Other"]), added: code("6") });
  expect(marksOf(before, after)).toEqual({
    edited: "changed since",
    gone: "removed since",
    moved: "wired otherwise since",
  });
});

test("the card of a renamed step is marked under its earlier name", () => {
  const before = workflow({ first: code("1") });
  expect(marksOf(before, workflow({ second: code("1") }))).toEqual({ first: "renamed since" });
});

test("the same document has no marks", () => {
  const one = workflow({ first: code("1") });
  expect(marksOf(one, one)).toEqual({});
});
