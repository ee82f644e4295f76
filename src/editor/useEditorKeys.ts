import { usePageCommands } from "../ui/pageCommands.ts";
import { pinnedSteps } from "../workflow/pins.ts";
import { startNode } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { nodeIdsOf } from "./canvas/selection.ts";
import type { Command } from "./commandTable.ts";
import { useDocumentStore } from "./document/useDocument.ts";
import { editorCommands } from "./editorCommands.ts";
import type { EditorTools } from "./editorContext.ts";
import { editorPageCommands } from "./editorPageCommands.tsx";
import type { RunWay } from "./runWay.ts";
import { useShortcuts } from "./useShortcuts.ts";
import type { WholeWorkflow } from "./useWholeWorkflow.ts";

/** The editor's commands under their keys and in the command palette. What is selected is looked up when one is given. */
export function useEditorKeys({
  tools,
  canvas,
  whole,
  run,
  save,
  toggleBreakpoint,
  looked,
  onLookedEnough,
  panels,
}: {
  readonly tools: EditorTools;
  readonly canvas: () => CanvasHandle | null;
  readonly whole: WholeWorkflow;
  readonly run: (way?: RunWay) => void;
  readonly save: () => void;
  readonly toggleBreakpoint: (card: StepId) => void;
  /** A version lies over the canvas. */
  readonly looked: boolean;
  readonly onLookedEnough: () => void;
  readonly panels: {
    readonly search: () => void;
    readonly find: () => void;
    readonly showOutline: () => void;
    readonly showProblems: () => void;
    /** Left out: earlier versions are kept nowhere. */
    readonly showVersions: (() => void) | undefined;
  };
}): void {
  const store = useDocumentStore();
  const { actions } = tools;
  const chosen = () => store.getState().selection;
  const pins = () => pinnedSteps(store.getState().workflow).length;
  const commands = editorCommands({
    actions,
    canvas,
    chosenCard: () => (chosen().steps.length === 1 ? (chosen().steps[0] ?? null) : null),
    chosenNode: () => {
      const ids = nodeIdsOf(chosen());
      return ids.length === 1 ? (ids[0] ?? null) : null;
    },
    clearSelection: () => store.select({ steps: [], wires: [] }),
    pickStep: () => {
      const [wire] = chosen().wires;
      if (wire !== undefined && chosen().wires.length === 1 && nodeIdsOf(chosen()).length === 0) tools.pickInsert(wire);
      else tools.pickStep(null);
    },
    pickTarget: tools.pickTarget,
    run: () => run(),
    runWithPins: () => run({ withPins: true }),
    runUpTo: (step) => run({ upTo: step, ...(pins() > 0 && { withPins: true }) }),
    save,
    toggleBreakpoint,
    ...panels,
    showVersions: () => panels.showVersions?.(),
    exportMermaid: whole.exportMermaid,
    exportFile: whole.exportFile,
    copyWorkflow: whole.keepCopy,
    makeYours: whole.makeYours,
    deleteWorkflow: whole.remove,
  });
  usePageCommands(() => {
    const { steps, wires, notes, groups } = chosen();
    return editorPageCommands({
      workflow: store.getState().workflow,
      chosen: {
        cards: steps.length,
        steps: steps.filter((id) => id !== startNode).length,
        wires: wires.length,
        others: (notes?.length ?? 0) + (groups?.length ?? 0),
      },
      commands,
      leaveOut: new Set<Command>([
        ...(whole.makeYours === undefined ? (["yours"] as const) : []),
        ...(pins() === 0 ? (["run-with-pins"] as const) : []),
        ...(panels.showVersions === undefined ? (["versions"] as const) : []),
        ...(tools.problems.length === 0 ? (["problems"] as const) : []),
      ]),
      addStep: (kind) => actions.addBeside(kind),
      showStep: actions.show,
    });
  });
  useShortcuts(
    (command) => {
      if (!looked) return commands[command]();
      // Nothing acts on cards that cannot be seen.
      if (command !== "escape") return false;
      onLookedEnough();
      return true;
    },
    {
      copy: () => (looked ? null : actions.copy()),
      cut: () => {
        const text = looked ? null : actions.copy();
        if (text !== null) actions.remove();
        return text;
      },
      paste: (text) => !looked && actions.paste(text),
    },
  );
}
