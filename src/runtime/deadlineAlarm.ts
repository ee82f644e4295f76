import { dueDeadlines, nextDeadline } from "../engine/deadlines.ts";
import type { Alarms } from "./alarms.ts";
import type { InboxEntry } from "./inbox.ts";

/** Wakes a run at its deadlines: delayed items, waiters, its own. */
export interface DeadlineAlarm {
  /** Epoch ms of the earliest one; `null`: there is none. */
  arm(due: number | null): void;
}

export function createDeadlineAlarm(alarms: Alarms, add: (entry: InboxEntry) => void): DeadlineAlarm {
  function arm(due: number | null): void {
    alarms.set("deadline", due, () => add(dueEntry()));
  }

  /** The deadlines that are due when its turn comes, each only while the ones before it left it in the state. */
  function dueEntry(): InboxEntry {
    let before: string | undefined;
    return {
      repeat: true,
      body(time, current) {
        const [due] = dueDeadlines(current, time);
        if (!due) {
          // Nothing was due after all (the deadline moved meanwhile): arm for what is there now.
          if (before === undefined) arm(nextDeadline(current));
          return undefined;
        }
        const name = JSON.stringify(due);
        if (name === before) throw new Error(`The deadline ${name} stayed due after its tick.`);
        before = name;
        if (due.kind === "wake-up") return { kind: "wake-up", item: due.item };
        if (due.kind === "run") return { kind: "run-timed-out" };
        return { kind: "waiter-timed-out", step: due.step, waiter: due.waiter, generation: due.generation };
      },
    };
  }

  return { arm };
}
