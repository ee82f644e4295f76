import { announce, showToast } from "../../ui/toast.ts";
import { joinEdits } from "../../workflow/edits/edit.ts";
import {
  addGroup,
  addNote,
  changeGroup,
  changeNote,
  freeLayoutId,
  regroup,
  removeGroups,
} from "../../workflow/edits/layout.ts";
import type { Group, Note, Point } from "../../workflow/workflow.ts";
import { noteSize } from "../canvas/cardSize.ts";
import { nodeIdOf, nodeIdsOf } from "../canvas/selection.ts";
import { clearBelow } from "../layout/clearBelow.ts";
import { frameAround } from "../layout/dropped.ts";
import { onGrid } from "../layout/onGrid.ts";
import type { Rect } from "../layout/rect.ts";
import type { ActionTools } from "./actionTools.ts";
import { nodeRects } from "./arrangeActions.ts";

/** Notes and frames. */
export function layoutActions({ store, canvas, now, chosen, chosenSteps, titleOf, applyPlaced }: ActionTools) {
  /** Writing begins when the new node is drawn. */
  const write = (node: string) => requestAnimationFrame(() => requestAnimationFrame(() => canvas()?.write(node)));
  const setGroup = (id: string, change: Parameters<typeof changeGroup>[2], label: string, key?: string): void =>
    store.apply(changeGroup(now(), id, change, label), key === undefined ? {} : { key });
  return {
    /** A new note at a point, or over the selected card, or in the middle of the view below what stands there; it is written in at once. */
    addNote: (at: Point | null = null): void => {
      const id = freeLayoutId(now(), "note");
      const [card] = chosen().steps;
      const rect = card === undefined ? undefined : nodeRects(now()).get(card);
      const size = noteSize({});
      const centre = canvas()?.centre() ?? { x: 0, y: 0 };
      const middle = { x: centre.x - size.width / 2, y: centre.y - size.height / 2 };
      const below = () => clearBelow({ ...middle, ...size }, [...nodeRects(now()).values()], 20);
      const point =
        at ??
        (rect === undefined ? { x: middle.x, y: middle.y + below() } : { x: rect.x, y: rect.y - size.height - 20 });
      const note: Note = { id, text: "", x: onGrid(point.x), y: onGrid(point.y), ...size };
      store.apply(addNote(now(), note), { select: { steps: [], wires: [], notes: [id] } });
      announce("Note added");
      write(nodeIdOf({ kind: "note", id }));
    },
    writeNote: (id: string, text: string): void => store.apply(changeNote(now(), id, { text }), { key: `note ${id}` }),
    colorNote: (id: string, color: string | undefined): void => store.apply(changeNote(now(), id, { color })),
    resizeNote: (id: string, { x, y, width, height }: Rect): void =>
      store.apply(
        changeNote(now(), id, {
          x: Math.round(x),
          y: Math.round(y),
          width: Math.round(width),
          height: Math.round(height),
        }),
      ),
    /** A frame around what is selected, or an empty one at a point; its title is written at once. */
    group: (at: Point | null = null): void => {
      const id = freeLayoutId(now(), "group");
      const chosenIds = nodeIdsOf(chosen());
      const steps = chosenSteps();
      const centre = at ?? canvas()?.centre() ?? { x: 0, y: 0 };
      applyPlaced(
        "group",
        (settled) => {
          const rects = [...nodeRects(settled)].flatMap(([node, rect]) => (chosenIds.includes(node) ? [rect] : []));
          const rect =
            (steps.length > 0 ? frameAround(rects) : null) ??
            ({ x: centre.x - 200, y: centre.y - 110, width: 400, height: 220 } satisfies Rect);
          const [x, y] = [onGrid(rect.x), onGrid(rect.y)];
          const group: Group = {
            id,
            title: "Group",
            x,
            y,
            width: onGrid(rect.width),
            height: onGrid(rect.height),
            steps,
          };
          return addGroup(settled, group);
        },
        { select: { steps: [], wires: [], groups: [id] } },
      );
      announce(`Group of ${steps.length} added`);
      write(nodeIdOf({ kind: "group", id }));
    },
    /** Takes the selected frames away, or the selected steps out of theirs. */
    ungroup: (): void => {
      const { groups = [] } = chosen();
      const steps = chosenSteps();
      if (groups.length > 0) {
        const freed = now().layout?.groups?.flatMap((group) => (groups.includes(group.id) ? group.steps : [])) ?? [];
        store.apply(removeGroups(now(), groups), { select: freed });
        announce("Ungrouped");
      } else if (steps.length > 0) {
        store.apply(regroup(now(), new Map(steps.map((id) => [id, null])), "ungroup"));
        announce(`${steps.map(titleOf).join(", ")} taken out of the group`);
      } else showToast({ tone: "info", text: "Select a group first, or steps in one." });
    },
    /** Puts the selected steps into a frame. */
    joinGroup: (id: string): void => store.apply(regroup(now(), new Map(chosenSteps().map((step) => [step, id])))),
    renameGroup: (id: string, title: string): void =>
      setGroup(id, { title: title === "" ? undefined : title }, "rename group", `group title ${id}`),
    colorGroup: (id: string, color: string | undefined): void => setGroup(id, { color }, "change group"),
    resizeGroup: (id: string, { x, y, width, height }: Rect): void =>
      setGroup(
        id,
        { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
        "resize group",
      ),
    fold: (id: string, folded: boolean): void => {
      setGroup(id, { collapsed: folded || undefined }, folded ? "fold group" : "unfold group");
      announce(folded ? "Group folded" : "Group unfolded");
    },
    /** Folds the selected frames, or opens them when all are folded; of a selected step its frame. */
    toggleFold: (): void => {
      const { groups = [] } = chosen();
      const steps = chosenSteps();
      const meant = (now().layout?.groups ?? []).filter(
        (group) => groups.includes(group.id) || group.steps.some((id) => steps.includes(id)),
      );
      if (meant.length === 0) {
        showToast({ tone: "info", text: "Select a group first, or a step in one." });
        return;
      }
      const fold = meant.some(({ collapsed }) => collapsed !== true);
      const label = fold ? "fold group" : "unfold group";
      const edits = meant.map(({ id }) => changeGroup(now(), id, { collapsed: fold || undefined }, label));
      store.apply(joinEdits(label, edits), { select: { steps: [], wires: [], groups: meant.map(({ id }) => id) } });
      announce(fold ? "Group folded" : "Group unfolded");
      const [first] = meant;
      if (first !== undefined) requestAnimationFrame(() => canvas()?.focus(nodeIdOf({ kind: "group", id: first.id })));
    },
  };
}
