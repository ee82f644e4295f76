import { expect, test } from "vitest";
import { asLocalTime, fromLocalTime, nextTimes } from "./delayForm.ts";

test("the next times of a cron expression come one after the other", () => {
  const from = new Date(2026, 0, 5, 9, 0).getTime();
  expect(nextTimes("0 9 * * MON", from, 3)).toEqual({
    ok: true,
    times: [12, 19, 26].map((day) => new Date(2026, 0, day, 9, 0).getTime()),
  });
});

test("what is no cron expression, and a time that never comes, say so", () => {
  expect(nextTimes("0 9", 0, 3)).toMatchObject({ ok: false, message: expect.stringContaining("five fields") });
  expect(nextTimes("0 0 30 2 *", 0, 3)).toMatchObject({ ok: false });
});

test("a time goes into its field and back, to the minute", () => {
  const at = new Date(2026, 11, 24, 18, 30).toISOString();
  const shown = asLocalTime(at);
  expect(shown).toBe("2026-12-24T18:30");
  expect(new Date(fromLocalTime(shown) ?? "").toISOString()).toBe(at);
  expect(asLocalTime("soon")).toBe("");
  expect(fromLocalTime("")).toBeNull();
});
