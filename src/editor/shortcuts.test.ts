import { expect, test } from "vitest";
import { commandOf, isControl, type Key, ownsKeys, type PathElement } from "./shortcuts.ts";

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
});

const element = (tag: string, more: Partial<PathElement> = {}): PathElement => ({
  tag,
  role: null,
  type: null,
  editable: false,
  ...more,
});

test("text fields, code editors, lists and dialogs own their keys, at any depth", () => {
  expect(ownsKeys([element("INPUT")])).toBe(true);
  expect(ownsKeys([element("TEXTAREA"), element("BODY")])).toBe(true);
  expect(ownsKeys([element("DIV", { editable: true }), element("DIV")])).toBe(true);
  expect(ownsKeys([element("BUTTON"), element("DIV", { role: "dialog" })])).toBe(true);
  expect(ownsKeys([element("BUTTON", { role: "combobox" })])).toBe(true);
  expect(ownsKeys([element("INPUT", { type: "checkbox" })])).toBe(false);
  expect(ownsKeys([element("DIV"), element("BODY")])).toBe(false);
});

test("a button keeps its Enter", () => {
  expect(isControl([element("BUTTON")])).toBe(true);
  expect(isControl([element("DIV"), element("BUTTON")])).toBe(false);
});
