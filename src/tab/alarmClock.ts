/** A timer is never set for longer, ms: after a sleep of the machine, or a changed clock, nobody waits for an old one. */
const longestMs = 5_000;

/** Arms one alarm of one run; `null` clears it. A past time fires as soon as possible. */
export type SetAlarm = (at: number | null, fire: () => void) => void;

/**
 * The alarms of all runs of a tab over one timer. Due is what the wall clock says, not the timer: hidden tabs and
 * sleeping machines make timers late, so whatever wakes the worker may call `check`.
 */
export interface AlarmClock {
  createAlarm(): SetAlarm;
  check(): void;
}

export function createAlarmClock(now: () => number = Date.now): AlarmClock {
  const armed = new Map<object, { readonly at: number; readonly fire: () => void }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer runs out; infinite without one. */
  let timerAt = Number.POSITIVE_INFINITY;

  function check(): void {
    const time = now();
    for (const [owner, alarm] of [...armed].sort(([, a], [, b]) => a.at - b.at)) {
      // One that fired may have cleared or moved the next.
      if (alarm.at > time || armed.get(owner) !== alarm) continue;
      armed.delete(owner);
      alarm.fire();
    }
    arm();
  }

  function arm(): void {
    let earliest = Number.POSITIVE_INFINITY;
    for (const alarm of armed.values()) earliest = Math.min(earliest, alarm.at);
    if (earliest === Number.POSITIVE_INFINITY && timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    timerAt = Number.POSITIVE_INFINITY;
    if (earliest === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.min(longestMs, Math.max(0, earliest - now()));
    timerAt = now() + waitMs;
    timer = setTimeout(() => {
      timer = undefined;
      timerAt = Number.POSITIVE_INFINITY;
      check();
    }, waitMs);
  }

  return {
    createAlarm() {
      const owner = {};
      return (at, fire) => {
        if (at === null) armed.delete(owner);
        else armed.set(owner, { at, fire });
        // An alarm that went away leaves its timer: it finds nothing, which costs less than arming on every change.
        if (at !== null && at < timerAt) arm();
      };
    },
    check,
  };
}
