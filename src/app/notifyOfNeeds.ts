import type { RunSummary } from "../protocol/storedRun.ts";
import { notificationsAllowed } from "../ui/notifications.ts";
import { useLibrary } from "./libraryStore.ts";
import { isSeen } from "./placesSeen.ts";
import { navigate } from "./useRoute.ts";

/** How many things of each run wait for a person. */
export type Needs = ReadonlyMap<string, number>;

export function needsOf(runs: readonly RunSummary[]): Needs {
  return new Map(runs.filter(({ needsYou }) => needsYou > 0).map(({ id, needsYou }) => [id, needsYou]));
}

/** Runs of which more waits than before; none as long as nothing is known from before. */
export function newNeeds(before: Needs | null, runs: readonly RunSummary[]): readonly RunSummary[] {
  return before === null ? [] : runs.filter(({ id, needsYou }) => needsYou > (before.get(id) ?? 0));
}

/**
 * Tells a person who looks elsewhere that a run asks. One tab tells it, the one that shares the run's Web Lock of that
 * name with nobody: a hidden tab that hears of it later says nothing again, also when the notification was put away
 * meanwhile. It goes, and the lock, when nothing of the run waits any more, wherever that was answered.
 */
export function watchNeeds(): void {
  let before: Needs | null = null;
  /** Runs of which this tab tells. */
  const telling = new Map<string, { shown: Notification | null; release(): void }>();
  useLibrary.subscribe(({ runs }) => {
    if (runs === null) return;
    const grown = newNeeds(before, runs);
    before = needsOf(runs);
    for (const [id, { shown, release }] of telling) {
      if (before.has(id)) continue;
      telling.delete(id);
      shown?.close();
      release();
    }
    if (notificationsAllowed()) for (const run of grown) void tell(run);
  });

  async function tell(run: RunSummary): Promise<void> {
    if (await isSeen(run.id)) return;
    const own = telling.get(run.id);
    if (own) own.shown = notify(run) ?? own.shown;
    else await navigator.locks.request(`tickwork-tells:${run.id}`, { ifAvailable: true }, (lock) => lock && hold(run));
  }

  /** Resolves when nothing of the run waits any more. */
  function hold(run: RunSummary): Promise<void> | undefined {
    // Answered meanwhile.
    if (!before?.has(run.id)) return;
    const shown = notify(run);
    if (shown) return new Promise((release) => telling.set(run.id, { shown, release }));
  }
}

function notify({ id, name, number, needsYou }: RunSummary): Notification | null {
  const body = needsYou === 1 ? "Something waits for your answer." : `${needsYou} things wait for you.`;
  try {
    const shown = new Notification(`${name}, run ${number}`, { body, tag: `needs ${id}` });
    shown.onclick = () => {
      window.focus();
      navigate({ kind: "run", run: id });
      shown.close();
    };
    return shown;
  } catch {
    // Some browsers let only service workers notify; the title of the tab says it, too.
    return null;
  }
}
