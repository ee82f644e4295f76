import { announce, showToast } from "../ui/toast.ts";
import { copySteps, pasteSteps, readCopiedSteps } from "../workflow/edits/clipboard.ts";
import { applyEdit, type Edit, joinEdits } from "../workflow/edits/edit.ts";
import { arrange, moveNodes } from "../workflow/edits/layout.ts";
import { addStep, changeStep, removeSteps } from "../workflow/edits/steps.ts";
import { connect, disconnect } from "../workflow/edits/wiring.ts";
import { startNode, wiresOf } from "../workflow/wires.ts";
import type { Point, PortName, StepId, StepKind, Workflow } from "../workflow/workflow.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { positionsOf } from "./canvas/positions.ts";
import type { DocumentStore } from "./document/documentStore.ts";
import { tidyAside } from "./layout/tidyAside.ts";
import { freePlace, neighbour, openPort, placeForNew } from "./placement.ts";

export interface PortRef {
  readonly from: StepId;
  readonly port: PortName;
}

export type EditorActions = ReturnType<typeof editorActions>;

/** What a person can do with the cards and wires of a document, by mouse, menu or key. */
export function editorActions(store: DocumentStore, canvas: () => CanvasHandle | null) {
  const now = () => store.getState().workflow;
  const chosen = () => store.getState().selection;
  const chosenSteps = () => chosen().steps.filter((id) => id !== startNode);

  const add = (kind: StepKind, at: Point, hangOn: PortRef | null): StepId => {
    const before = placesEdit(now());
    const settled = applyEdit(now(), before).workflow;
    const { edit, id } = addStep(settled, { kind, at, ...(hangOn !== null && { connectFrom: hangOn }) });
    store.apply(joinEdits(edit.label, [before, edit]), { select: [id] });
    announce(`${titleOf(id)} added`);
    return id;
  };
  const titleOf = (id: StepId) => (id === startNode ? "Start" : (now().steps[id]?.title ?? id));
  const show = (id: StepId) => requestAnimationFrame(() => canvas()?.focus(id));

  return {
    /** Dropped on the canvas, or picked for a wire that was dropped there. */
    addAt: (kind: StepKind, at: Point, hangOn: PortRef | null = null): StepId => {
      const positions = positionsOf(now());
      return add(kind, freePlace(now(), positions, at, 82), hangOn);
    },
    /** By click or key: right of the selected card, and hung on it where there is nothing to choose. */
    addBeside: (kind: StepKind, hangOn: PortRef | null = null): StepId => {
      const workflow = now();
      const wires = wiresOf(workflow);
      const isFirst = Object.keys(workflow.steps).length === 0;
      const beside =
        hangOn?.from ?? (chosen().steps.length === 1 ? (chosen().steps[0] ?? null) : isFirst ? startNode : null);
      const at = placeForNew(workflow, positionsOf(workflow), beside, canvas()?.centre() ?? { x: 0, y: 0 });
      const id = add(kind, at, hangOn ?? (beside === null ? null : openPort(workflow, wires, beside)));
      show(id);
      return id;
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
    remove: (): void => {
      const { wires } = chosen();
      const steps = chosenSteps();
      if (steps.length === 0 && wires.length === 0) {
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
      if (steps.length > 0) take(removeSteps(workflow, steps));
      const label =
        steps.length === 0 ? (wires.length === 1 ? "delete wire" : "delete wires") : (edits.at(-1)?.label ?? "");
      store.apply(joinEdits(label, edits), { select: [] });
      announce("Deleted");
    },
    /** The selected steps as text for the clipboard; `null` when none is selected. */
    copy: (): string | null => {
      const steps = chosenSteps();
      if (steps.length === 0) return null;
      const workflow = now();
      const places = Object.fromEntries(positionsOf(workflow));
      const placed = { ...workflow, layout: { ...workflow.layout, steps: places } };
      return JSON.stringify(copySteps(placed, { steps }), null, 2);
    },
    /** Whether the text was one of ours. Without `at`: beside where the steps were copied. */
    paste: (text: string, at: Point | null = null): boolean => {
      const copied = readCopiedSteps(text);
      if (copied === undefined) return false;
      const before = placesEdit(now());
      const settled = applyEdit(now(), before).workflow;
      const { edit, ids } = pasteSteps(settled, copied, shiftFor(settled, copied, at));
      store.apply(joinEdits(edit.label, [before, edit]), { select: ids });
      announce(`${ids.length} pasted`);
      return true;
    },
    duplicate: (): void => {
      const steps = chosenSteps();
      if (steps.length === 0) return;
      const before = placesEdit(now());
      const settled = applyEdit(now(), before).workflow;
      const copied = copySteps(settled, { steps });
      const { edit, ids } = pasteSteps(settled, copied, shiftFor(settled, copied, null));
      store.apply({ ...joinEdits("duplicate", [before, edit]) }, { select: ids });
    },
    tidy: (): void => {
      const { workflow } = store.getState();
      tidyAside(workflow, positionsOf(workflow), (tidied) => {
        // What was edited while a large workflow was laid out stays; only what is still there moves.
        const cards = new Map([...tidied.cards].filter(([id]) => id === startNode || Object.hasOwn(now().steps, id)));
        const edit = arrange(now(), { ...tidied, cards }, "tidy");
        announce("Tidied");
        if (edit.changes.length === 0) return canvas()?.fit();
        canvas()?.glide();
        store.apply(edit);
      });
    },
    move: (moves: ReadonlyMap<StepId, Point>): void => {
      const edits = [placesEdit(now()), moveNodes(now(), Object.fromEntries(moves))];
      store.apply(joinEdits("move", edits));
    },
    nudge: (direction: "left" | "right" | "up" | "down"): void => {
      const steps = chosen().steps;
      if (steps.length === 0) return;
      const by = 20 * (direction === "left" || direction === "up" ? -1 : 1);
      const sideways = direction === "left" || direction === "right";
      const positions = positionsOf(now());
      const moves = steps.flatMap((id) => {
        const at = positions.get(id);
        return at === undefined
          ? []
          : [[id, { x: at.x + (sideways ? by : 0), y: at.y + (sideways ? 0 : by) }] as const];
      });
      const edits = [placesEdit(now()), moveNodes(now(), Object.fromEntries(moves))];
      store.apply(joinEdits("move", edits), { key: `nudge ${steps.join(" ")}` });
    },
    align: (edge: "left" | "top"): void => {
      const positions = positionsOf(now());
      const cards = chosen().steps.flatMap((id) => {
        const at = positions.get(id);
        return at === undefined ? [] : [{ id, at }];
      });
      const least = Math.min(...cards.map(({ at }) => (edge === "left" ? at.x : at.y)));
      const moves = cards.map(
        ({ id, at }) => [id, edge === "left" ? { ...at, x: least } : { ...at, y: least }] as const,
      );
      store.apply(joinEdits("align", [placesEdit(now()), moveNodes(now(), Object.fromEntries(moves))]));
    },
    setDisabled: (id: StepId, disabled: boolean): void =>
      store.apply(changeStep(now(), id, { disabled: disabled || undefined }, disabled ? "switch off" : "switch on")),
    focusNeighbour: (direction: "left" | "right" | "up" | "down"): void => {
      const positions = positionsOf(now());
      const from = chosen().steps.at(-1) ?? null;
      const to = from === null ? startNode : neighbour(positions, from, direction);
      if (to === null) return;
      store.select({ steps: [to], wires: [] });
      canvas()?.focus(to);
    },
    selectAll: (): void => store.select({ steps: Object.keys(now().steps), wires: wiresOf(now()).map(({ id }) => id) }),
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
  };
}

/** Gives every card without a place the one where it is drawn, so that moving one card moves no other. */
export function placesEdit(workflow: Workflow): Edit {
  const layout = workflow.layout;
  const missing = [...positionsOf(workflow)].filter(([id]) =>
    id === startNode ? layout?.start === undefined : layout?.steps?.[id] === undefined,
  );
  return moveNodes(workflow, Object.fromEntries(missing));
}

/** How far pasted steps move: to `at`, or a little aside until they cover nothing exactly. */
function shiftFor(workflow: Workflow, copied: Workflow, at: Point | null): Point {
  const points = Object.values(copied.layout?.steps ?? {});
  if (points.length === 0) return at ?? { x: 0, y: 0 };
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  if (at !== null) return { x: at.x - left, y: at.y - top };
  const taken = Object.values(workflow.layout?.steps ?? {});
  let shift = 0;
  while (points.some((point) => taken.some(({ x, y }) => x === point.x + shift && y === point.y + shift))) shift += 32;
  return { x: shift, y: shift };
}
