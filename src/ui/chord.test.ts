import { expect, test } from "vitest";
import { chordsText, chordText, isChord, type Key } from "./chord.ts";

const press = (text: string): Key => {
  const parts = text.split("+");
  return {
    key: parts.at(-1) ?? "",
    ctrlKey: parts.includes("Ctrl"),
    metaKey: parts.includes("Meta"),
    altKey: parts.includes("Alt"),
    shiftKey: parts.includes("Shift"),
  };
};

test("a chord is its key with exactly its modifiers, whatever caps lock says", () => {
  expect(isChord("Mod k", press("Ctrl+k"), false)).toBe(true);
  expect(isChord("Mod k", press("Ctrl+K"), false)).toBe(true);
  expect(isChord("Mod k", press("Meta+k"), false)).toBe(false);
  expect(isChord("Mod k", press("Meta+k"), true)).toBe(true);
  expect(isChord("Mod k", press("Ctrl+Shift+K"), false)).toBe(false);
  expect(isChord("Delete", press("Shift+Delete"), false)).toBe(false);
});

test("a sign that some keyboards have above Shift is taken either way", () => {
  expect(isChord("?", press("Shift+?"), false)).toBe(true);
  expect(isChord("/", press("/"), false)).toBe(true);
  expect(isChord("/", press("Shift+/"), false)).toBe(true);
  expect(isChord("/", press("Ctrl+/"), false)).toBe(false);
});

test("keys are named as on the keyboard of the machine", () => {
  expect(chordText("Mod Shift z", false)).toBe("Ctrl Shift Z");
  expect(chordText("Mod Shift z", true)).toBe("⌘ ⇧ Z");
  expect(chordsText(["Alt ArrowLeft", "Alt ArrowRight"], false)).toBe("Alt ← →");
  expect(chordsText(["Delete", "Backspace"], false)).toBe("Del, Backspace");
  expect(chordsText(["Mod y", "Mod Shift z"], false)).toBe("Ctrl Y, Ctrl Shift Z");
});
