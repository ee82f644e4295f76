import { withChanges } from "../editor/canvas/changedKeys.ts";
import type { StateView } from "../engine/view.ts";
import type { Hold, Owner, RunUpdate } from "../protocol/runUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";

/** A run as its page knows it. */
export type RunFeed =
  | { readonly kind: "waiting" }
  | {
      readonly kind: "shown";
      readonly seq: number;
      readonly view: StateView;
      readonly owner: Owner;
      readonly holds: readonly Hold[];
      readonly summary: RunSummary;
    }
  /** It was deleted while it was shown. */
  | { readonly kind: "gone" };

export type ShownRun = Extract<RunFeed, { kind: "shown" }>;

/**
 * What updates of the engine make of the page's knowledge. Steps that did not change stay the same objects; of those
 * that did, the next table of steps is made at once, so that it is known which they are (`knownChanges`).
 */
export function applyRunUpdates(feed: RunFeed, updates: readonly RunUpdate[]): RunFeed {
  return gathered(updates).reduce(applyRunUpdate, feed);
}

/** Changes that come after one another as one. */
function gathered(updates: readonly RunUpdate[]): readonly RunUpdate[] {
  const all: RunUpdate[] = [];
  for (const update of updates) {
    const last = all.at(-1);
    if (last?.kind !== "changes" || update.kind !== "changes") all.push(update);
    else all[all.length - 1] = { ...update, steps: { ...last.steps, ...update.steps } };
  }
  return all;
}

function applyRunUpdate(feed: RunFeed, update: RunUpdate): RunFeed {
  switch (update.kind) {
    case "whole":
      return {
        kind: "shown",
        seq: update.seq,
        view: update.view,
        owner: update.owner,
        holds: update.holds,
        summary: update.summary,
      };
    case "changes": {
      // Changes without a whole to change are of an older watch: the whole one is on its way.
      if (feed.kind !== "shown") return feed;
      const steps = withChanges(feed.view.steps, update.steps);
      return {
        kind: "shown",
        seq: update.seq,
        view: { ...update.run, steps },
        owner: update.owner,
        holds: update.holds,
        summary: update.summary,
      };
    }
    case "gone":
      return { kind: "gone" };
  }
}
