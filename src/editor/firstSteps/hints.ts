/** What a person does for the first time in the editor, in the order in which it is hinted at. */
export const hints = ["select", "add", "undo", "run"] as const;
export type Hint = (typeof hints)[number];

export interface Happened {
  /** A step is selected. */
  readonly selected: boolean;
  /** There are more steps or wires than at first. */
  readonly added: boolean;
  /** Something was taken back. */
  readonly undone: boolean;
}

/** The hint to show after `from`: the first whose deed was not done yet. `null`: all is said. */
export function hintAfter(from: number, { selected, added, undone }: Happened): number | null {
  const done: Readonly<Record<Hint, boolean>> = { select: selected || added, add: added, undo: undone, run: false };
  const next = hints.findIndex((hint, index) => index >= from && !done[hint]);
  return next < 0 ? null : next;
}

export const hintTexts: Readonly<Record<Hint, { readonly title: string; readonly text: string }>> = {
  select: {
    title: "Click a card",
    text: "Its settings appear on the right, with what it got and handed on in the last run.",
  },
  add: {
    title: "Add a step",
    text: "Press A, drag one from the left, or pull a wire out of a card’s dot and let it go on the empty canvas.",
  },
  undo: {
    title: "Try anything",
    text: "Undo, above, takes everything back, also after a reload; older versions stay under ⋮.",
  },
  run: { title: "Run it", text: "With Run, above. Reload the page while it runs: nothing is lost." },
};
