import { useMemo } from "react";
import { useStore } from "zustand";
import { nextIn, previousIn } from "../../engine/PastIndex.ts";
import { useHistory, useNewest, useRunContext, useTick } from "../RunContext.ts";
import { type JumpTarget, momentFor } from "./scrubKeys.ts";

export interface Scrub {
  /** The tick that is shown. */
  readonly at: number;
  /** The last tick of the run. */
  readonly last: number;
  /** The last tick that was read: so far one can go back at once. */
  readonly read: number;
  readonly isPast: boolean;
  /** What stands behind the last tick: a run that goes on, or nothing. */
  readonly ahead: "live" | "end";
  readonly playing: boolean;
  readonly speed: number;
  go(seq: number): void;
  live(): void;
  play(playing: boolean): void;
  setSpeed(speed: number): void;
  /** The next tick of what is looked for, or the one before (`-1`); `undefined`: there is none. */
  find(to: JumpTarget, direction: 1 | -1): number | undefined;
}

/** The word of the way out of the past. */
export const wayBack: Record<Scrub["ahead"], string> = { live: "Back to live", end: "To the end" };

/** Where the page stands in the run, and the ways to elsewhere. */
export function useScrub(): Scrub {
  const { stores, selected, damaged } = useRunContext();
  const { travel, seq: read } = useHistory();
  const newest = useNewest(({ seq }) => seq) ?? 0;
  const tick = useTick();
  const ended = useNewest(({ view }) => view.lifecycle === "completed") ?? false;
  const { playing, speed } = useStore(stores.moment);
  const storeKey = useStore(stores.storeKey, ({ key }) => key);
  const last = Math.max(newest, read);
  const at = tick === null ? last : Math.min(tick, last);
  return useMemo(
    () => ({
      at,
      last,
      read,
      isPast: tick !== null,
      ahead: ended || damaged ? "end" : "live",
      playing,
      speed,
      go: (seq) => stores.moment.setState({ tick: momentFor(seq, last), playing: false }),
      live: () => stores.moment.setState({ tick: null, playing: false }),
      // Whoever plays at the end sees it from the beginning.
      play: (playing) => stores.moment.setState({ playing, ...(playing && tick === null && { tick: 1 }) }),
      setSpeed: (speed) => stores.moment.setState({ speed }),
      find: (to, direction) => {
        const { index } = travel;
        const seqs = {
          step: () => (selected === null ? [] : index.ofStep(selected)),
          error: () => index.errors,
          store: () => index.storeChanges(storeKey === null ? [] : [storeKey]),
          ask: () => index.asks,
        }[to]();
        return direction === 1 ? nextIn(seqs, at) : previousIn(seqs, at);
      },
    }),
    [at, last, read, tick, ended, damaged, playing, speed, stores, travel, selected, storeKey],
  );
}
