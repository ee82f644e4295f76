import type { RunSummary } from "../protocol/engineApi.ts";
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
 * Tells a person who looks elsewhere that a run asks. One notification per run, whatever tab of ours shows it; it goes
 * when nothing of the run waits any more, wherever that was answered.
 */
export function watchNeeds(): void {
  let before: Needs | null = null;
  const shown = new Map<string, Notification>();
  useLibrary.subscribe(({ runs }) => {
    if (runs === null) return;
    const grown = newNeeds(before, runs);
    before = needsOf(runs);
    for (const [id, notification] of shown) {
      if (before.has(id)) continue;
      shown.delete(id);
      notification.close();
    }
    if (notificationsAllowed()) for (const run of grown) void tell(run);
  });

  async function tell(run: RunSummary): Promise<void> {
    const seen = await isSeen(run.id);
    // Answered meanwhile.
    if (seen || !before?.has(run.id)) return;
    const notification = notify(run);
    if (notification) shown.set(run.id, notification);
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
