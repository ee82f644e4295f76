import { showToast } from "../ui/toast.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import type { EditorActions } from "./editorActions.ts";
import type { Command } from "./shortcuts.ts";

/** One thing the editor can do, for its key and for every list of commands. */
export interface EditorCommand {
  /** For people. Without one it is only a key: it belongs into no list. */
  readonly name?: string;
  /** As the keyboard map writes them. */
  readonly keys?: string;
  /** The answer says whether it did anything, so that the browser keeps the key otherwise. */
  readonly act: () => boolean;
}

/** What the editor can do, by the name that `shortcuts.ts` gives to its key. */
export function editorCommands({
  actions,
  canvas,
  chosenCard,
  clearSelection,
  pickStep,
  pickTarget,
  run,
  save,
  find,
}: {
  readonly actions: EditorActions;
  readonly canvas: () => CanvasHandle | null;
  /** The one card that is selected. */
  readonly chosenCard: () => StepId | null;
  readonly clearSelection: () => void;
  readonly pickStep: () => void;
  readonly pickTarget: (from: StepId) => void;
  readonly run: () => void;
  readonly save: () => void;
  readonly find: () => void;
}): Readonly<Record<Command, EditorCommand>> {
  const always = (act: () => void) => () => {
    act();
    return true;
  };
  return {
    run: { name: "Run", keys: "Ctrl Enter", act: always(run) },
    add: { name: "Add step …", keys: "A", act: always(pickStep) },
    connect: {
      name: "Connect the selected card to …",
      keys: "C",
      act: always(() => {
        const from = chosenCard();
        if (from === null) showToast({ tone: "info", text: "Select one card first, then connect it." });
        else pickTarget(from);
      }),
    },
    undo: { name: "Undo", keys: "Ctrl Z", act: always(actions.undo) },
    redo: { name: "Redo", keys: "Ctrl Shift Z", act: always(actions.redo) },
    duplicate: { name: "Duplicate the selection", keys: "Ctrl D", act: always(actions.duplicate) },
    delete: { name: "Delete the selection", keys: "Del", act: always(actions.remove) },
    "select-all": { name: "Select everything", keys: "Ctrl A", act: always(actions.selectAll) },
    tidy: { name: "Tidy", keys: "T", act: always(actions.tidy) },
    fit: { name: "Fit everything into the view", keys: "F", act: always(() => canvas()?.fit()) },
    find: { name: "Find a step to add", keys: "/", act: always(find) },
    save: { name: "Save now", keys: "Ctrl S", act: always(save) },
    escape: { act: always(clearSelection) },
    open: {
      act: () => {
        if (chosenCard() === null) return false;
        document.querySelector<HTMLElement>("#tw-settings input, #tw-settings textarea")?.focus();
        return true;
      },
    },
    "focus-left": { act: always(() => actions.focusNeighbour("left")) },
    "focus-right": { act: always(() => actions.focusNeighbour("right")) },
    "focus-up": { act: always(() => actions.focusNeighbour("up")) },
    "focus-down": { act: always(() => actions.focusNeighbour("down")) },
    "move-left": { act: always(() => actions.nudge("left")) },
    "move-right": { act: always(() => actions.nudge("right")) },
    "move-up": { act: always(() => actions.nudge("up")) },
    "move-down": { act: always(() => actions.nudge("down")) },
  };
}
