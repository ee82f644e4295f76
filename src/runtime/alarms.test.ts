import { expect, test } from "vitest";
import { createAlarms } from "./alarms.ts";

function manualClock() {
  let now = 0;
  let armed: { at: number; fire: () => void } | undefined;
  let settings = 0;
  return {
    now: () => now,
    setAlarm(at: number | null, fire: () => void) {
      settings++;
      armed = at === null ? undefined : { at, fire };
    },
    get armedAt() {
      return armed?.at;
    },
    get settings() {
      return settings;
    },
    ringAt(time: number) {
      now = time;
      const ring = armed;
      armed = undefined;
      ring?.fire();
    },
  };
}

test("the world holds the earliest of the alarms, and each rings once at its time", () => {
  const clock = manualClock();
  const alarms = createAlarms(clock);
  const rung: string[] = [];
  alarms.set("deadline", 30, () => rung.push("deadline"));
  alarms.set("execution x1", 10, () => rung.push("x1"));
  alarms.set("execution x2", 20, () => rung.push("x2"));
  expect(clock.armedAt).toBe(10);
  clock.ringAt(25);
  expect(rung).toEqual(["x1", "x2"]);
  expect(clock.armedAt).toBe(30);
  clock.ringAt(30);
  expect(rung).toEqual(["x1", "x2", "deadline"]);
  expect(clock.armedAt).toBeUndefined();
});

test("an alarm that is set again or cleared does not ring at its old time", () => {
  const clock = manualClock();
  const alarms = createAlarms(clock);
  const rung: string[] = [];
  alarms.set("deadline", 10, () => rung.push("old"));
  alarms.set("execution x1", 15, () => rung.push("x1"));
  alarms.set("deadline", 50, () => rung.push("new"));
  expect(clock.armedAt).toBe(15);
  alarms.set("execution x1", null);
  expect(clock.armedAt).toBe(50);
  clock.ringAt(50);
  expect(rung).toEqual(["new"]);
});

test("a later alarm behind an armed one does not touch the world", () => {
  const clock = manualClock();
  const alarms = createAlarms(clock);
  alarms.set("deadline", 10, () => undefined);
  const before = clock.settings;
  for (let id = 0; id < 100; id++) alarms.set(`execution x${id}`, 100 + id, () => undefined);
  for (let id = 0; id < 100; id++) alarms.set(`execution x${id}`, null);
  expect(clock.settings).toBe(before);
});
