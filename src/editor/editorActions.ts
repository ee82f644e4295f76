import { announce, showToast } from "../ui/toast.ts";
import { applyEdit, type Edit, joinEdits } from "../workflow/edits/edit.ts";
import { homesOf, regroup, removeGroups, removeNotes } from "../workflow/edits/layout.ts";
import { canHeal, insertStep, reconnect, removeAndHeal } from "../workflow/edits/rewire.ts";
import { addStep, changeStep, type NewStep, removeSteps } from "../workflow/edits/steps.ts";
import { connect, disconnect } from "../workflow/edits/wiring.ts";
import { startNode, type Wire, wiresOf } from "../workflow/wires.ts";
import type { Point, PortName, StepId, StepKind } from "../workflow/workflow.ts";
import { actionTools, placesEdit } from "./actions/actionTools.ts";
import { arrangeActions, type Direction, nodeRects } from "./actions/arrangeActions.ts";
import { clipboardActions } from "./actions/clipboardActions.ts";
import { layoutActions } from "./actions/layoutActions.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { foldedHomes } from "./canvas/canvasNodes.ts";
import { positionsOf } from "./canvas/positions.ts";
import { nodeIdsOf, selectionOf } from "./canvas/selection.ts";
import type { DocumentStore } from "./document/documentStore.ts";
import { cardRect, frameAt } from "./layout/dropped.ts";
import { centreOf } from "./layout/rect.ts";
import { freePlace, neighbour, openPort, placeBefore, placeForNew, roomBetween } from "./placement.ts";

export interface PortRef {
  readonly from: StepId;
  readonly port: PortName;
}

/** What a new step is wired to: an output that leads to it, or a step that it leads to. */
export type HangOn = PortRef | { readonly to: StepId };

export type EditorActions = ReturnType<typeof editorActions>;

/** What a person can do with the cards and wires of a document, by mouse, menu or key. */
export function editorActions(store: DocumentStore, canvas: () => CanvasHandle | null) {
  const tools = actionTools(store, canvas);
  const { now, chosen, chosenSteps, titleOf } = tools;

  const add = (kind: StepKind, at: Point, hangOn: HangOn | null): StepId => {
    const before = placesEdit(now());
    const settled = applyEdit(now(), before).workflow;
    const { edit, id } = addStep(settled, { kind, at, ...wiredTo(hangOn) });
    // Put into a frame, or hung on a step in one that reaches there, it belongs to the frame.
    const frames = (settled.layout?.groups ?? []).map((group) => ({ group, rect: group }));
    const home = frameAt(frames, centreOf(cardRect(settled, id, at)));
    const added = applyEdit(settled, edit).workflow;
    const joining = home === null ? [] : [regroup(added, new Map([[id, home]]))];
    store.apply(joinEdits(edit.label, [before, edit, ...joining]), { select: [id] });
    announce(`${titleOf(id)} added`);
    return id;
  };
  const show = (id: StepId) => requestAnimationFrame(() => canvas()?.focus(id));
  const wireById = (id: string) => wiresOf(now()).find((wire) => wire.id === id);

  return {
    ...arrangeActions(tools),
    ...clipboardActions(tools),
    ...layoutActions(tools),
    /** Dropped on the canvas. */
    addAt: (kind: StepKind, at: Point): StepId => add(kind, freePlace(now(), positionsOf(now()), at, 82), null),
    /** Picked for a place of the canvas, or for a wire that was let go there; it gets the focus. */
    addPicked: (kind: StepKind, at: Point, hangOn: HangOn | null): void => {
      show(add(kind, freePlace(now(), positionsOf(now()), at, 82), hangOn));
    },
    /**
     * By click or key: right of the selected card, and hung on it where there is nothing to choose; left of a card that
     * it is to lead to.
     */
    addBeside: (kind: StepKind, hangOn: HangOn | null = null): StepId => {
      const workflow = now();
      if (hangOn !== null && "to" in hangOn) {
        const id = add(kind, placeBefore(workflow, positionsOf(workflow), hangOn.to), hangOn);
        show(id);
        return id;
      }
      const wires = wiresOf(workflow);
      const isFirst = Object.keys(workflow.steps).length === 0;
      const beside =
        hangOn?.from ?? (chosen().steps.length === 1 ? (chosen().steps[0] ?? null) : isFirst ? startNode : null);
      const at = placeForNew(workflow, positionsOf(workflow), beside, canvas()?.centre() ?? { x: 0, y: 0 });
      const id = add(kind, at, hangOn ?? (beside === null ? null : openPort(workflow, wires, beside)));
      show(id);
      return id;
    },
    /** A new step in a wire; what stands behind makes room. */
    insertInto: (wireId: string, kind: StepKind): void => {
      const wire = wireById(wireId);
      if (wire === undefined) return;
      const room = roomBetween(now(), positionsOf(now()), wire, foldedHomes(now()));
      let inserted: StepId | undefined;
      tools.applyPlaced("insert step", (settled) => {
        const { edit, id } = insertStep(settled, wire, { kind, at: room.at });
        inserted = id;
        return joinEdits("insert step", [room.edit(settled), edit]);
      });
      if (inserted === undefined) return;
      store.select({ steps: [inserted], wires: [] });
      announce(`${titleOf(inserted)} inserted`);
      show(inserted);
    },
    connect: (from: StepId, port: PortName, to: StepId): void => {
      const attempt = connect(now(), { from, port, to });
      if (!attempt.ok) {
        showToast({ tone: "bad", text: attempt.message });
        return;
      }
      store.apply(attempt.edit);
      announce(`${titleOf(from)} leads to ${titleOf(to)}`);
    },
    /** Takes an end of a wire elsewhere; `null`: the wire goes. */
    reconnect: (
      wire: Wire,
      ends: { readonly from: StepId; readonly port: PortName; readonly to: StepId } | null,
    ): void => {
      if (ends === null) {
        store.apply({ ...disconnect(now(), wire), label: "delete wire" }, { select: [] });
        announce("Wire deleted");
        return;
      }
      const attempt = reconnect(now(), wire, ends);
      if (!attempt.ok) {
        showToast({ tone: "bad", text: attempt.message });
        return;
      }
      store.apply(attempt.edit);
      announce(`${titleOf(ends.from)} leads to ${titleOf(ends.to)}`);
    },
    /** Frames that are deleted let their steps stay. */
    remove: (): void => {
      const { wires, notes = [], groups = [] } = chosen();
      const steps = chosenSteps();
      if (steps.length + wires.length + notes.length + groups.length === 0) {
        if (chosen().steps.includes(startNode)) showToast({ tone: "info", text: "The start of a workflow stays." });
        return;
      }
      const edits: Edit[] = [];
      let workflow = now();
      const take = (edit: Edit) => {
        edits.push(edit);
        workflow = applyEdit(workflow, edit).workflow;
      };
      for (const id of wires) {
        // Removing one wire may rename the type of another: look again in the document that is left.
        const was = wiresOf(now()).find((wire) => wire.id === id);
        const wire = wiresOf(workflow).find(
          (one) => one.from === was?.from && one.port === was.port && one.to === was.to,
        );
        if (wire !== undefined) take(disconnect(workflow, wire));
      }
      if (notes.length > 0) take(removeNotes(workflow, notes));
      if (groups.length > 0) take(removeGroups(workflow, groups));
      if (steps.length > 0) take(removeSteps(workflow, steps));
      const onlyWires = steps.length + notes.length + groups.length === 0;
      const label = onlyWires ? (wires.length === 1 ? "delete wire" : "delete wires") : (edits.at(-1)?.label ?? "");
      store.apply(joinEdits(label, edits), { select: [] });
      announce("Deleted");
    },
    /** Deletes the selected steps and joins what was before them with what was behind. */
    removeAndHeal: (): void => {
      const steps = chosenSteps();
      if (steps.length === 0) {
        showToast({ tone: "info", text: "Select the steps first that the line should lose." });
        return;
      }
      const healed = canHeal(now(), steps);
      store.apply(removeAndHeal(now(), steps), { select: [] });
      announce(healed ? "Deleted, the line goes on" : "Deleted");
    },
    setDisabled: (id: StepId, disabled: boolean): void =>
      store.apply(changeStep(now(), id, { disabled: disabled || undefined }, disabled ? "switch off" : "switch on")),
    /** Switches the selected steps off, or on again when all are off. */
    toggleDisabled: (): void => {
      const steps = chosenSteps();
      if (steps.length === 0) {
        showToast({ tone: "info", text: "Select the steps first that are to be switched off or on." });
        return;
      }
      const off = steps.some((id) => now().steps[id]?.disabled !== true);
      const label = off ? "switch off" : "switch on";
      const edits = steps.map((id) => changeStep(now(), id, { disabled: off || undefined }, label));
      store.apply(joinEdits(label, edits));
      announce(off ? "Switched off" : "Switched on");
    },
    /** Leads the selection from a card to the next one in a direction; notes and frames are on the way. */
    focusNeighbour: (direction: Direction): void => {
      const hidden = foldedHomes(now());
      const points = new Map([...nodeRects(now())].filter(([id]) => !hidden.has(id)));
      const from = nodeIdsOf(chosen()).at(-1) ?? null;
      const to = from === null ? startNode : neighbour(points, from, direction);
      if (to === null) return;
      store.select(selectionOf([to]));
      canvas()?.focus(to);
    },
    selectAll: (): void => {
      const { layout } = now();
      store.select({
        steps: Object.keys(now().steps),
        wires: wiresOf(now()).map(({ id }) => id),
        notes: (layout?.notes ?? []).map(({ id }) => id),
        groups: (layout?.groups ?? []).map(({ id }) => id),
      });
    },
    undo: (): void => {
      const label = store.undo();
      announce(label === null ? "Nothing to undo" : `Undone: ${label}`);
    },
    redo: (): void => {
      const label = store.redo();
      announce(label === null ? "Nothing to redo" : `Redone: ${label}`);
    },
    show: (id: StepId): void => {
      store.select({ steps: [id], wires: [] });
      requestAnimationFrame(() => canvas()?.show(id));
    },
    /** The frame that a step is in. */
    groupOf: (id: StepId): string | null => homesOf(now()).get(id)?.id ?? null,
  };
}

function wiredTo(hangOn: HangOn | null): Pick<NewStep, "connectFrom" | "leadsTo"> {
  if (hangOn === null) return {};
  return "to" in hangOn ? { leadsTo: hangOn.to } : { connectFrom: hangOn };
}
