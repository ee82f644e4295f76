import { applyEdit, type Edit, joinEdits } from "../../workflow/edits/edit.ts";
import { moveNodes } from "../../workflow/edits/layout.ts";
import { startNode } from "../../workflow/wires.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import type { CanvasHandle } from "../canvas/canvasHandle.ts";
import { positionsOf } from "../canvas/positions.ts";
import type { Selection } from "../canvas/selection.ts";
import type { ApplyOptions, DocumentStore } from "../document/documentStore.ts";

/** What all actions of an editor work with. */
export interface ActionTools {
  readonly store: DocumentStore;
  readonly canvas: () => CanvasHandle | null;
  readonly now: () => Workflow;
  readonly chosen: () => Selection;
  /** The selected steps, without `Start`. */
  readonly chosenSteps: () => readonly StepId[];
  readonly titleOf: (id: StepId) => string;
  /**
   * Applies what `make` says of the document in which every card has the place where it is drawn, so that what moves
   * or adds one card moves no other.
   */
  readonly applyPlaced: (label: string, make: (settled: Workflow) => Edit, options?: ApplyOptions) => void;
}

export function actionTools(store: DocumentStore, canvas: () => CanvasHandle | null): ActionTools {
  const now = () => store.getState().workflow;
  const chosen = () => store.getState().selection;
  return {
    store,
    canvas,
    now,
    chosen,
    chosenSteps: () => chosen().steps.filter((id) => id !== startNode),
    titleOf: (id) => (id === startNode ? "Start" : (now().steps[id]?.title ?? id)),
    applyPlaced: (label, make, options) => {
      const before = placesEdit(now());
      const edit = make(applyEdit(now(), before).workflow);
      if (edit.changes.length > 0) store.apply(joinEdits(label, [before, edit]), options);
    },
  };
}

/** Gives every card without a place the one where it is drawn. */
export function placesEdit(workflow: Workflow): Edit {
  const layout = workflow.layout;
  const missing = [...positionsOf(workflow)].filter(([id]) =>
    id === startNode ? layout?.start === undefined : layout?.steps?.[id] === undefined,
  );
  return moveNodes(workflow, Object.fromEntries(missing));
}
