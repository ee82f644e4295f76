import type { Wait } from "../workflow/retryPolicy.ts";

/**
 * How long to wait before a retry, whole ms (`formats.md` §1).
 * @param retry from 0: the first retry uses the first delay
 * @param random gives numbers in [0, 1)
 * Throws when the wait is not one of the forms, or gives no finite time.
 */
export function waitMs(wait: Wait, retry: number, random: () => number): number {
  const jitter = wait.jitterMs === undefined ? 0 : random() * amount(wait.jitterMs, "jitterMs");
  return Math.floor(amount(amount(baseMs(wait, retry, random), "the wait") + jitter, "the wait"));
}

function baseMs(wait: Wait, retry: number, random: () => number): number {
  if ("fixedMs" in wait) return amount(wait.fixedMs, "fixedMs");
  if ("exponential" in wait) {
    const { firstMs, factor, maxMs = Number.POSITIVE_INFINITY } = wait.exponential;
    // A first wait of 0 stays 0, though factor ** retry may be infinite by then.
    return firstMs === 0 ? 0 : Math.min(amount(firstMs, "firstMs") * factor ** retry, maxMs);
  }
  if ("incrementing" in wait) {
    const { firstMs, stepMs, maxMs = Number.POSITIVE_INFINITY } = wait.incrementing;
    return Math.min(amount(firstMs, "firstMs") + stepMs * retry, maxMs);
  }
  if ("list" in wait) {
    const entry = wait.list[Math.min(retry, wait.list.length - 1)];
    if (entry === undefined) throw new RangeError("the list of waits is empty");
    return entry;
  }
  if ("random" in wait) {
    const minMs = amount(wait.random.minMs, "minMs");
    const maxMs = amount(wait.random.maxMs, "maxMs");
    if (maxMs < minMs) throw new RangeError("maxMs is below minMs");
    return minMs + Math.floor(random() * (maxMs - minMs + 1));
  }
  if ("sum" in wait) return wait.sum.reduce((total, part) => total + waitMs(part, retry, random), 0);
  throw new TypeError("the wait is none of fixedMs, exponential, incrementing, list, random, sum");
}

/** Some 30,000 years; added to any time it still is an exact number. */
const longestMs = 1e15;

function amount(ms: number, name: string): number {
  if (typeof ms !== "number" || !(ms >= 0) || ms > longestMs) {
    throw new RangeError(`${name} must be a number of milliseconds from 0 to ${longestMs}, not ${String(ms)}`);
  }
  return ms;
}
