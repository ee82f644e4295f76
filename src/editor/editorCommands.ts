import { showToast } from "../ui/toast.ts";
import { startNode } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { nodeRefOf } from "./canvas/selection.ts";
import type { Command } from "./commandTable.ts";
import type { EditorActions } from "./editorActions.ts";
import { openSettings } from "./openSettings.ts";
import { writeClipboard } from "./writeClipboard.ts";

/** What each command does; the answer says whether it did anything, so that the browser keeps the key otherwise. */
export function editorCommands({
  actions,
  canvas,
  chosenCard,
  chosenNode,
  clearSelection,
  pickStep,
  pickTarget,
  run,
  runWithPins,
  runUpTo,
  save,
  find,
  toggleBreakpoint,
  search,
  showProblems,
  showVersions,
  showOutline,
  exportMermaid,
  exportFile,
  copyWorkflow,
  makeYours,
  deleteWorkflow,
}: {
  readonly actions: EditorActions;
  readonly canvas: () => CanvasHandle | null;
  /** The one card that is selected. */
  readonly chosenCard: () => StepId | null;
  /** The one node (card, note or frame) that is selected. */
  readonly chosenNode: () => string | null;
  readonly clearSelection: () => void;
  readonly pickStep: () => void;
  readonly pickTarget: (from: StepId) => void;
  readonly run: () => void;
  readonly runWithPins: () => void;
  readonly runUpTo: (step: StepId) => void;
  readonly save: () => void;
  readonly find: () => void;
  readonly toggleBreakpoint: (card: StepId) => void;
  /** Opens the search of the canvas. */
  readonly search: () => void;
  readonly showProblems: () => void;
  readonly showVersions: () => void;
  readonly showOutline: () => void;
  readonly exportMermaid: () => void;
  readonly exportFile: () => void;
  readonly copyWorkflow: () => void;
  /** Left out: nothing of it belongs to a machine. */
  readonly makeYours: (() => void) | undefined;
  readonly deleteWorkflow: () => void;
}): Readonly<Record<Command, () => boolean>> {
  const always = (act: () => void) => () => {
    act();
    return true;
  };
  return {
    undo: always(actions.undo),
    redo: always(actions.redo),
    duplicate: always(actions.duplicate),
    copy: always(() => writeClipboard(actions.copy())),
    cut: always(() => {
      writeClipboard(actions.copy());
      actions.remove();
    }),
    // Only the browser's own event may read the clipboard without asking.
    paste: () => false,
    "select-all": always(actions.selectAll),
    delete: always(actions.remove),
    "delete-joining": always(actions.removeAndHeal),
    switch: always(actions.toggleDisabled),
    note: always(() => actions.addNote()),
    group: always(() => actions.group()),
    ungroup: always(actions.ungroup),
    fold: always(actions.toggleFold),
    "zoom-selection": always(actions.zoomToSelection),
    "align-left": always(() => actions.align("left")),
    "align-centre": always(() => actions.align("centre")),
    "align-right": always(() => actions.align("right")),
    "align-top": always(() => actions.align("top")),
    "align-middle": always(() => actions.align("middle")),
    "align-bottom": always(() => actions.align("bottom")),
    "distribute-horizontal": always(() => actions.distribute("horizontal")),
    "distribute-vertical": always(() => actions.distribute("vertical")),
    add: always(pickStep),
    connect: always(() => {
      const from = chosenCard();
      if (from === null) showToast({ tone: "info", text: "Select one card first, then connect it." });
      else pickTarget(from);
    }),
    tidy: always(actions.tidy),
    fit: always(() => canvas()?.fit()),
    run: always(run),
    "run-with-pins": always(runWithPins),
    "run-up-to": always(() => {
      const step = chosenCard();
      if (step !== null && step !== startNode) runUpTo(step);
    }),
    save: always(save),
    breakpoint: () => {
      const card = chosenCard();
      if (card === null) return false;
      toggleBreakpoint(card);
      return true;
    },
    find: always(find),
    search: always(search),
    problems: always(showProblems),
    versions: always(showVersions),
    outline: always(showOutline),
    "export-mermaid": always(exportMermaid),
    export: always(exportFile),
    "copy-workflow": always(copyWorkflow),
    yours: always(() => makeYours?.()),
    "delete-workflow": always(deleteWorkflow),
    escape: always(clearSelection),
    open: () => {
      const node = chosenNode();
      if (node === null) return false;
      // Notes and titles of frames are written in their places.
      if (nodeRefOf(node).kind !== "card") {
        canvas()?.write(node);
        return true;
      }
      openSettings();
      return true;
    },
    "focus-left": always(() => actions.focusNeighbour("left")),
    "focus-right": always(() => actions.focusNeighbour("right")),
    "focus-up": always(() => actions.focusNeighbour("up")),
    "focus-down": always(() => actions.focusNeighbour("down")),
    "move-left": always(() => actions.nudge("left")),
    "move-right": always(() => actions.nudge("right")),
    "move-up": always(() => actions.nudge("up")),
    "move-down": always(() => actions.nudge("down")),
  };
}
