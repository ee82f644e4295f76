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
    place: "The editor",
    keys: [
      ["A", "adds a step, after the selected card"],
      ["C", "connects the selected card to another one"],
      ["← → ↑ ↓", "to the card on that side"],
      ["Alt ← → ↑ ↓", "moves the selected cards"],
      ["Enter", "to the settings of the selected card"],
      ["Del", "deletes what is selected"],
      ["Ctrl Z, Ctrl Shift Z", "undo, redo"],
      ["Ctrl C, X, V, D", "copy, cut, paste, duplicate cards"],
      ["Ctrl A", "selects everything"],
      ["T, F", "tidies the cards; fits them into the view"],
      ["/", "to the search of the palette"],
      ["Ctrl Enter", "runs the workflow"],
    ],
  },
  {
    place: "A run",
    keys: [
      ["← →", "in the scrubber: the tick before, the tick after; with Shift ten"],
      ["PgUp PgDn", "in the scrubber: a twentieth of the run on, or back"],
      ["Home End", "in scrubber and journal: the first tick; the last one, live again"],
      ["Space, + −", "in the scrubber: plays and stops; faster, slower"],
      [
        "E S V Q",
        "in the scrubber: to the next error, tick of the selected step, change in the store, question; with Shift back",
      ],
      ["↑ ↓", "in the journal: the tick before, the tick after"],
      ["Ctrl Enter", "in an answer: sends it"],
    ],
  },
];
