import { expect, test } from "vitest";
import { compareWorkflows, differenceText } from "./compareWorkflows.ts";
import { becomeWorkflow, changeWorkflow } from "./edits/document.ts";
import { applyEdit } from "./edits/edit.ts";
import { moveNodes } from "./edits/layout.ts";
import { addStep, changeConfig, changeStep, removeSteps, renameStep } from "./edits/steps.ts";
import { type Workflow, workflowFormat } from "./workflow.ts";

const base: Workflow = {
  format: workflowFormat,
  name: "Report",
  steps: {
    count: {
      kind: "code",
      title: "Count",
      accepts: ["Start"],
      emits: { done: "CountDone" },
      config: { source: "export default () => 1" },
    },
    end: { kind: "stop", accepts: ["CountDone"], config: {} },
  },
};

const words = (after: Workflow, before = base) => differenceText(compareWorkflows(before, after));
const edited = (edit: Parameters<typeof applyEdit>[1], workflow = base) => applyEdit(workflow, edit).workflow;

test("the same document has no difference, whatever the order of keys in settings", () => {
  expect(compareWorkflows(base, structuredClone(base))).toEqual([]);
  const { accepts, kind, ...rest } = base.steps.end as NonNullable<Workflow["steps"]["end"]>;
  expect(
    compareWorkflows(base, { ...base, steps: { ...base.steps, end: { ...rest, kind, accepts } as never } }),
  ).toEqual([]);
});

test("what was done is said as a person would say it", () => {
  let workflow = base;
  for (let count = 0; count < 3; count++)
    workflow = edited(addStep(workflow, { kind: "transform", at: { x: 0, y: 0 } }).edit, workflow);
  expect(words(workflow)).toBe("3 steps added");
  expect(words(base, workflow)).toBe("3 steps removed");
  expect(words(edited(addStep(base, { kind: "ask", at: { x: 0, y: 0 } }).edit))).toBe("“ask” added");
  expect(words(edited(moveNodes(base, { count: { x: 9, y: 9 } })))).toBe("layout changed");
  expect(words(edited(changeWorkflow(base, { name: "Other", limits: { maxParallel: 2 } })))).toBe(
    "workflow renamed, limits changed",
  );
});

test("what notes and groups say is told, and not what only stands elsewhere", () => {
  const note = { id: "note", text: "Ask Ana", x: 0, y: 0 };
  const noted: Workflow = { ...base, layout: { notes: [note] } };
  const grouped: Workflow = {
    ...base,
    layout: { groups: [{ id: "group", title: "Ours", x: 0, y: 0, width: 9, height: 9, steps: ["count"] }] },
  };
  expect(compareWorkflows(base, noted)).toEqual([
    { kind: "layout", fields: [{ path: ["note", "note"], before: undefined, after: "Ask Ana" }] },
  ]);
  expect(words(noted)).toBe("notes changed");
  expect(words(grouped, noted)).toBe("notes changed, groups changed");
  expect(words({ ...base, layout: { notes: [{ ...note, x: 9 }] } }, noted)).toBe("layout changed");
});

test("a renamed step is the same step, and its wires follow without being told", () => {
  const attempt = renameStep(base, "count", "total");
  if (!attempt.ok) throw new Error(attempt.message);
  const after = edited(attempt.edit);
  const [renamed] = compareWorkflows(base, after);
  expect(renamed).toEqual({ kind: "renamed", from: "count", step: "total", title: "Count" });
  expect(words(after)).toMatch(/^“Count” renamed/);
});

test("a changed setting says which, before and after", () => {
  const after = edited(changeConfig<"code">(base, "count", { source: "export default () => 2" }));
  expect(compareWorkflows(base, after)).toEqual([
    {
      kind: "changed",
      step: "count",
      title: "Count",
      fields: [{ path: ["config", "source"], before: "export default () => 1", after: "export default () => 2" }],
    },
  ]);
  const titled = edited(changeStep(base, "end", { title: "End" }));
  expect(compareWorkflows(base, titled)).toEqual([
    { kind: "changed", step: "end", title: "End", fields: [{ path: ["title"], before: undefined, after: "End" }] },
  ]);
});

test("deleting a step tells what lost its wire", () => {
  expect(words(edited(removeSteps(base, ["count"])))).toBe("“Count” removed, “end” rewired");
});

test("a restored version is that document again, and taking it back gives the other, byte by byte", () => {
  const after = edited(changeWorkflow(edited(removeSteps(base, ["count"])), { limits: { maxParallel: 2 } }));
  const back = applyEdit(after, becomeWorkflow(after, base, "restore"));
  expect(compareWorkflows(back.workflow, base)).toEqual([]);
  expect(Object.keys(back.workflow.steps)).toEqual(["count", "end"]);
  expect(JSON.stringify(applyEdit(back.workflow, back.inverse).workflow)).toBe(JSON.stringify(after));
});
