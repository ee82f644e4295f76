import { homesOf, type Places } from "../../workflow/edits/layout.ts";
import { startNode } from "../../workflow/wires.ts";
import type { Group, Point, StepId, Workflow } from "../../workflow/workflow.ts";
import { cardHeight, cardWidth, noteSize } from "../canvas/cardSize.ts";
import { framePadding } from "./framePadding.ts";
import { around, centreOf, contains, type Rect } from "./rect.ts";

/** What a person moved, by where it stands now. */
export interface Moved {
  readonly cards: ReadonlyMap<StepId, Point>;
  readonly notes: ReadonlyMap<string, Point>;
  readonly groups: ReadonlyMap<string, Point>;
}

export interface Dropped {
  readonly places: Places;
  /** Steps that came into a frame, or (`null`) left theirs. */
  readonly homes: ReadonlyMap<StepId, string | null>;
}

/**
 * What a move does to all: a frame takes its steps and the notes in it along; with `regroup` a card that is let go in
 * a frame belongs to it, and one that is let go outside belongs to it no more. Frames grow around what they hold.
 */
export function dropped(
  workflow: Workflow,
  positions: ReadonlyMap<StepId, Point>,
  moved: Moved,
  { regroup }: { readonly regroup: boolean },
): Dropped {
  const cards = new Map(moved.cards);
  const notes = new Map(moved.notes);
  const groups = workflow.layout?.groups ?? [];
  const homesBefore = homesOf(workflow);
  for (const group of groups) {
    const to = moved.groups.get(group.id);
    if (to === undefined) continue;
    const by = { x: to.x - group.x, y: to.y - group.y };
    for (const [id, at] of carriedBy(workflow, group, positions, by)) if (!cards.has(id)) cards.set(id, at);
    for (const [id, at] of notesCarriedBy(workflow, group, by)) if (!notes.has(id)) notes.set(id, at);
  }
  const frames = groups.map((group) => ({ group, rect: frameRect(group, moved.groups.get(group.id)) }));
  const homes = new Map<StepId, string | null>();
  for (const [id, at] of regroup ? moved.cards : []) {
    if (id === startNode) continue;
    const home = frameAt(frames, centreOf(cardRect(workflow, id, at)));
    if (home !== (homesBefore.get(id)?.id ?? null)) homes.set(id, home);
  }
  const grown = new Map<string, Rect>();
  for (const { group, rect } of frames) {
    const steps = [...positions.keys()].filter((id) =>
      homes.has(id) ? homes.get(id) === group.id : homesBefore.get(id)?.id === group.id,
    );
    const touched = steps.some((id) => cards.has(id)) || moved.groups.has(group.id);
    if (!touched) continue;
    const next =
      group.collapsed === true
        ? rect
        : grow(
            rect,
            steps.map((id) => cardRect(workflow, id, cards.get(id) ?? positions.get(id))),
          );
    grown.set(group.id, next);
  }
  return { places: { cards, notes, groups: grown }, homes };
}

/** The frame, of those that are open, that a card with its middle there is in; of several the smallest. */
export function frameAt(
  frames: readonly { readonly group: Group; readonly rect: Rect }[],
  point: Point,
): string | null {
  const hit = frames
    .filter(({ group, rect }) => group.collapsed !== true && contains(rect, point))
    .sort((a, b) => a.rect.width * a.rect.height - b.rect.width * b.rect.height)[0];
  return hit?.group.id ?? null;
}

/** Where the steps of a frame go that moves. */
export function carriedBy(
  workflow: Workflow,
  group: Group,
  positions: ReadonlyMap<StepId, Point>,
  by: Point,
): readonly (readonly [StepId, Point])[] {
  const homes = homesOf(workflow);
  return group.steps.flatMap((id) => {
    const at = positions.get(id);
    return at === undefined || homes.get(id) !== group ? [] : [[id, { x: at.x + by.x, y: at.y + by.y }] as const];
  });
}

/** Where the notes go whose middle is in a frame that moves. */
export function notesCarriedBy(workflow: Workflow, group: Group, by: Point): readonly (readonly [string, Point])[] {
  return (workflow.layout?.notes ?? []).flatMap((note) =>
    contains(group, centreOf({ ...note, ...noteSize(note) }))
      ? [[note.id, { x: note.x + by.x, y: note.y + by.y }] as const]
      : [],
  );
}

/** A frame around cards and notes, with room for its title; `null` around nothing. */
export function frameAround(rects: readonly Rect[]): Rect | null {
  const whole = around(rects);
  if (whole === null) return null;
  const { side, top, bottom } = framePadding;
  return { x: whole.x - side, y: whole.y - top, width: whole.width + 2 * side, height: whole.height + top + bottom };
}

export function cardRect(workflow: Workflow, id: StepId, at: Point = { x: 0, y: 0 }): Rect {
  return { x: at.x, y: at.y, width: cardWidth, height: cardHeight(workflow.steps[id] ?? "start") };
}

function frameRect(group: Group, at: Point = group): Rect {
  return { x: at.x, y: at.y, width: group.width, height: group.height };
}

/** Large enough for all cards; it never shrinks, and a card on its edge is enclosed. */
function grow(frame: Rect, cards: readonly Rect[]): Rect {
  const needed = frameAround(cards);
  const whole = needed === null || cards.every((card) => inside(frame, card)) ? frame : around([frame, needed]);
  return whole ?? frame;
}

function inside(frame: Rect, card: Rect): boolean {
  return contains(frame, card) && contains(frame, { x: card.x + card.width, y: card.y + card.height });
}
