import { createStore, type StoreApi } from "zustand/vanilla";
import { applyEdit, type Edit, type Edited, joinEdits } from "../../workflow/edits/edit.ts";
import { startNode, wiresOf } from "../../workflow/wires.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import { nothingSelected, type Selection, sameSelection } from "../canvas/selection.ts";
import type { Undoable, UndoPiles } from "./keptUndo.ts";

/** Something that was done and how it is taken back. */
interface Done extends Undoable {
  /** Edits of the same key, close in time, are one step of undo: the typing in one field. */
  readonly key: string | null;
  /** Epoch ms. */
  readonly at: number;
}

export interface DocumentState {
  readonly workflow: Workflow;
  readonly selection: Selection;
  readonly past: readonly Done[];
  readonly future: readonly Done[];
  /** Grows with every change of `workflow`. */
  readonly version: number;
}

export interface ApplyOptions {
  readonly key?: string;
  /** What is selected afterwards; a list holds ids of cards. */
  readonly select?: readonly StepId[] | Selection;
}

/** The document that one editor holds, its selection and its history. Every change goes through `apply`. */
export interface DocumentStore extends StoreApi<DocumentState> {
  readonly apply: (edit: Edit, options?: ApplyOptions) => void;
  readonly undo: () => string | null;
  readonly redo: () => string | null;
  readonly select: (selection: Selection) => void;
}

const keptSteps = 300;
const typingPauseMs = 1500;

/** `undo`: what was kept of an earlier editor of this document. `settle`: what else belongs to a change. */
export function createDocumentStore(
  workflow: Workflow,
  {
    now = Date.now,
    undo,
    settle = () => null,
  }: {
    readonly now?: () => number;
    readonly undo?: UndoPiles;
    readonly settle?: (before: Workflow, after: Workflow) => Edit | null;
  } = {},
): DocumentStore {
  const keyless = (done: Undoable): Done => ({ ...done, key: null, at: 0 });
  const store = createStore<DocumentState>(() => ({
    workflow,
    selection: nothingSelected,
    past: (undo?.past ?? []).map(keyless),
    future: (undo?.future ?? []).map(keyless),
    version: 0,
  }));

  const settled = (before: Workflow, edit: Edit): Edited => {
    const edited = applyEdit(before, edit);
    const further = settle(before, edited.workflow);
    return further === null ? edited : applyEdit(before, joinEdits(edit.label, [edit, further]));
  };

  const apply = (edit: Edit, { key, select }: ApplyOptions = {}): void => {
    const state = store.getState();
    const { workflow: next, inverse } = settled(state.workflow, edit);
    const chosen = select === undefined ? state.selection : "steps" in select ? select : { steps: select, wires: [] };
    if (inverse.changes.length === 0) {
      if (select !== undefined) store.setState({ selection: existing(chosen, state.workflow) });
      return;
    }
    const done: Done = { label: edit.label, inverse, key: key ?? null, at: now() };
    store.setState({
      workflow: next,
      selection: existing(chosen, next, state.workflow),
      past: remember(state.past, done),
      future: [],
      version: state.version + 1,
    });
  };

  /** Takes back the last of `from` and puts its inverse on the other pile. */
  const step = (from: "past" | "future"): string | null => {
    const state = store.getState();
    const done = state[from].at(-1);
    if (done === undefined) return null;
    const { workflow: next, inverse } = applyEdit(state.workflow, done.inverse);
    const back: Done = { label: done.label, inverse, key: null, at: now() };
    const came = Object.keys(next.steps).filter((id) => !Object.hasOwn(state.workflow.steps, id));
    const chosen = came.length > 0 ? { steps: came, wires: [] } : state.selection;
    store.setState({
      workflow: next,
      selection: existing(chosen, next, state.workflow),
      past: from === "past" ? state.past.slice(0, -1) : [...state.past, back],
      future: from === "past" ? [...state.future, back] : state.future.slice(0, -1),
      version: state.version + 1,
    });
    return done.label;
  };

  return {
    ...store,
    apply,
    undo: () => step("past"),
    redo: () => step("future"),
    select: (selection) => store.setState({ selection }),
  };
}

function remember(past: readonly Done[], done: Done): readonly Done[] {
  const last = past.at(-1);
  if (last === undefined || done.key === null || last.key !== done.key || done.at - last.at > typingPauseMs)
    return [...past.slice(-keptSteps + 1), done];
  return [...past.slice(0, -1), { ...done, inverse: joinInverses(done.inverse, last.inverse) }];
}

/** Takes back `later`, then `earlier`. Two settings of the same place need only the earlier one. */
function joinInverses(later: Edit, earlier: Edit): Edit {
  const [a, b] = [later.changes[0], earlier.changes[0]];
  const samePlace =
    later.changes.length === 1 &&
    earlier.changes.length === 1 &&
    a?.kind === "set" &&
    b !== undefined &&
    b.kind !== "rename" &&
    a.path.join("\0") === b.path.join("\0");
  return samePlace ? earlier : joinEdits(earlier.label, [later, earlier]);
}

/** The part of a selection that is still there. A wire whose event has another name is the same wire. */
function existing(selection: Selection, workflow: Workflow, before: Workflow = workflow): Selection {
  const { layout } = workflow;
  const kept: Selection = {
    steps: selection.steps.filter((id) => id === startNode || Object.hasOwn(workflow.steps, id)),
    wires: selection.wires.length === 0 ? [] : existingWires(selection.wires, workflow, before),
    notes: (selection.notes ?? []).filter((id) => layout?.notes?.some((note) => note.id === id)),
    groups: (selection.groups ?? []).filter((id) => layout?.groups?.some((group) => group.id === id)),
  };
  return sameSelection(kept, selection) ? selection : kept;
}

function existingWires(ids: readonly string[], workflow: Workflow, before: Workflow): readonly string[] {
  const wires = wiresOf(workflow);
  const known = new Set(wires.map(({ id }) => id));
  return ids.flatMap((id) => {
    if (known.has(id)) return [id];
    const was = wiresOf(before).find((wire) => wire.id === id);
    const is = wires.find((wire) => wire.from === was?.from && wire.port === was.port && wire.to === was.to);
    return is === undefined ? [] : [is.id];
  });
}
