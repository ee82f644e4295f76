import { expect, test } from "vitest";
import type { RetryPolicy, Wait } from "../../workflow/retryPolicy.ts";
import { type WaitKind, waitKindOf, withJitter, withRetryKind, withScope } from "./retryForm.ts";

const waits: Readonly<Record<WaitKind, Wait>> = {
  fixed: { fixedMs: 1000 },
  exponential: { exponential: { firstMs: 500, factor: 3, maxMs: 60_000 }, jitterMs: 100 },
  incrementing: { incrementing: { firstMs: 100, stepMs: 50, maxMs: 400 } },
  list: { list: [1, 2] },
  random: { random: { minMs: 5, maxMs: 9 } },
  sum: { sum: [{ fixedMs: 5 }, { list: [1] }] },
};
const kinds = Object.keys(waits) as WaitKind[];
const policy: RetryPolicy = { maxAttempts: 2, wait: waits.fixed, stopAfterMs: 5, on: { exit: [1] } };

test("every kind of wait is known, and choosing its own kind changes nothing", () => {
  for (const kind of kinds) {
    const same: RetryPolicy = { maxAttempts: 2, wait: waits[kind] };
    expect(waitKindOf(same.wait)).toBe(kind);
    expect(withRetryKind(same, kind)).toBe(same);
  }
});

test("another kind keeps the tries, the first delay, the jitter and which failures it is for", () => {
  for (const from of kinds) {
    for (const to of kinds.filter((kind) => kind !== from)) {
      const next = withRetryKind({ ...policy, wait: waits[from] }, to);
      expect(next).toMatchObject({ maxAttempts: 2, stopAfterMs: 5, on: { exit: [1] } });
      expect(next && waitKindOf(next.wait)).toBe(to);
      expect(next?.wait.jitterMs).toBe(waits[from].jitterMs);
    }
  }
  expect(withRetryKind({ ...policy, wait: waits.list }, "fixed")?.wait).toEqual({ fixedMs: 1 });
  expect(withRetryKind({ ...policy, wait: waits.sum }, "fixed")?.wait).toEqual({ fixedMs: 6 });
  expect(withRetryKind({ ...policy, wait: waits.exponential }, "sum")?.wait).toEqual({
    sum: [{ exponential: { firstMs: 500, factor: 3, maxMs: 60_000 } }],
    jitterMs: 100,
  });
});

test("a first policy tries three times, and none is none", () => {
  expect(withRetryKind(undefined, "fixed")).toEqual({ maxAttempts: 3, wait: { fixedMs: 1000 } });
  expect(withRetryKind(policy, "none")).toBeUndefined();
});

test("jitter goes when its field is emptied", () => {
  expect(withJitter(waits.exponential, null)).not.toHaveProperty("jitterMs");
  expect(withJitter(waits.list, 0)).toEqual({ list: [1, 2], jitterMs: 0 });
});

test("which failures it is for goes when it is emptied", () => {
  expect(withScope(policy, { on: {}, stopAfterMs: undefined })).toEqual({ maxAttempts: 2, wait: waits.fixed });
  expect(withScope(policy, { notOn: { status: [404] } })).toEqual({ ...policy, notOn: { status: [404] } });
});
