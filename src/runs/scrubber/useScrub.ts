import { useMemo } from "react";
import { useStore } from "zustand";
import { nextIn, previousIn } from "../../engine/PastIndex.ts";
import { useHistoryPart, useNewest, useRunContext, useTick } from "../RunContext.ts";
import type { RunStores } from "../useRun.ts";
import { type JumpTarget, momentFor } from "./scrubKeys.ts";

/** Where the page stands in the run. */
export interface ScrubPlace {
  /** The tick that is shown. */
  readonly at: number;
  /** The last tick of the run. */
  readonly last: number;
  /** The last tick that was read: so far one can go back at once. */
  readonly read: number;
}

/** The ways to elsewhere in the run. They stay the same while it goes on, so that what only offers them does too. */
export interface ScrubWays {
  place(): ScrubPlace;
  go(seq: number): void;
  live(): void;
  play(playing: boolean): void;
  setSpeed(speed: number): void;
  /** The next tick of what is looked for, or the one before (`-1`); `undefined`: there is none. */
  find(to: JumpTarget, direction: 1 | -1): number | undefined;
}

/** What stands behind the last tick: a run that goes on, or nothing. */
type Ahead = "live" | "end";

/** The word of the way out of the past. */
export const wayBack: Record<Ahead, string> = { live: "Back to live", end: "To the end" };

export function useAhead(): Ahead {
  const { damaged } = useRunContext();
  const ended = useNewest(({ view }) => view.lifecycle === "completed") ?? false;
  return ended || damaged ? "end" : "live";
}

/** It is another one with each update of a run that goes on. */
export function useScrubPlace(): ScrubPlace {
  const read = useHistoryPart(({ seq }) => seq);
  const newest = useNewest(({ seq }) => seq) ?? 0;
  const tick = useTick();
  return useMemo(() => placeOf(read, newest, tick), [read, newest, tick]);
}

export function useScrubWays(): ScrubWays {
  const { stores, selected } = useRunContext();
  const storeKey = useStore(stores.storeKey, ({ key }) => key);
  return useMemo(() => {
    const { moment } = stores;
    const place = () => placeNow(stores);
    return {
      place,
      go: (seq) => moment.setState({ tick: momentFor(seq, place().last), playing: false }),
      live: () => moment.setState({ tick: null, playing: false }),
      // Whoever plays at the end sees it from the beginning.
      play: (playing) => moment.setState({ playing, ...(playing && moment.getState().tick === null && { tick: 1 }) }),
      setSpeed: (speed) => moment.setState({ speed }),
      find: (to, direction) => {
        const { index } = stores.history.store.getState().travel;
        const seqs = {
          step: () => (selected === null ? [] : index.ofStep(selected)),
          error: () => index.errors,
          store: () => index.storeChanges(storeKey === null ? [] : [storeKey]),
          ask: () => index.asks,
        }[to]();
        return direction === 1 ? nextIn(seqs, place().at) : previousIn(seqs, place().at);
      },
    };
  }, [stores, selected, storeKey]);
}

function placeNow({ history, feed, moment }: RunStores): ScrubPlace {
  const run = feed.getState();
  return placeOf(history.store.getState().seq, run.kind === "shown" ? run.seq : 0, moment.getState().tick);
}

function placeOf(read: number, newest: number, tick: number | null): ScrubPlace {
  const last = Math.max(newest, read);
  return { at: tick === null ? last : Math.min(tick, last), last, read };
}
