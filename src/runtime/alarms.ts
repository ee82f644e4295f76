import type { World } from "./world.ts";

/** What a run waits for by the clock: deadlines of its state, an execution that takes too long (R43), a retried commit. */
export type AlarmName = "deadline" | "commit" | `execution ${string}`;

/** Several named alarms over the one that the world offers. */
export interface Alarms {
  /** Replaces the alarm of this name; `null` clears it. A past time fires as soon as possible. */
  set(name: AlarmName, at: number | null, ring?: () => void): void;
  clearAll(): void;
}

export function createAlarms(world: Pick<World, "now" | "setAlarm">): Alarms {
  const waiting = new Map<AlarmName, { readonly at: number; readonly ring: () => void }>();
  let armedAt: number | null = null;

  function arm(): void {
    let earliest: number | null = null;
    for (const alarm of waiting.values()) if (earliest === null || alarm.at < earliest) earliest = alarm.at;
    if (earliest === armedAt) return;
    armedAt = earliest;
    world.setAlarm(earliest, fire);
  }

  function fire(): void {
    armedAt = null;
    const now = world.now();
    const due = [...waiting].filter(([, alarm]) => alarm.at <= now).sort(([, a], [, b]) => a.at - b.at);
    for (const [name] of due) waiting.delete(name);
    for (const [, alarm] of due) alarm.ring();
    arm();
  }

  return {
    set(name, at, ring) {
      const before = waiting.get(name)?.at;
      // Most executions have no guard: taking away what is not there changes nothing.
      if (before === undefined && (at === null || !ring)) return;
      if (at === null || !ring) waiting.delete(name);
      else waiting.set(name, { at, ring });
      // With many executions running, only a change at the front is worth a look at all of them.
      if (before === armedAt || armedAt === null || (at !== null && at < armedAt)) arm();
    },
    clearAll() {
      waiting.clear();
      arm();
    },
  };
}
