import { expect, test } from "vitest";
import { hintAfter } from "./hints.ts";

const nothing = { selected: false, added: false, undone: false };

test("hints follow what the person does, one after the other", () => {
  expect(hintAfter(0, nothing)).toBe(0);
  expect(hintAfter(0, { ...nothing, selected: true })).toBe(1);
  expect(hintAfter(1, { ...nothing, added: true })).toBe(2);
  expect(hintAfter(2, { ...nothing, undone: true })).toBe(3);
});

test("whoever runs ahead is not told what they did already, and nothing comes twice", () => {
  expect(hintAfter(0, { selected: false, added: true, undone: true })).toBe(3);
  expect(hintAfter(2, nothing)).toBe(2);
  expect(hintAfter(4, nothing)).toBeNull();
});
