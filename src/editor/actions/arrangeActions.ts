import { announce, showToast } from "../../ui/toast.ts";
import { joinEdits } from "../../workflow/edits/edit.ts";
import { arrange, regroup } from "../../workflow/edits/layout.ts";
import { startNode } from "../../workflow/wires.ts";
import type { Point, Workflow } from "../../workflow/workflow.ts";
import { cardHeight, cardWidth, noteSize } from "../canvas/cardSize.ts";
import { positionsOf } from "../canvas/positions.ts";
import { nodeIdOf, nodeIdsOf, nodeRefOf } from "../canvas/selection.ts";
import type { ApplyOptions } from "../document/documentStore.ts";
import { type AlignEdge, type Axis, aligned, distributed } from "../layout/align.ts";
import { cardRect, dropped, type Moved } from "../layout/dropped.ts";
import type { Rect } from "../layout/rect.ts";
import { tidyAside } from "../layout/tidyAside.ts";
import type { ActionTools } from "./actionTools.ts";

export type Direction = "left" | "right" | "up" | "down";

/** Where things stand: tidying, moving, aligning. */
export function arrangeActions({ store, canvas, now, chosen, applyPlaced }: ActionTools) {
  const move = (label: string, moved: Moved, regrouping: boolean, options?: ApplyOptions): void =>
    applyPlaced(
      label,
      (settled) => {
        const { places, homes } = dropped(settled, positionsOf(settled), moved, { regroup: regrouping });
        return joinEdits(label, [arrange(settled, places, label), regroup(settled, homes, label)]);
      },
      options,
    );
  /** Moves what is selected to the places that `place` finds for its rectangles. */
  const put = (label: string, place: (rects: ReadonlyMap<string, Rect>) => ReadonlyMap<string, Point>): void => {
    const rects = new Map([...nodeRects(now())].filter(([id]) => nodeIdsOf(chosen()).includes(id)));
    move(label, movedOf(place(rects)), false);
  };
  return {
    tidy: async (): Promise<void> => {
      const { workflow } = store.getState();
      canvas()?.busy(true);
      const tidied = await tidyAside(workflow, positionsOf(workflow)).catch(() => null);
      canvas()?.busy(false);
      if (tidied === null)
        return showToast({ tone: "bad", text: "The layout could not be loaded. Is the runner away?" });
      // What was edited while a large workflow was laid out stays; only what is still there moves.
      const cards = new Map([...tidied.cards].filter(([id]) => id === startNode || Object.hasOwn(now().steps, id)));
      const edit = arrange(now(), { ...tidied, cards }, "tidy");
      announce("Tidied");
      if (edit.changes.length === 0) return canvas()?.fit();
      canvas()?.glide();
      store.apply(edit);
    },
    /** By mouse: a card that was let go in a frame belongs to it. */
    move: (moved: Moved): void => move("move", moved, true),
    nudge: (direction: Direction): void => {
      const by = 20 * (direction === "left" || direction === "up" ? -1 : 1);
      const sideways = direction === "left" || direction === "right";
      const chosenIds = nodeIdsOf(chosen());
      const rects = [...nodeRects(now())].filter(([id]) => chosenIds.includes(id));
      const moves = rects.map(
        ([id, { x, y }]) => [id, { x: x + (sideways ? by : 0), y: y + (sideways ? 0 : by) }] as const,
      );
      move("move", movedOf(new Map(moves)), false, { key: `nudge ${chosenIds.join(" ")}` });
    },
    align: (edge: AlignEdge): void => put("align", (rects) => aligned(rects, edge)),
    distribute: (axis: Axis): void => put("distribute", (rects) => distributed(rects, axis)),
    zoomToSelection: (): void => {
      const ids = nodeIdsOf(chosen());
      if (ids.length === 0) canvas()?.fit();
      else canvas()?.zoomTo(ids);
    },
  };
}

/** Where every card, note and frame of the canvas stands, by node id. */
export function nodeRects(workflow: Workflow): ReadonlyMap<string, Rect> {
  const { notes = [], groups = [] } = workflow.layout ?? {};
  return new Map<string, Rect>([
    ...[...positionsOf(workflow)].map(([id, at]) => [id, cardRect(workflow, id, at)] as const),
    ...notes.map(
      (note) => [nodeIdOf({ kind: "note", id: note.id }), { x: note.x, y: note.y, ...noteSize(note) }] as const,
    ),
    ...groups.map((group) => {
      const size =
        group.collapsed === true
          ? { width: cardWidth, height: cardHeight("start") }
          : { width: group.width, height: group.height };
      return [nodeIdOf({ kind: "group", id: group.id }), { x: group.x, y: group.y, ...size }] as const;
    }),
  ]);
}

function movedOf(points: ReadonlyMap<string, Point>): Moved {
  const of = (kind: "card" | "note" | "group") =>
    new Map(
      [...points].flatMap(([nodeId, at]) => {
        const ref = nodeRefOf(nodeId);
        return ref.kind === kind ? [[ref.id, at] as const] : [];
      }),
    );
  return { cards: of("card"), notes: of("note"), groups: of("group") };
}
