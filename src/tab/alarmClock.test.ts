import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAlarmClock } from "./alarmClock.ts";

let wall = 0;

beforeEach(() => {
  wall = 1_000_000;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Both the clock and the timers move. */
function pass(ms: number): void {
  wall += ms;
  vi.advanceTimersByTime(ms);
}

test("alarms fire when they are due, in the order of their times, each run's newest only", () => {
  const clock = createAlarmClock(() => wall);
  const [a, b] = [clock.createAlarm(), clock.createAlarm()];
  const fired: string[] = [];
  a(wall + 300, () => fired.push("a300"));
  b(wall + 200, () => fired.push("b200"));
  a(wall + 100, () => fired.push("a100"));
  pass(99);
  expect(fired).toEqual([]);
  pass(1);
  expect(fired).toEqual(["a100"]);
  pass(500);
  expect(fired).toEqual(["a100", "b200"]);
});

test("a cleared alarm does not fire", () => {
  const clock = createAlarmClock(() => wall);
  const [a, b] = [clock.createAlarm(), clock.createAlarm()];
  const fired: string[] = [];
  a(wall + 10, () => {
    fired.push("a");
    b(null, () => {});
  });
  b(wall + 10, () => fired.push("b"));
  pass(20);
  expect(fired).toEqual(["a"]);
});

test("after a sleep of the machine an alarm fires at the next look, though its timer has time left", () => {
  const clock = createAlarmClock(() => wall);
  const fired: string[] = [];
  clock.createAlarm()(wall + 3_600_000, () => fired.push("hour"));
  wall += 3_600_000;
  clock.check();
  expect(fired).toEqual(["hour"]);
});

test("without anybody looking it is noticed after a few seconds", () => {
  const clock = createAlarmClock(() => wall);
  const fired: string[] = [];
  clock.createAlarm()(wall + 86_400_000 * 60, () => fired.push("two months"));
  wall += 86_400_000 * 60;
  vi.advanceTimersByTime(5_000);
  expect(fired).toEqual(["two months"]);
});
