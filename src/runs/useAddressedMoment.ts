import { useEffect, useRef } from "react";
import type { MomentStore } from "./moment.ts";

/** Browsers refuse more than about a hundred changes of the address in half a minute; ms. */
const notedEveryMs = 400;

/** Keeps the moment and the address alike: a link opens at its tick, and what is looked at can be linked to. */
export function useAddressedMoment(
  moment: MomentStore,
  tick: number | null,
  onTick: (tick: number | null) => void,
): void {
  /** What the address says: a moment that it does not name yet must not be taken back. */
  const noted = useRef(tick);
  useEffect(() => {
    if (noted.current === tick) return;
    noted.current = tick;
    moment.setState({ tick });
  }, [moment, tick]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (): void => {
      timer = undefined;
      const { tick } = moment.getState();
      if (tick === noted.current) return;
      noted.current = tick;
      onTick(tick);
    };
    const stop = moment.subscribe(() => {
      timer ??= setTimeout(note, notedEveryMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [moment, onTick]);
}
