import type { RunSummary } from "../protocol/engineApi.ts";
import { notificationsAllowed } from "../ui/notifications.ts";
import { useLibrary } from "./libraryStore.ts";
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

/** Tells a person who looks elsewhere that a run asks. One notification per run, whatever tab of ours shows it. */
export function watchNeeds(): void {
  let before: Needs | null = null;
  useLibrary.subscribe(({ runs }) => {
    if (runs === null) return;
    const grown = newNeeds(before, runs);
    before = needsOf(runs);
    if (document.visibilityState === "visible" || !notificationsAllowed()) return;
    for (const run of grown) notify(run);
  });
}

function notify({ id, name, number, needsYou }: RunSummary): void {
  const body = needsYou === 1 ? "Something waits for your answer." : `${needsYou} things wait for you.`;
  try {
    const shown = new Notification(`${name}, run ${number}`, { body, tag: `needs ${id}` });
    shown.onclick = () => {
      window.focus();
      navigate({ kind: "run", run: id });
      shown.close();
    };
  } catch {
    // Some browsers let only service workers notify; the title of the tab says it, too.
  }
}
