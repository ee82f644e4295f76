import { useSyncExternalStore } from "react";
import { formatExact, formatRelative } from "./format.ts";
import { clockNow, watchClock } from "./pageClock.ts";

/** The time, epoch ms, once a second; all users share one timer. */
export function useNow(): number {
  return useSyncExternalStore(watchClock, clockNow);
}

/** A time (epoch ms) relative to now; the exact one on hover and for assistive technology. */
export function RelativeTime({ at }: { readonly at: number }) {
  const text = useSyncExternalStore(watchClock, () => formatRelative(at, clockNow()));
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>
      {text}
    </time>
  );
}
