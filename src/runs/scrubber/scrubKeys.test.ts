import { expect, test } from "vitest";
import { momentFor, nextSpeed, scrubCommand, speeds } from "./scrubKeys.ts";

const press = (key: string, over: { readonly shiftKey?: boolean; readonly ctrlKey?: boolean } = {}) =>
  scrubCommand({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...over }, 1_000);

test("arrows go by a tick, with Shift by ten, pages by a twentieth of the run", () => {
  expect(press("ArrowLeft")).toEqual({ kind: "by", ticks: -1 });
  expect(press("ArrowRight", { shiftKey: true })).toEqual({ kind: "by", ticks: 10 });
  expect(press("PageUp")).toEqual({ kind: "by", ticks: 50 });
  expect(scrubCommand({ key: "PageDown", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }, 20)).toEqual(
    {
      kind: "by",
      ticks: -10,
    },
  );
});

test("letters jump to what is looked for, with Shift backwards; Caps Lock changes nothing", () => {
  expect(press("e")).toEqual({ kind: "jump", to: "error", direction: 1 });
  expect(press("E")).toEqual({ kind: "jump", to: "error", direction: 1 });
  expect(press("S", { shiftKey: true })).toEqual({ kind: "jump", to: "step", direction: -1 });
});

test("keys of the browser and all others are left alone", () => {
  expect(press("ArrowLeft", { ctrlKey: true })).toBeNull();
  expect(press("Tab")).toBeNull();
  expect(press("x")).toBeNull();
});

test("the last tick is the present, and no wish leads before the first", () => {
  expect(momentFor(7, 7)).toBeNull();
  expect(momentFor(100, 7)).toBeNull();
  expect(momentFor(-3, 7)).toBe(1);
  expect(momentFor(6, 7)).toBe(6);
});

test("speeds go one by one and end at the fastest and the slowest", () => {
  expect(nextSpeed(speeds[0], 1)).toBe(speeds[1]);
  expect(nextSpeed(speeds[0], -1)).toBe(speeds[0]);
  expect(nextSpeed(500, 1)).toBe(500);
});
