import { expect, test } from "vitest";
import { type Workflow, workflowFormat } from "../../workflow/workflow.ts";
import { outlineKey, outlineRows } from "./outlineRows.ts";

const workflow: Workflow = {
  format: workflowFormat,
  name: "Outline",
  steps: {
    check: {
      kind: "branch",
      title: "Check it",
      accepts: ["Start"],
      emits: { good: "Good", bad: "Bad" },
      config: { cases: [{ port: "good", when: "event.data" }], else: "bad" },
    },
    end: { kind: "stop", accepts: ["Good"], config: {} },
    lonely: { kind: "code", accepts: ["Bad"], config: { source: "" } },
  },
};
const rows = outlineRows(workflow);
const press = (key: string, at: number, more = {}) =>
  outlineKey(rows, at, { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test("the outline names every step and every wire, and says what leads nowhere", () => {
  expect(rows.map(({ kind, title, about }) => `${kind} ${title} (${about})`)).toEqual([
    "step Start (the input)",
    "wire Check it (Start)",
    "step Check it (Branch)",
    "wire end (good, Good)",
    "wire lonely (bad, Bad)",
    "step end (Stop)",
    "step lonely (Code, leads nowhere)",
  ]);
});

test("arrows walk the lines, sideways between a step and its wires, and Enter follows a wire", () => {
  expect(press("ArrowDown", 0)).toEqual({ kind: "go", to: 1 });
  expect(press("ArrowUp", 0)).toBeNull();
  expect(press("ArrowRight", 2)).toEqual({ kind: "go", to: 3 });
  expect(press("ArrowLeft", 4)).toEqual({ kind: "go", to: 2 });
  expect(press("Enter", 4)).toEqual({ kind: "go", to: 6 });
  expect(press("Enter", 2)).toEqual({ kind: "open" });
  expect(press("End", 0)).toEqual({ kind: "go", to: 6 });
});

test("letters act without modifiers only, and the start is neither renamed nor deleted", () => {
  expect(press("A", 2)).toEqual({ kind: "add" });
  expect(press("a", 2, { ctrlKey: true })).toBeNull();
  expect(press("Backspace", 2, { shiftKey: true })).toBeNull();
  expect(press("Delete", 4)).toEqual({ kind: "delete" });
  expect(press("Delete", 0)).toBeNull();
  expect(press("F2", 0)).toBeNull();
  expect(press("F2", 2)).toEqual({ kind: "rename" });
});
