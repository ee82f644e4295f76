import { expect, test } from "vitest";
import { chordText, type Key } from "../ui/chord.ts";
import { allCommands, canDo, commandOf, commandTable } from "./commandTable.ts";

const press = (text: string, mac = false) => {
  const parts = text.split("+");
  const key: Key = {
    key: parts.at(-1) ?? "",
    ctrlKey: parts.includes("Ctrl"),
    metaKey: parts.includes("Meta"),
    altKey: parts.includes("Alt"),
    shiftKey: parts.includes("Shift"),
  };
  return commandOf(key, mac);
};

test("Delete and Backspace delete only without modifiers", () => {
  expect(press("Delete")).toBe("delete");
  expect(press("Backspace")).toBe("delete");
  for (const keys of ["Shift+Backspace", "Ctrl+Backspace", "Alt+Backspace", "Meta+Backspace", "Ctrl+Delete"])
    expect(press(keys)).toBeNull();
});

test("caps lock changes no shortcut", () => {
  expect(press("Ctrl+Z")).toBe("undo");
  expect(press("Ctrl+z")).toBe("undo");
  expect(press("Ctrl+Shift+Z")).toBe("redo");
  expect(press("A")).toBe("add");
});

test("the main modifier follows the machine", () => {
  expect(press("Meta+z", true)).toBe("undo");
  expect(press("Ctrl+z", true)).toBeNull();
  expect(press("Meta+z")).toBeNull();
});

test("arrows move the focus, with Alt the card", () => {
  expect(press("ArrowLeft")).toBe("focus-left");
  expect(press("Alt+ArrowDown")).toBe("move-down");
  expect(press("Ctrl+ArrowDown")).toBeNull();
  expect(press("Shift+ArrowDown")).toBeNull();
});

test("copy, cut and paste are the browser's own events", () => {
  for (const keys of ["Ctrl+c", "Ctrl+x", "Ctrl+v"]) expect(press(keys)).toBeNull();
});

test("no two commands have the same key", () => {
  const keys = allCommands.flatMap((command) => commandTable[command].keys ?? []).map((key) => chordText(key, false));
  expect(new Set(keys).size).toBe(keys.length);
});

test("a command is offered when the selection has what it needs", () => {
  const nothing = { cards: 0, steps: 0, wires: 0, others: 0 };
  expect(canDo("tidy", nothing)).toBe(true);
  expect(canDo("delete", nothing)).toBe(false);
  expect(canDo("delete", { ...nothing, wires: 1 })).toBe(true);
  expect(canDo("connect", { ...nothing, cards: 1 })).toBe(true);
  expect(canDo("connect", { ...nothing, cards: 2, steps: 2 })).toBe(false);
  expect(canDo("delete", { ...nothing, others: 1 })).toBe(true);
  expect(canDo("align-left", { ...nothing, cards: 1 })).toBe(false);
  expect(canDo("align-left", { ...nothing, cards: 1, others: 1 })).toBe(true);
  expect(canDo("duplicate", { ...nothing, cards: 1 })).toBe(false);
});
