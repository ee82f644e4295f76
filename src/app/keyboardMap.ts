/** The keys of the page, for people. Keys act only outside of text fields and dialogs. */
export const keyboardMap: readonly {
  readonly place: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}[] = [
  {
    place: "Everywhere",
    keys: [
      ["Tab", "to the next control; into and out of panels"],
      ["Esc", "closes what is open"],
      ["← → ↑ ↓", "moves within tabs, menus, trees and the edges of panels"],
      ["Enter", "on the edge of a panel: folds it away and back"],
    ],
  },
  {
    place: "A run",
    keys: [
      ["↑ ↓", "in the journal: the tick before, the tick after"],
      ["Home End", "in the journal: the first tick, the last tick"],
      ["Ctrl Enter", "in an answer: sends it"],
    ],
  },
];
