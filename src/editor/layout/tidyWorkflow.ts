import { homesOf } from "../../workflow/edits/layout.ts";
import { startNode, type Wire, wiresOf } from "../../workflow/wires.ts";
import type { Group, Note, Point, StepId, Workflow } from "../../workflow/workflow.ts";
import { cardHeight, cardWidth, noteSize, portAxis } from "../canvas/cardSize.ts";
import { framePadding } from "./framePadding.ts";
import { onGrid } from "./onGrid.ts";
import { around, centreOf, contains, distance, overlap, type Rect } from "./rect.ts";
import { type Box, tidy } from "./tidy.ts";

/** Where everything stands after a tidy. */
export interface Tidied {
  /** Steps and `Start`. */
  readonly cards: ReadonlyMap<StepId, Point>;
  readonly notes: ReadonlyMap<string, Point>;
  readonly groups: ReadonlyMap<string, Rect>;
}

/** A note this close to a card belongs to it. */
const nearNote = 140;
/** Between a card and a note that lay on it. */
const noteGap = 12;

/**
 * A layered layout of the whole workflow. The start keeps its place. Notes stay with the card they stand at, in a
 * frame with the cards of that frame; frames stay around their steps. `before` is where cards stand now.
 */
export function tidyWorkflow(workflow: Workflow, before: ReadonlyMap<StepId, Point>): Tidied {
  const wires = wiresOf(workflow);
  const sizeOf = (id: StepId): Rect => ({
    ...(before.get(id) ?? { x: 0, y: 0 }),
    width: cardWidth,
    height: cardHeight(workflow.steps[id] ?? "start"),
  });
  const ids = [startNode, ...Object.keys(workflow.steps)];
  const homes = homesOf(workflow);
  const notes = notesAtCards(
    workflow,
    ids.map((id) => [id, sizeOf(id)] as const),
    homes,
  );
  const units = new Map(ids.map((id) => [id, unitOf(sizeOf(id), notes.get(id) ?? [])]));
  const boxOf = (id: StepId): Box => boxOfUnit(id, units.get(id) as Unit);

  const inner = (workflow.layout?.groups ?? []).flatMap((group) => {
    const members = group.steps.filter((id) => homes.get(id) === group && Object.hasOwn(workflow.steps, id));
    if (members.length === 0) return [];
    return [
      {
        group,
        members,
        placed: tidy(
          members.map(boxOf),
          linesAmong(wires, (id) => (homes.get(id) === group ? id : null)),
        ),
      },
    ];
  });
  const frames = new Map(inner.map((one) => [frameId(one.group.id), one]));
  const outerOf = (id: StepId) => {
    const home = homes.get(id);
    return home === undefined ? id : frameId(home.id);
  };
  const boxes = [...new Set(ids.map(outerOf))].map((id) => {
    const frame = frames.get(id);
    return frame === undefined ? boxOf(id) : boxOfFrame(id, frame);
  });
  const startUnit = units.get(startNode) as Unit;
  const startBox = {
    x: (before.get(startNode)?.x ?? 0) - startUnit.left,
    y: (before.get(startNode)?.y ?? 0) - startUnit.top,
  };
  const outer = tidy(boxes, linesAmong(wires, outerOf), { id: startNode, at: startBox });

  const cards = new Map<StepId, Point>();
  const placedNotes = new Map<string, Point>();
  const put = (id: StepId, corner: Point) => {
    const unit = units.get(id) as Unit;
    const card = { x: corner.x + unit.left, y: corner.y + unit.top };
    cards.set(id, card);
    for (const { note, by } of unit.notes) placedNotes.set(note.id, { x: card.x + by.x, y: card.y + by.y });
  };
  const groups = new Map<string, Rect>();
  for (const [id, corner] of outer.corners) {
    const frame = frames.get(id);
    if (frame === undefined) {
      put(id, corner);
      continue;
    }
    groups.set(frame.group.id, { ...corner, ...frameSize(frame.placed) });
    for (const [member, at] of frame.placed.corners)
      put(member, { x: corner.x + framePadding.side + at.x, y: corner.y + framePadding.top + at.y });
  }
  const taken = boxes.map(({ id, width, height }): Rect => ({ ...(outer.corners.get(id) ?? startBox), width, height }));
  const freed = freedNotes(workflow.layout?.notes ?? [], placedNotes, taken);
  return { cards, notes: new Map([...placedNotes, ...freed]), groups };
}

/** A card with the notes that stay with it. */
interface Unit {
  /** How far the card stands from the corner of the whole. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** `by`: from the card's corner. */
  readonly notes: readonly { readonly note: Note; readonly by: Point }[];
}

function unitOf(card: Rect, notes: readonly Note[]): Unit {
  const beside = offCard(card, notes);
  const whole = around([card, ...beside.map(({ rect }) => rect)]) ?? card;
  const [left, top] = [upToGrid(card.x - whole.x), upToGrid(card.y - whole.y)];
  return {
    left,
    top,
    width: whole.width + left - (card.x - whole.x),
    height: whole.height + top - (card.y - whole.y),
    notes: beside.map(({ note, rect }) => ({ note, by: { x: rect.x - card.x, y: rect.y - card.y } })),
  };
}

/** Where the notes of a card stand: what lies on the card goes above it, and above the notes that are there. */
function offCard(card: Rect, notes: readonly Note[]): readonly { readonly note: Note; readonly rect: Rect }[] {
  const all = notes.map((note) => ({ note, rect: rectOfNote(note) }));
  const placed = all.filter(({ rect }) => !overlap(card, rect));
  let top = Math.min(card.y, ...placed.map(({ rect }) => rect.y));
  for (const { note, rect } of all.filter((one) => overlap(card, one.rect))) {
    top = onGrid(top - rect.height - noteGap);
    placed.push({ note, rect: { ...rect, y: top } });
  }
  return placed;
}

function upToGrid(value: number): number {
  return Math.ceil(value / 4) * 4;
}

function boxOfUnit(id: StepId, { width, height, top }: Unit): Box {
  return { id, width, height, axis: top + portAxis };
}

interface Frame {
  readonly group: Group;
  readonly members: readonly StepId[];
  readonly placed: ReturnType<typeof tidy>;
}

function frameSize({ width, height }: { readonly width: number; readonly height: number }) {
  return {
    width: onGrid(width + 2 * framePadding.side),
    height: onGrid(height + framePadding.top + framePadding.bottom),
  };
}

/** Collapsed, a frame is as large as a card. */
function boxOfFrame(id: string, { group, placed }: Frame): Box {
  if (group.collapsed === true) return { id, width: cardWidth, height: cardHeight("start"), axis: portAxis };
  const size = frameSize(placed);
  return { id, ...size, axis: onGrid(size.height / 2) };
}

/** No id of a card has a colon. */
function frameId(group: string): string {
  return `group:${group}`;
}

/** The notes that stay with each card: near to it, or inside of its frame and nearest to it there. */
function notesAtCards(
  workflow: Workflow,
  cards: readonly (readonly [StepId, Rect])[],
  homes: ReadonlyMap<StepId, Group>,
): ReadonlyMap<StepId, readonly Note[]> {
  const at = new Map<StepId, Note[]>();
  for (const note of workflow.layout?.notes ?? []) {
    const rect = rectOfNote(note);
    const frame = workflow.layout?.groups?.find((group) => contains(group, centreOf(rect)));
    const inFrame = cards.filter(([id]) => frame !== undefined && homes.get(id) === frame);
    const possible =
      inFrame.length > 0
        ? inFrame
        : cards.filter(([id, card]) => homes.get(id) === undefined && distance(card, rect) <= nearNote);
    const [nearest] = [...possible].sort(([, a], [, b]) => distance(a, rect) - distance(b, rect));
    if (nearest !== undefined) at.set(nearest[0], [...(at.get(nearest[0]) ?? []), note]);
  }
  return at;
}

function rectOfNote(note: Note): Rect {
  return { x: note.x, y: note.y, ...noteSize(note) };
}

/** Wires between different ends, as `endOf` names them; `null`: not among those. */
function linesAmong(wires: readonly Wire[], endOf: (id: StepId) => string | null) {
  return wires.flatMap(({ from, to }) => {
    const ends = { from: endOf(from), to: endOf(to) };
    return ends.from === null || ends.to === null || ends.from === ends.to ? [] : [{ from: ends.from, to: ends.to }];
  });
}

/** Where notes go that belong to no card and on which something stands now: into a row above everything. */
function freedNotes(
  notes: readonly Note[],
  placed: ReadonlyMap<string, Point>,
  taken: readonly Rect[],
): readonly (readonly [string, Point])[] {
  const whole = around(taken);
  if (whole === null) return [];
  let { x } = whole;
  return notes.flatMap((note) => {
    const rect = rectOfNote(note);
    if (placed.has(note.id) || !taken.some((other) => overlap(other, rect))) return [];
    const at = { x, y: onGrid(whole.y - rect.height - 48) };
    x += rect.width + 24;
    return [[note.id, at] as const];
  });
}
