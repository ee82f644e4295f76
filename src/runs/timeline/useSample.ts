import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { StateView } from "../../engine/view.ts";
import { useRunContext } from "../RunContext.ts";
import type { RunStores } from "../useRun.ts";

/** How often a run that goes on is laid out anew, ms; open bars grow between. */
const leastMs = 300;
/** Laying out takes one part in so many of the time, as long as nobody has to wait longer than `mostMs` for it. */
const share = 30;
const mostMs = 3_000;

export interface Sample {
  /** The last tick that was read. */
  readonly seq: number;
  /** Of the moment that is shown. */
  readonly steps: StateView["steps"];
}

/**
 * The run as it is laid out: a run that goes on changes many times a second, and a long one takes long to lay out.
 * Another moment is there at once. `tookMs` is to hold how long the last layout took.
 */
export function useSample(tookMs: RefObject<number>): Sample {
  const { stores } = useRunContext();
  const [sample, setSample] = useState(() => sampleOf(stores));
  const take = useCallback(() => {
    const next = sampleOf(stores);
    setSample((before) => (before.seq === next.seq && before.steps === next.steps ? before : next));
  }, [stores]);
  const takenAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const now = (): void => {
      clearTimeout(timer);
      timer = undefined;
      takenAt.current = performance.now();
      take();
    };
    const wait = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(now, ms);
    };
    const soon = (): void => {
      const pace = Math.min(Math.max(leastMs, share * tookMs.current), mostMs);
      // Nothing more comes: what is there is the whole.
      if (isWhole(stores)) wait(0);
      else if (timer === undefined) wait(Math.max(0, takenAt.current + pace - performance.now()));
    };
    const isPast = () => stores.moment.getState().tick !== null;
    const stops = [stores.history.store.subscribe(soon), stores.shown.subscribe(() => (isPast() ? now() : soon()))];
    now();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [stores, take, tookMs]);
  return sample;
}

/** The run ended, and its journal was read to the end. */
function isWhole({ history, feed }: RunStores): boolean {
  const run = feed.getState();
  return run.kind === "shown" && run.view.lifecycle === "completed" && history.store.getState().seq >= run.seq;
}

const noSteps: StateView["steps"] = {};

function sampleOf({ history, shown }: RunStores): Sample {
  const run = shown.getState();
  return { seq: history.store.getState().seq, steps: run.kind === "shown" ? run.view.steps : noSteps };
}
