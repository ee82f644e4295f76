import { createStore, type StoreApi } from "zustand/vanilla";
import type { TimeTravel } from "../engine/TimeTravel.ts";
import type { RunFeed, ShownRun } from "./runFeed.ts";

/** Which moment of the run its page shows. */
export interface Moment {
  /** The tick after which the run is shown, from 1; `null`: as it is now. */
  readonly tick: number | null;
  /** It moves on by itself. */
  readonly playing: boolean;
  /** Ticks a second, while it plays. */
  readonly speed: number;
}

export type MomentStore = StoreApi<Moment>;

export function createMoment(tick: number | null = null): MomentStore {
  return createStore<Moment>(() => ({ tick, playing: false, speed: 4 }));
}

/**
 * The run as it was after a tick, or after the last one that was read so far. What only the present knows is left
 * out: nothing holds up a past.
 */
export function runAt(travel: TimeTravel, tick: number, now: ShownRun): ShownRun {
  const seq = Math.min(Math.max(tick, 0), travel.seq);
  const view = travel.viewAt(seq);
  const { endedAt, line, ...summary } = now.summary;
  const ended = view.lifecycle === "completed";
  return {
    kind: "shown",
    seq,
    view,
    owner: now.owner,
    holds: [],
    summary: {
      ...summary,
      lifecycle: view.lifecycle,
      outcome: view.outcome,
      seq,
      ...(ended && endedAt !== undefined && { endedAt }),
      ...(ended && line !== undefined && { line }),
    },
  };
}

/** What the page shows: the present, or the moment that was chosen. */
export function shownAt(feed: RunFeed, tick: number | null, travel: TimeTravel): RunFeed {
  return feed.kind !== "shown" || tick === null ? feed : runAt(travel, tick, feed);
}
