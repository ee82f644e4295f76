/**
 * Takes the lock whoever holds it: the one who did hears of it by the rejection of its own request, and the epoch that
 * is raised afterwards keeps it from writing, however long it takes to hear.
 */
export async function stealLock(
  name: string,
  signal: AbortSignal,
  own: (granted: Granted) => Promise<void>,
): Promise<void> {
  await navigator.locks.request(name, { steal: true }, async () => {
    if (!signal.aborted) await own("takeover");
  });
}

/** Whether a request for a lock that was granted ended because another tab stole it. */
export function wasStolen(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** How this tab came to own a run. */
export type Granted = "load" | "takeover";

/** Held by the one tab that drives the run. */
export function runLockName({ name }: { readonly name: string }, runId: string): string {
  return `${name}:run:${runId}`;
}

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
