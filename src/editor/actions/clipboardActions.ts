import { plural } from "../../ui/format.ts";
import { announce, showToast } from "../../ui/toast.ts";
import { copySteps, pasteSteps, readCopiedSteps } from "../../workflow/edits/clipboard.ts";
import { applyEdit, joinEdits } from "../../workflow/edits/edit.ts";
import { otherFile } from "../../workflow/otherFile.ts";
import { startNode } from "../../workflow/wires.ts";
import type { Point, Workflow } from "../../workflow/workflow.ts";
import { positionsOf } from "../canvas/positions.ts";
import { clearBelow } from "../layout/clearBelow.ts";
import { around } from "../layout/rect.ts";
import { type ActionTools, placesEdit } from "./actionTools.ts";
import { nodeRects } from "./arrangeActions.ts";

/** Copy, paste and duplicate, within a workflow and between any two. */
export function clipboardActions({ store, canvas, now, chosen, chosenSteps }: ActionTools) {
  const copied = (): Workflow | null => {
    const { notes = [], groups = [] } = chosen();
    const steps = chosenSteps();
    if (steps.length + notes.length + groups.length === 0) return null;
    const workflow = now();
    const places = Object.fromEntries(positionsOf(workflow));
    return copySteps({ ...workflow, layout: { ...workflow.layout, steps: places } }, { steps, notes, groups });
  };
  const insert = (label: string, from: Workflow, at: Point | null): void => {
    const before = placesEdit(now());
    const settled = applyEdit(now(), before).workflow;
    const { edit, ids, notes, groups } = pasteSteps(settled, from, shiftFor(settled, from, at));
    store.apply(joinEdits(label, [before, edit]), { select: { steps: ids, wires: [], notes, groups } });
    requestAnimationFrame(() => canvas()?.reveal(ids));
    announce(`${plural(ids.length + notes.length + groups.length, "thing")} added`);
  };
  return {
    /** What is selected as text for the clipboard; `null` when nothing is. */
    copy: (): string | null => {
      const workflow = copied();
      return workflow === null ? null : JSON.stringify(workflow, null, 2);
    },
    /** Without `at`: where it was copied, or below what stands there. Says what is wrong with a text that is none of ours. */
    paste: (text: string, at: Point | null = null): boolean => {
      const from = readCopiedSteps(text);
      if (from === undefined) {
        showToast({ tone: "info", text: pasteProblem(text) });
        return false;
      }
      insert("paste", from, at);
      return true;
    },
    duplicate: (): void => {
      const from = copied();
      if (from !== null) insert("duplicate", from, null);
    },
  };
}

/** Why a text cannot be pasted as steps, and what to do. */
export function pasteProblem(text: string): string {
  if (text.trim() === "") return "The clipboard holds no text. Copy some cards first.";
  if (!/^\s*[{[]/.test(text))
    return "The clipboard holds a text, no steps. Copy some cards first, here or in another workflow.";
  if (/"tickwork\/workflow@/.test(text))
    return "These steps cannot be read: the text was cut or changed. Copy the cards again.";
  const other = otherFile(text);
  return other === undefined
    ? "The clipboard holds JSON, but no steps of a workflow. Copy some cards first."
    : `The clipboard holds ${other.what}, no steps of Tickwork. ${other.advice}`;
}

/** Between what was there and what is pasted below it, px. */
const gap = 32;

/** How far pasted things move: with their corner to `at`, else down until they cover nothing. */
function shiftFor(workflow: Workflow, copied: Workflow, at: Point | null): Point {
  const block = around([...nodeRects(copied)].flatMap(([id, rect]) => (id === startNode ? [] : [rect])));
  if (block === null) return { x: 0, y: 0 };
  if (at !== null) return { x: at.x - block.x, y: at.y - block.y };
  return { x: 0, y: clearBelow(block, [...nodeRects(workflow).values()], gap) };
}
