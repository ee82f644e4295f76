import { expect, test } from "vitest";
import { setEventType } from "../../workflow/edits/document.ts";
import { addStep, changeConfig, changeStep, removeSteps } from "../../workflow/edits/steps.ts";
import { connect } from "../../workflow/edits/wiring.ts";
import { type Workflow, workflowFormat } from "../../workflow/workflow.ts";
import { createDocumentStore } from "./documentStore.ts";

const empty: Workflow = { format: workflowFormat, name: "Test", steps: {} };

function withClock() {
  let time = 0;
  const store = createDocumentStore(empty, { now: () => time });
  return { store, later: (ms: number) => (time += ms) };
}
const now = (store: ReturnType<typeof createDocumentStore>) => store.getState().workflow;

test("undo and redo walk through every action and come back to the same documents", () => {
  const { store } = withClock();
  const seen = [now(store)];
  const note = () => seen.push(now(store));
  const a = addStep(now(store), { kind: "code", at: { x: 0, y: 0 } });
  store.apply(a.edit, { select: [a.id] });
  note();
  const b = addStep(now(store), { kind: "stop", at: { x: 300, y: 0 } });
  store.apply(b.edit);
  note();
  const wire = connect(now(store), { from: a.id, port: "done", to: b.id });
  if (!wire.ok) throw new Error(wire.message);
  store.apply(wire.edit);
  note();
  store.apply(removeSteps(now(store), [a.id]));
  note();

  for (const before of seen.slice(0, -1).reverse()) {
    expect(store.undo()).not.toBeNull();
    expect(now(store)).toEqual(before);
  }
  expect(store.undo()).toBeNull();
  for (const after of seen.slice(1)) {
    expect(store.redo()).not.toBeNull();
    expect(now(store)).toEqual(after);
  }
  expect(store.redo()).toBeNull();
});

test("a new action ends what could be redone", () => {
  const { store } = withClock();
  store.apply(addStep(now(store), { kind: "code", at: { x: 0, y: 0 } }).edit);
  store.undo();
  store.apply(addStep(now(store), { kind: "stop", at: { x: 0, y: 0 } }).edit);
  expect(store.redo()).toBeNull();
});

test("typing in one field is one step of undo, until a pause or another field", () => {
  const { store, later } = withClock();
  const { edit, id } = addStep(now(store), { kind: "code", at: { x: 0, y: 0 } });
  store.apply(edit);
  const type = (title: string) => store.apply(changeStep(now(store), id, { title }), { key: `title ${id}` });
  for (const title of ["C", "Co", "Cou"]) {
    type(title);
    later(200);
  }
  expect(store.getState().past).toHaveLength(2);
  later(5000);
  type("Coun");
  store.apply(changeConfig<"code">(now(store), id, { source: "1" }), { key: `source ${id}` });
  expect(store.getState().past).toHaveLength(4);
  store.undo();
  store.undo();
  expect(now(store).steps[id]?.title).toBe("Cou");
  store.undo();
  expect(now(store).steps[id]?.title).toBeUndefined();
});

test("an edit that changes nothing leaves no step of undo and no new version", () => {
  const { store } = withClock();
  const { edit, id } = addStep(now(store), { kind: "code", at: { x: 0, y: 0 } });
  store.apply(edit);
  const { version } = store.getState();
  store.apply(changeStep(now(store), id, { title: undefined }));
  expect(store.getState().version).toBe(version);
  expect(store.getState().past).toHaveLength(1);
});

test("the selection never names what is gone, and undoing a deletion selects what came back", () => {
  const { store } = withClock();
  const { edit, id } = addStep(now(store), { kind: "code", at: { x: 0, y: 0 } });
  store.apply(edit, { select: [id] });
  expect(store.getState().selection.steps).toEqual([id]);
  store.apply(removeSteps(now(store), [id]));
  expect(store.getState().selection.steps).toEqual([]);
  store.undo();
  expect(store.getState().selection.steps).toEqual([id]);
});

test("a wire that is selected stays so when its event gets another name, and when that is taken back", () => {
  const code = (accepts: string, done: string) => ({
    kind: "code" as const,
    accepts: [accepts],
    emits: { done },
    config: { source: "" },
  });
  const store = createDocumentStore({ ...empty, steps: { a: code("Start", "ADone"), b: code("ADone", "BDone") } });
  store.select({ steps: [], wires: ["a:ADone:b"] });
  const renamed = setEventType(now(store), { step: "a", port: "done" }, "Ready");
  if (!renamed.ok) throw new Error(renamed.message);
  store.apply(renamed.edit);
  expect(store.getState().selection.wires).toEqual(["a:Ready:b"]);
  store.undo();
  expect(store.getState().selection.wires).toEqual(["a:ADone:b"]);
  store.apply(removeSteps(now(store), ["b"]));
  expect(store.getState().selection.wires).toEqual([]);
});
