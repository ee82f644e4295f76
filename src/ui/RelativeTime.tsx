import { useSyncExternalStore } from "react";
import { formatExact, formatRelative } from "./format.ts";

const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of watchers) each();
    }, 1000);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time, epoch ms, once a second; all users share one timer. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}

/** A time (epoch ms) relative to now; the exact one on hover and for assistive technology. */
export function RelativeTime({ at }: { readonly at: number }) {
  const text = useSyncExternalStore(watch, () => formatRelative(at, now));
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>
      {text}
    </time>
  );
}
