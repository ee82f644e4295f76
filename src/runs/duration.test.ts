import { expect, test } from "vitest";
import { byteSize, duration, relativeTime } from "./duration.ts";

test("lengths of time have units and two parts at most", () => {
  const said = [0, 42, 400, 1_500, 18_000, 125_000, 120_000, 12_000_000, 187_200_000].map(duration);
  expect(said).toEqual(["0 ms", "42 ms", "0.4 s", "1.5 s", "18 s", "2 min 5 s", "2 min", "3 h 20 min", "2 d 4 h"]);
});

test("times are told from now", () => {
  const now = new Date(2026, 10, 30, 14, 0, 0).getTime();
  expect(relativeTime(now - 1_000, now)).toBe("now");
  expect(relativeTime(now - 7_400, now)).toBe("7 s ago");
  expect(relativeTime(now - 125_000, now)).toBe("2 min ago");
  expect(relativeTime(now + 3 * 3_600_000 + 60_000, now)).toBe("in 3 h");
  expect(relativeTime(new Date(2026, 10, 29, 18, 20).getTime(), now)).toBe("yesterday 18:20");
  expect(relativeTime(new Date(2026, 9, 28, 9, 0).getTime(), now)).toBe("28 Oct");
  expect(relativeTime(new Date(2025, 9, 28, 9, 0).getTime(), now)).toBe("28 Oct 2025");
});

test("sizes are decimal", () => {
  expect([0, 999, 18_200, 999_960, 50_000_000].map(byteSize)).toEqual(["0 B", "999 B", "18.2 kB", "1.0 MB", "50.0 MB"]);
});
