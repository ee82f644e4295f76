import { expect, test } from "vitest";
import {
  formatBytes,
  formatClock,
  formatDue,
  formatDuration,
  formatExact,
  formatRelative,
  formatTime,
  plural,
} from "./format.ts";

test("durations carry their unit and at most two parts", () => {
  expect(
    [0, 42, 400, 1000, 1500, 9949, 9999, 59_600, 125_000, 3_600_000, 11_400_000, 187_200_000].map(formatDuration),
  ).toEqual([
    "0 ms",
    "42 ms",
    "0.4 s",
    "1 s",
    "1.5 s",
    "9.9 s",
    "10 s",
    "1 min",
    "2 min 5 s",
    "1 h",
    "3 h 10 min",
    "2 d 4 h",
  ]);
});

test("bytes never show a thousand of a unit", () => {
  expect([0, 512, 999, 1000, 18_240, 999_950, 1_048_576, 250_000_000].map(formatBytes)).toEqual([
    "0 B",
    "512 B",
    "999 B",
    "1 kB",
    "18.2 kB",
    "1 MB",
    "1 MB",
    "250 MB",
  ]);
});

test("a clock counts up to hours", () => {
  expect([18_000, 725_000, 3_600_000].map(formatClock)).toEqual(["0:18", "12:05", "1:00:00"]);
});

test("relative times look both ways", () => {
  const now = new Date(2026, 4, 20, 14, 0, 0).getTime();
  expect(formatRelative(now - 500, now)).toBe("just now");
  expect(formatRelative(now - 9000, now)).toBe("9 s ago");
  expect(formatRelative(now + 180_000, now)).toBe("in 3 min");
  expect(formatRelative(now - 2 * 3_600_000, now)).toBe("2 h ago");
  expect(formatRelative(now - 20 * 3_600_000, now)).toMatch(/^yesterday /);
  expect(formatRelative(new Date(2025, 9, 28).getTime(), now)).toMatch(/2025/);
});

test("there is one clock, of 24 hours", () => {
  const at = new Date(2026, 4, 20, 0, 2, 11).getTime();
  expect(formatTime(at)).toBe("00:02:11");
  expect(formatTime(at + 14 * 3_600_000)).toBe("14:02:11");
  expect(formatExact(at + 14 * 3_600_000)).toMatch(/14:02:11$/);
  expect(formatDue(at + 14 * 3_600_000)).toMatch(/14:02$/);
  expect(formatRelative(at, at + 30 * 3_600_000)).toBe("yesterday 00:02");
});

test("a count agrees with its noun", () => {
  expect([plural(1, "step"), plural(0, "step"), plural(1200, "step")]).toEqual(["1 step", "0 steps", "1,200 steps"]);
});
