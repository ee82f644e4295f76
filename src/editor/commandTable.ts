import { isChord, type Key } from "../ui/chord.ts";

/*
 * Every command of the editor, once: its name, its keys, and what it needs. The shortcuts, the command palette and the
 * map of the keyboard are read from here; `editorCommands.ts` says what each does.
 */

export interface CommandEntry {
  /** As a person would ask for it. Commands of the same name are one line in the map of the keyboard. */
  readonly name: string;
  /** See `ui/chord.ts`. Left out: only by menu and palette. */
  readonly keys?: readonly string[];
  /** What must be selected for it to make sense; left out: nothing. */
  readonly needs?: "card" | "step" | "steps" | "several" | "something";
  /** It makes sense only where the focus is, so that the command palette does not offer it. */
  readonly byKeyOnly?: true;
  /** The browser's own event brings it, so that no key is listened for. */
  readonly byBrowser?: true;
}

const goto = "Go to the card on that side";
const move = "Move the selected cards";

const table = {
  add: { name: "Add a step", keys: ["a"] },
  connect: { name: "Connect the selected card to …", keys: ["c"], needs: "card" },
  run: { name: "Run the workflow", keys: ["Mod Enter"] },
  "run-with-pins": { name: "Run with pins: pinned outputs stand for their steps" },
  "run-up-to": { name: "Run up to the selected step", needs: "step" },
  undo: { name: "Undo", keys: ["Mod z"] },
  redo: { name: "Redo", keys: ["Mod Shift z", "Mod y"] },
  duplicate: { name: "Duplicate the selected steps", keys: ["Mod d"], needs: "steps" },
  copy: { name: "Copy the selected steps", keys: ["Mod c"], needs: "steps", byBrowser: true },
  cut: { name: "Cut the selected steps", keys: ["Mod x"], needs: "steps", byBrowser: true },
  paste: { name: "Paste steps", keys: ["Mod v"], byBrowser: true, byKeyOnly: true },
  delete: { name: "Delete what is selected", keys: ["Delete", "Backspace"], needs: "something" },
  "delete-joining": {
    name: "Delete the selected steps and join the line again",
    keys: ["Alt Delete"],
    needs: "steps",
  },
  switch: { name: "Switch the selected steps off, or on again", keys: ["d"], needs: "steps" },
  note: { name: "Add a note", keys: ["n"] },
  group: { name: "Group the selected steps", keys: ["g"] },
  ungroup: { name: "Ungroup, or take the selected steps out of their group", keys: ["Shift g"], needs: "something" },
  fold: { name: "Fold the selected group, or unfold it", keys: ["h"], needs: "something" },
  "select-all": { name: "Select everything", keys: ["Mod a"] },
  open: { name: "Go to the settings of the selected card", keys: ["Enter"], needs: "card" },
  tidy: { name: "Tidy the cards", keys: ["t"] },
  fit: { name: "Fit the cards into the view", keys: ["f"] },
  breakpoint: { name: "Set or remove a breakpoint at the selected card", keys: ["b"], needs: "card" },
  "zoom-selection": { name: "Zoom to what is selected", keys: ["z"], needs: "something" },
  "align-left": { name: "Align to the left", needs: "several" },
  "align-centre": { name: "Align to the centre", needs: "several" },
  "align-right": { name: "Align to the right", needs: "several" },
  "align-top": { name: "Align to the top", needs: "several" },
  "align-middle": { name: "Align to the middle", needs: "several" },
  "align-bottom": { name: "Align to the bottom", needs: "several" },
  "distribute-horizontal": { name: "Distribute horizontally", needs: "several" },
  "distribute-vertical": { name: "Distribute vertically", needs: "several" },
  search: { name: "Find on the canvas", keys: ["Mod f"] },
  find: { name: "Find a kind of step", keys: ["/"] },
  save: { name: "Save now", keys: ["Mod s"] },
  problems: { name: "Show the problems" },
  outline: { name: "Show the outline: the graph as text", keys: ["o"] },
  versions: { name: "Show earlier versions" },
  export: { name: "Export the workflow as a file" },
  "export-mermaid": { name: "Export the workflow as a Mermaid flowchart" },
  "copy-workflow": { name: "Make a copy of this workflow" },
  yours: { name: "Make this workflow yours: bind workspaces, models and secrets" },
  "delete-workflow": { name: "Delete this workflow …" },
  escape: { name: "Select nothing", keys: ["Escape"], byKeyOnly: true },
  "focus-left": { name: goto, keys: ["ArrowLeft"], byKeyOnly: true },
  "focus-right": { name: goto, keys: ["ArrowRight"], byKeyOnly: true },
  "focus-up": { name: goto, keys: ["ArrowUp"], byKeyOnly: true },
  "focus-down": { name: goto, keys: ["ArrowDown"], byKeyOnly: true },
  "move-left": { name: move, keys: ["Alt ArrowLeft"], byKeyOnly: true },
  "move-right": { name: move, keys: ["Alt ArrowRight"], byKeyOnly: true },
  "move-up": { name: move, keys: ["Alt ArrowUp"], byKeyOnly: true },
  "move-down": { name: move, keys: ["Alt ArrowDown"], byKeyOnly: true },
} satisfies Record<string, CommandEntry>;

/** What can be done in the editor by key or from the command palette. */
export type Command = keyof typeof table;

export const commandTable: Readonly<Record<Command, CommandEntry>> = table;

export const allCommands = Object.keys(table) as readonly Command[];

/** The command of a key press outside of text. */
export function commandOf(key: Key, mac: boolean): Command | null {
  return (
    allCommands.find((command) => {
      const { keys = [], byBrowser } = commandTable[command];
      return byBrowser !== true && keys.some((chord) => isChord(chord, key, mac));
    }) ?? null
  );
}

/** How many things are selected, as commands look at it. */
export interface Chosen {
  /** Cards, the start among them. */
  readonly cards: number;
  readonly steps: number;
  readonly wires: number;
  /** Notes and frames. */
  readonly others: number;
}

/** Whether the selection has what a command needs. */
export function canDo(command: Command, chosen: Chosen): boolean {
  const { needs = "nothing" } = commandTable[command];
  switch (needs) {
    case "nothing":
      return true;
    case "card":
      return chosen.cards === 1;
    case "step":
      return chosen.cards === 1 && chosen.steps === 1;
    case "steps":
      return chosen.steps > 0;
    case "several":
      return chosen.cards + chosen.others > 1;
    case "something":
      return chosen.steps + chosen.wires + chosen.others > 0;
  }
}
