import { showToast } from "../ui/toast.ts";
import { startNode } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import type { Command } from "./commandTable.ts";
import type { EditorActions } from "./editorActions.ts";
import { writeClipboard } from "./writeClipboard.ts";

/** What each command does; the answer says whether it did anything, so that the browser keeps the key otherwise. */
export function editorCommands({
  actions,
  canvas,
  chosenCard,
  clearSelection,
  pickStep,
  pickTarget,
  run,
  runWithPins,
  runUpTo,
  save,
  find,
  toggleBreakpoint,
  showProblems,
  showVersions,
  exportFile,
  copyWorkflow,
  makeYours,
  deleteWorkflow,
}: {
  readonly actions: EditorActions;
  readonly canvas: () => CanvasHandle | null;
  /** The one card that is selected. */
  readonly chosenCard: () => StepId | null;
  readonly clearSelection: () => void;
  readonly pickStep: () => void;
  readonly pickTarget: (from: StepId) => void;
  readonly run: () => void;
  readonly runWithPins: () => void;
  readonly runUpTo: (step: StepId) => void;
  readonly save: () => void;
  readonly find: () => void;
  readonly toggleBreakpoint: (card: StepId) => void;
  readonly showProblems: () => void;
  readonly showVersions: () => void;
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
    problems: always(showProblems),
    versions: always(showVersions),
    export: always(exportFile),
    "copy-workflow": always(copyWorkflow),
    yours: always(() => makeYours?.()),
    "delete-workflow": always(deleteWorkflow),
    escape: always(clearSelection),
    open: () => {
      if (chosenCard() === null) return false;
      document.querySelector<HTMLElement>("#tw-settings input, #tw-settings textarea")?.focus();
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
