import { allCommands, commandTable } from "../editor/commandTable.ts";
import { chordsText, isMac } from "../ui/chord.ts";
import { appCommands } from "./appCommandTable.ts";

type Line = readonly [keys: string, does: string];

/** One line for each name: commands in several directions share one. */
function linesOf(commands: readonly { readonly name: string; readonly keys?: readonly string[] }[]): readonly Line[] {
  const byName = new Map<string, string[]>();
  for (const { name, keys = [] } of commands) byName.set(name, [...(byName.get(name) ?? []), ...keys]);
  return [...byName].filter(([, keys]) => keys.length > 0).map(([name, keys]) => [chordsText(keys, isMac), name]);
}

/** The keys of the page, for people. Those of commands act only outside of text fields and dialogs. */
export const keyboardMap: readonly { readonly place: string; readonly keys: readonly Line[] }[] = [
  {
    place: "Everywhere",
    keys: [
      ...linesOf(Object.values(appCommands)),
      ["Tab", "To the next control; into and out of panels"],
      ["Esc", "Closes what is open"],
      ["← → ↑ ↓", "Moves within tabs, menus, trees and the edges of panels"],
      ["Enter", "On the edge of a panel: folds it away and back"],
    ],
  },
  { place: "The editor", keys: linesOf(allCommands.map((command) => commandTable[command])) },
  {
    place: "The list of runs",
    keys: [
      ["↑ ↓", "The run before, the run after; with Shift chooses them on the way"],
      ["PgUp PgDn Home End", "A screen on or back, the first run, the last one"],
      ["Enter", "Opens the run"],
      ["Space", "Chooses the run, or no longer"],
      ["Del", "Deletes the chosen runs, or else this one, after a question"],
    ],
  },
  {
    place: "A run",
    keys: [
      ["← →", "In the scrubber: the tick before, the tick after; with Shift ten"],
      ["PgUp PgDn", "In the scrubber: a twentieth of the run on, or back"],
      ["Home End", "In scrubber and journal: the first tick; the last one, live again"],
      ["Space, + −", "In the scrubber: plays and stops; faster, slower"],
      [
        "E S V Q",
        "In the scrubber: to the next error, tick of the selected step, change in the store, question; with Shift back",
      ],
      ["↑ ↓", "In the journal: the tick before, the tick after"],
      ["← → ↑ ↓", "In the timeline: from bar to bar; Enter shows the attempt, M its moment"],
      ["+ − F", "In the timeline: closer, farther, the whole run; Shift ← → moves"],
      ["B", "Sets or removes a breakpoint at the selected step"],
      ["F10, F8", "Of a paused run: one step, or go on"],
      ["Ctrl Enter", "In an answer: sends it"],
    ],
  },
];
