import { expect, test } from "vitest";
import { isControl, ownsKeys, type PathElement } from "./shortcuts.ts";

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
