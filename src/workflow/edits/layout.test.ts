import { expect, test } from "vitest";
import { parseWorkflow } from "../parseWorkflow.ts";
import type { Step, Workflow } from "../workflow.ts";
import { copySteps, pasteSteps, readCopiedSteps } from "./clipboard.ts";
import { applyEdit, type Edit } from "./edit.ts";
import {
  addGroup,
  addNote,
  arrange,
  changeGroup,
  changeNote,
  freeLayoutId,
  regroup,
  removeGroups,
  removeNotes,
} from "./layout.ts";
import { removeSteps, renameStep } from "./steps.ts";

const step = (accepts: string, done: string): Step => ({
  kind: "code",
  accepts: [accepts],
  emits: { done },
  config: { source: "export default () => 1" },
});
const framed: Workflow = {
  format: "tickwork/workflow@1",
  name: "Framed",
  steps: { a: step("Start", "ADone"), b: step("ADone", "BDone"), c: step("BDone", "CDone") },
  layout: {
    steps: { a: { x: 0, y: 0 }, b: { x: 300, y: 0 }, c: { x: 600, y: 0 } },
    notes: [{ id: "why", text: "**Why**", x: 0, y: -120, ...{ author: "Ana" } }],
    groups: [{ id: "front", title: "Front", x: -20, y: -40, width: 600, height: 200, steps: ["a", "b"] }],
  },
};
const apply = (workflow: Workflow, edit: Edit) => applyEdit(workflow, edit).workflow;
const stepsIn = (workflow: Workflow) => workflow.layout?.groups?.map(({ id, steps }) => [id, steps]);

test("a changed note keeps fields that nobody knows, and undoing gives the document back byte by byte", () => {
  const { workflow, inverse } = applyEdit(framed, changeNote(framed, "why", { text: "Because", color: "blue" }));
  expect(workflow.layout?.notes).toEqual([{ id: "why", text: "Because", x: 0, y: -120, author: "Ana", color: "blue" }]);
  expect(JSON.stringify(apply(workflow, inverse))).toBe(JSON.stringify(framed));
  expect(apply(workflow, changeNote(workflow, "why", { color: undefined })).layout?.notes?.[0]).not.toHaveProperty(
    "color",
  );
});

test("notes and frames get free ids, and go", () => {
  const id = freeLayoutId(framed, "note");
  const more = apply(framed, addNote(framed, { id, text: "", x: 0, y: 0 }));
  expect(more.layout?.notes?.map((note) => note.id)).toEqual(["why", id]);
  expect(apply(more, removeNotes(more, ["why"])).layout?.notes?.map((note) => note.id)).toEqual([id]);
  const without = apply(framed, removeGroups(framed, ["front"]));
  expect(without.layout?.groups).toEqual([]);
  expect(Object.keys(without.steps)).toEqual(["a", "b", "c"]);
});

test("a step is in one frame at most: a new frame takes it out of its old one", () => {
  const two = apply(
    framed,
    addGroup(framed, { id: "back", x: 280, y: -40, width: 600, height: 200, steps: ["b", "c"] }),
  );
  expect(stepsIn(two)).toEqual([
    ["front", ["a"]],
    ["back", ["b", "c"]],
  ]);
  const moved = apply(
    two,
    regroup(
      two,
      new Map([
        ["b", "front"],
        ["c", null],
      ]),
    ),
  );
  expect(stepsIn(moved)).toEqual([
    ["front", ["a", "b"]],
    ["back", []],
  ]);
});

test("frames follow a renamed step and forget one that was deleted", () => {
  const renaming = renameStep(framed, "a", "first");
  if (!renaming.ok) throw new Error(renaming.message);
  expect(stepsIn(apply(framed, renaming.edit))).toEqual([["front", ["first", "b"]]]);
  expect(stepsIn(apply(framed, removeSteps(framed, ["a"])))).toEqual([["front", ["b"]]]);
});

test("arranging moves cards, notes and frames in one edit and touches nothing else", () => {
  const edit = arrange(
    framed,
    {
      cards: new Map([
        ["a", { x: 10.4, y: 20 }],
        ["Start", { x: -300, y: 0 }],
      ]),
      notes: new Map([["why", { x: 5, y: 6 }]]),
      groups: new Map([["front", { x: 1, y: 2, width: 300, height: 100 }]]),
    },
    "tidy",
  );
  const { workflow, inverse } = applyEdit(framed, edit);
  expect(workflow.layout).toMatchObject({
    start: { x: -300, y: 0 },
    steps: { a: { x: 10, y: 20 }, b: { x: 300, y: 0 } },
    notes: [{ id: "why", x: 5, y: 6, text: "**Why**" }],
    groups: [{ id: "front", x: 1, y: 2, width: 300, height: 100, title: "Front" }],
  });
  expect(workflow.steps).toBe(framed.steps);
  expect(JSON.stringify(apply(workflow, inverse))).toBe(JSON.stringify(framed));
});

test("a collapsed frame is said in the file, and the file is read again", () => {
  const folded = apply(framed, changeGroup(framed, "front", { collapsed: true }));
  const parsed = parseWorkflow(JSON.parse(JSON.stringify(folded)));
  expect(parsed.ok && parsed.value.layout?.groups?.[0]?.collapsed).toBe(true);
  expect(parsed.ok && parsed.warnings.map(({ pointer }) => pointer)).toEqual(["/layout/notes/0/author"]);
});

test("a copied frame brings its steps, and both get names of their own where they arrive", () => {
  const copied = readCopiedSteps(JSON.stringify(copySteps(framed, { steps: [], notes: ["why"], groups: ["front"] })));
  if (copied === undefined) throw new Error("not copied");
  const { edit, ids, notes, groups } = pasteSteps(framed, copied, { x: 0, y: 400 });
  const pasted = apply(framed, edit);
  expect(ids).toEqual(["a_2", "b_2"]);
  expect(pasted.layout?.groups?.at(-1)).toEqual({
    ...{ id: groups[0], title: "Front", x: -20, y: 360, width: 600, height: 200 },
    steps: ["a_2", "b_2"],
  });
  expect(pasted.layout?.notes?.at(-1)).toMatchObject({ id: notes[0], x: 0, y: 280, author: "Ana" });
  expect(new Set(pasted.layout?.groups?.map(({ id }) => id)).size).toBe(2);
});

test("a note alone can be copied", () => {
  const copied = readCopiedSteps(JSON.stringify(copySteps(framed, { steps: [], notes: ["why"] })));
  expect(copied?.layout?.notes).toHaveLength(1);
  expect(copied?.steps).toEqual({});
});
