import { expect, test } from "vitest";
import { wiresOf } from "../workflow/wires.ts";
import { type Workflow, workflowFormat } from "../workflow/workflow.ts";
import { placesEdit } from "./actions/actionTools.ts";
import { pasteProblem } from "./actions/clipboardActions.ts";
import { positionsOf } from "./canvas/positions.ts";
import { createDocumentStore } from "./document/documentStore.ts";
import { editorActions } from "./editorActions.ts";

const empty: Workflow = { format: workflowFormat, name: "Test", steps: {} };
function start(workflow: Workflow = empty) {
  globalThis.requestAnimationFrame ??= () => 0;
  const store = createDocumentStore(workflow);
  const actions = editorActions(store, () => null);
  return {
    store,
    actions,
    now: () => store.getState().workflow,
    wires: () => wiresOf(store.getState().workflow).map(({ id }) => id),
  };
}

test("steps added one after the other hang on each other, the first on the start", () => {
  const { store, actions, wires } = start();
  actions.addBeside("command");
  actions.addBeside("code");
  actions.addBeside("ask");
  expect(wires()).toEqual(["Start:Start:command", "command:CommandDone:code", "code:CodeDone:ask"]);
  // An ask has several outputs: which one is meant is not guessed.
  actions.addBeside("stop");
  expect(wires()).toHaveLength(3);
  store.undo();
  expect(Object.keys(store.getState().workflow.steps)).toEqual(["command", "code", "ask"]);
});

test("adding to a workflow without places moves no card", () => {
  const bare: Workflow = {
    ...empty,
    steps: {
      a: { kind: "code", accepts: ["Start"], emits: { done: "ADone" }, config: { source: "1" } },
      b: { kind: "stop", accepts: ["ADone"], config: {} },
    },
  };
  const { store, actions, now } = start(bare);
  const before = placesEdit(bare);
  expect(before.changes.length).toBeGreaterThan(0);
  actions.addAt("delay", { x: 0, y: 600 });
  expect(now().layout?.steps).toMatchObject({ a: { x: 312 }, b: { x: 624 } });
  store.undo();
  expect(now()).toEqual(bare);
});

test("deleting takes steps and wires together, as one step of undo", () => {
  const { store, actions, now, wires } = start();
  actions.addBeside("command");
  actions.addBeside("code");
  const full = now();
  store.select({ steps: ["code"], wires: ["Start:Start:command"] });
  actions.remove();
  expect(Object.keys(now().steps)).toEqual(["command"]);
  expect(wires()).toEqual([]);
  actions.undo();
  expect(now()).toEqual(full);
});

test("the start is never deleted", () => {
  const { store, actions, now } = start();
  store.select({ steps: ["Start"], wires: [] });
  actions.remove();
  expect(now()).toEqual(empty);
});

test("copied steps come back with names of their own and cover nothing", () => {
  const { store, actions, now, wires } = start();
  actions.addBeside("command");
  actions.addBeside("code");
  store.select({ steps: ["command", "code"], wires: [] });
  const text = actions.copy();
  const before = Object.fromEntries(positionsOf(now()));
  expect(actions.paste(text ?? "")).toBe(true);
  expect(Object.keys(now().steps)).toEqual(["command", "code", "command_2", "code_2"]);
  expect(wires()).toContain("command_2:Command2Done:code_2");
  expect(store.getState().selection.steps).toEqual(["command_2", "code_2"]);
  const at = (id: string) => now().layout?.steps?.[id] ?? { x: Number.NaN, y: Number.NaN };
  // Below what was there, which stays where it was, with the same distance between them.
  expect(at("command_2").y).toBeGreaterThan(at("command").y + 82);
  expect(at("command_2").x).toBe(at("command").x);
  expect(at("code_2").x - at("command_2").x).toBe(at("code").x - at("command").x);
  expect(at("command")).toEqual(before.command);
  expect(at("code")).toEqual(before.code);
  expect(actions.paste("no workflow")).toBe(false);
});

test("what cannot be pasted is called by its name", () => {
  expect(pasteProblem("")).toMatch(/no text/);
  expect(pasteProblem("hello")).toMatch(/a text, no steps/);
  expect(pasteProblem('{"nodes":[{"typeVersion":1}],"connections":{}}')).toMatch(/an n8n workflow.*draw its steps/);
  expect(pasteProblem('[{"id":"a","type":"tab"}]')).toMatch(/a Node-RED flow/);
  expect(pasteProblem('{"format":"tickwork/workflow@1"')).toMatch(/cut or changed/);
});

test("a note that nobody placed covers no card", () => {
  const { store, actions, now } = start();
  actions.addAt("code", { x: -100, y: -40 });
  store.select({ steps: [], wires: [] });
  actions.addNote();
  const note = now().layout?.notes?.[0];
  const code = now().layout?.steps?.code;
  expect(note).toBeDefined();
  expect((note?.y ?? 0) >= (code?.y ?? 0) + 82).toBe(true);
});
