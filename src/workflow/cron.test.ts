import { describe, expect, test } from "vitest";
import { readCron } from "./cron.ts";

/** In the machine's own time zone, as the expressions are read. */
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();

function next(source: string, from: number): number | undefined {
  const cron = readCron(source);
  if (!cron.ok) throw new Error(cron.message);
  return cron.next(from);
}

describe("the next time of a cron expression", () => {
  const monday = at(2026, 5, 1, 10, 30);

  test("fields are lists, ranges, steps and names, in the time zone of the machine", () => {
    expect(next("0 9 * * *", monday)).toBe(at(2026, 5, 2, 9));
    expect(next("*/15 * * * *", monday)).toBe(at(2026, 5, 1, 10, 45));
    expect(next("0 9-17/4 * * MON-FRI", monday)).toBe(at(2026, 5, 1, 13));
    expect(next("0 0 1 JAN,JUL *", monday)).toBe(at(2026, 6, 1));
    expect(next("0 12 * * 7", monday)).toBe(at(2026, 5, 7, 12));
    expect(next("@daily", monday)).toBe(at(2026, 5, 2));
  });

  test("it is always later, even from the very minute", () => {
    expect(next("30 10 * * *", monday)).toBe(at(2026, 5, 2, 10, 30));
    expect(next("30 10 * * *", monday - 1)).toBe(monday);
  });

  test("a day that never comes has none", () => {
    expect(next("0 0 30 2 *", monday)).toBeUndefined();
    expect(next("0 0 29 2 *", monday)).toBe(at(2028, 1, 29));
  });
});

test("what cannot be read says why", () => {
  const message = (source: string) => {
    const cron = readCron(source);
    return cron.ok ? "" : cron.message;
  };
  expect(message("")).toContain("five fields");
  expect(message("0 9 * *")).toContain("This one has 4");
  expect(message("0 0 9 * * *")).toContain("This one has 6");
  expect(message("61 * * * *")).toContain("no cron expression");
  expect(message("soon * * * *")).toContain("no cron expression");
});
