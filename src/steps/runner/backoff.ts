/** Waits between tries, ms: doubling from the first to the longest. */
export function backoffMs(tries: number, firstMs = 250, longestMs = 5_000): number {
  return Math.min(firstMs * 2 ** Math.min(tries, 20), longestMs);
}
