/** How this tab came to own a run. */
export type Granted = "load" | "takeover";

/**
 * Seeks the exclusive lock of a run: at once if it is free, else when its owner goes. `own` runs while this tab holds
 * it; the lock is given back when it ends. Ends early, without having owned, when `signal` aborts. `first` hears
 * whether it was free.
 */
export async function seekLock(
  name: string,
  signal: AbortSignal,
  first: (free: boolean) => void,
  own: (granted: Granted) => Promise<void>,
): Promise<void> {
  const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    first(lock !== null);
    if (lock && !signal.aborted) await own("load");
    return lock !== null;
  });
  if (free || signal.aborted) return;
  await navigator.locks
    .request(name, { signal }, async () => {
      if (!signal.aborted) await own("takeover");
    })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}
