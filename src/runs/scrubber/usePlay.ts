import { useEffect } from "react";
import type { MomentStore } from "../moment.ts";
import { momentFor } from "./scrubKeys.ts";

/** Moves the moment on while it plays, at most once a frame; at the end of what was read the present takes over. */
export function usePlay(moment: MomentStore, playing: boolean, lastRead: () => number): void {
  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    let before = performance.now();
    let owed = 0;
    const go = (now: number): void => {
      const { tick, speed } = moment.getState();
      // A page that was hidden or busy does not leap.
      owed += (Math.min(now - before, 200) / 1000) * speed;
      before = now;
      const ticks = Math.floor(owed);
      owed -= ticks;
      if (tick === null) {
        moment.setState({ playing: false });
        return;
      }
      if (ticks > 0) {
        const next = momentFor(tick + ticks, lastRead());
        moment.setState({ tick: next, playing: next !== null });
        if (next === null) return;
      }
      frame = requestAnimationFrame(go);
    };
    frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }, [moment, playing, lastRead]);
}
