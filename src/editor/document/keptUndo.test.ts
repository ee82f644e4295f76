import { expect, test } from "vitest";
import { changeWorkflow } from "../../workflow/edits/document.ts";
import { addStep } from "../../workflow/edits/steps.ts";
import { type Workflow, workflowFormat } from "../../workflow/workflow.ts";
import { createDocumentStore } from "./documentStore.ts";
import { packUndo, readUndo } from "./keptUndo.ts";

const empty: Workflow = { format: workflowFormat, name: "Test", steps: {} };

/** What is kept, as it comes back from storage. */
const overReload = (kept: unknown, revision: number) => JSON.parse(JSON.stringify({ revision, undo: kept }));

test("undo and redo go on after a reload", () => {
  const store = createDocumentStore(empty);
  store.apply(addStep(store.getState().workflow, { kind: "code", at: { x: 0, y: 0 } }).edit);
  store.apply(addStep(store.getState().workflow, { kind: "stop", at: { x: 0, y: 0 } }).edit);
  store.undo();
  const kept = overReload(packUndo(store.getState()), 7);

  const again = createDocumentStore(store.getState().workflow, { undo: readUndo(kept, 7) });
  expect(again.redo()).toBe("add step");
  expect(Object.keys(again.getState().workflow.steps)).toEqual(["code", "stop"]);
  expect(again.undo()).toBe("add step");
  expect(again.undo()).toBe("add step");
  expect(again.getState().workflow).toEqual(empty);
  expect(again.undo()).toBeNull();
});

test("what belongs to another revision, or is no pile, is not used", () => {
  const kept = overReload({ past: [], future: [] }, 7);
  expect(readUndo(kept, 8)).toEqual({ past: [], future: [] });
  for (const bad of [null, 3, { revision: 7 }, { revision: 7, undo: { past: [{}], future: [] } }])
    expect(readUndo(bad as never, 7)).toEqual({ past: [], future: [] });
});

test("what is kept is bounded in steps and in size, and the newest stay", () => {
  const store = createDocumentStore(empty);
  for (let count = 0; count < 150; count++)
    store.apply(changeWorkflow(store.getState().workflow, { name: `Name ${count}` }));
  const { past } = readUndo(overReload(packUndo(store.getState()), 1), 1);
  expect(past).toHaveLength(100);
  const large = createDocumentStore(empty);
  for (let count = 0; count < 10; count++)
    large.apply(changeWorkflow(large.getState().workflow, { description: `${count}`.repeat(100_000) }));
  const pack = JSON.stringify(packUndo(large.getState()));
  expect(pack.length).toBeLessThan(410_000);
  expect(readUndo(overReload(JSON.parse(pack), 1), 1).past).toHaveLength(3);
});
