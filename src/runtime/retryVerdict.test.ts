import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RetryPolicy, Wait } from "../workflow/retryPolicy.ts";
import { findPattern } from "./linearPattern.ts";
import { type FailedAttempt, judgeFailure } from "./retryVerdict.ts";
import { seededRandom } from "./seededRandom.ts";
import { waitMs } from "./waitMs.ts";

const failed: FailedAttempt = {
  runId: "r1",
  step: "s",
  item: "i1",
  attempt: 1,
  failures: 0,
  firstAttemptAt: 0,
  failedAt: 0,
  failure: { name: "Error", message: "503 from upstream" },
};

function waits(wait: Wait, retries: number): readonly number[] {
  return Array.from({ length: retries }, (_, retry) => waitMs(wait, retry, () => 0));
}

function verdict(policy: RetryPolicy, change: Partial<FailedAttempt> = {}) {
  return judgeFailure(policy, { ...failed, ...change }, findPattern).verdict;
}

describe("waits", () => {
  test("count from 0: the first retry uses the first delay", () => {
    expect(waits({ fixedMs: 70 }, 3)).toEqual([70, 70, 70]);
    expect(waits({ exponential: { firstMs: 100, factor: 2, maxMs: 500 } }, 5)).toEqual([100, 200, 400, 500, 500]);
    expect(waits({ incrementing: { firstMs: 10, stepMs: 5, maxMs: 22 } }, 4)).toEqual([10, 15, 20, 22]);
    expect(waits({ sum: [{ fixedMs: 1 }, { list: [10, 20] }] }, 3)).toEqual([11, 21, 21]);
  });

  test("[R55] a list repeats its last entry", () => {
    expect(waits({ list: [200, 600] }, 4)).toEqual([200, 600, 600, 600]);
  });

  test("an exponential wait stays within its bound however often it is retried", () => {
    expect(waitMs({ exponential: { firstMs: 1, factor: 10, maxMs: 9_000 } }, 5_000, () => 0)).toBe(9_000);
    expect(waitMs({ exponential: { firstMs: 0, factor: 10, maxMs: 9_000 } }, 5_000, () => 0)).toBe(0);
  });

  test("random waits and jitter stay between their bounds and are whole milliseconds", () => {
    const bounds = fc.tuple(fc.nat(10_000), fc.nat(10_000), fc.nat(500));
    fc.assert(
      fc.property(bounds, fc.string(), ([minMs, width, jitterMs], seed) => {
        const wait = waitMs({ random: { minMs, maxMs: minMs + width }, jitterMs }, 0, seededRandom([seed]));
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(minMs);
        expect(wait).toBeLessThanOrEqual(minMs + width + jitterMs);
      }),
    );
  });
});

describe("verdicts", () => {
  test("maxAttempts counts failed tries, the last included", () => {
    const policy: RetryPolicy = { maxAttempts: 3, wait: { fixedMs: 5 } };
    expect([0, 1, 2].map((failures) => verdict(policy, { failures }))).toEqual([
      { retryAfterMs: 5 },
      { retryAfterMs: 5 },
      null,
    ]);
  });

  test("[R55] interruptions raise the attempt number but are no failures", () => {
    expect(verdict({ maxAttempts: 2, wait: { fixedMs: 5 } }, { attempt: 9, failures: 0 })).toEqual({ retryAfterMs: 5 });
  });

  test("[R21] [R55] stopAfterMs stops when the elapsed time reaches it, and 0 is a time", () => {
    const policy: RetryPolicy = { maxAttempts: 99, wait: { fixedMs: 5 }, stopAfterMs: 1_000 };
    expect(verdict(policy, { firstAttemptAt: 0, failedAt: 999 })).toEqual({ retryAfterMs: 5 });
    expect(verdict(policy, { firstAttemptAt: 0, failedAt: 1_000 })).toBeNull();
    expect(verdict(policy, { firstAttemptAt: 500, failedAt: 1_000 })).toEqual({ retryAfterMs: 5 });
  });

  test("on names the failures that are retried: every key it gives, any entry in a key", () => {
    const policy: RetryPolicy = {
      maxAttempts: 9,
      wait: { fixedMs: 5 },
      on: { names: ["A", "Error"], message: "^50\\d" },
    };
    expect(verdict(policy)).toEqual({ retryAfterMs: 5 });
    expect(verdict(policy, { failure: { name: "B", message: "503" } })).toBeNull();
    expect(verdict(policy, { failure: { name: "A", message: "404" } })).toBeNull();
  });

  test("status and exit look at what the executor reported", () => {
    const failure = { name: "HttpError", message: "", data: { status: 429 } };
    expect(verdict({ maxAttempts: 9, wait: { fixedMs: 5 }, on: { status: [429] } }, { failure })).not.toBeNull();
    expect(verdict({ maxAttempts: 9, wait: { fixedMs: 5 }, on: { status: [500] } }, { failure })).toBeNull();
    expect(verdict({ maxAttempts: 9, wait: { fixedMs: 5 }, on: { exit: [7] } }, { exit: { code: 7 } })).not.toBeNull();
    expect(
      verdict({ maxAttempts: 9, wait: { fixedMs: 5 }, on: { exit: [7] } }, { exit: { signal: "SIGKILL" } }),
    ).toBeNull();
  });

  test("notOn names the failures that are not", () => {
    const policy: RetryPolicy = { maxAttempts: 9, wait: { fixedMs: 5 }, notOn: { message: "upstream" } };
    expect(verdict(policy)).toBeNull();
    expect(verdict(policy, { failure: { name: "Error", message: "other" } })).toEqual({ retryAfterMs: 5 });
  });

  test("a Retry-After that the server gave is honoured", () => {
    const failure = { name: "HttpError", message: "", data: { status: 503, retryAfterMs: 9_000 } };
    expect(verdict({ maxAttempts: 9, wait: { fixedMs: 5 } }, { failure })).toEqual({ retryAfterMs: 9_000 });
    expect(verdict({ maxAttempts: 9, wait: { fixedMs: 20_000 } }, { failure })).toEqual({ retryAfterMs: 20_000 });
  });

  test.each(["NotAnEventError", "MissingValueError", "WaiterInUseError", "DeniedError"])(
    "[R15] [T16] [T40] [R59] %s is never retried",
    (name) => {
      expect(verdict({ maxAttempts: 9, wait: { fixedMs: 5 } }, { failure: { name, message: "" } })).toBeNull();
    },
  );

  test("[T16] a denial is never retried", () => {
    expect(verdict({ maxAttempts: 9, wait: { fixedMs: 5 } }, { denied: true })).toBeNull();
  });

  test.each([
    { maxAttempts: 9, wait: { fixedMs: 5 }, on: { message: "(" } },
    { maxAttempts: 9, wait: { list: [] } },
    { maxAttempts: 9, wait: { fixedMs: Number.NaN } },
    { maxAttempts: 9, wait: { incrementing: { firstMs: 1, stepMs: -9, maxMs: 5 } }, failures: 3 },
    { maxAttempts: 9, wait: {} as Wait },
  ] satisfies readonly (RetryPolicy & { failures?: number })[])(
    "[R22] a policy that throws means no retry: %j",
    (policy) => {
      const failure = { name: "Error", message: "the real one", cause: { name: "Error", message: "deeper" } };
      const judged = judgeFailure(policy, { ...failed, failure, failures: 3 }, findPattern);
      expect(judged.verdict).toBeNull();
      expect(judged.failure).toMatchObject({ message: "the real one", cause: { message: "deeper" } });
      expect(judged.failure.cause?.cause?.name).toBe("RetryPolicyError");
    },
  );

  test("the same run, step, item and attempt always draw the same chance, others their own", () => {
    const policy: RetryPolicy = { maxAttempts: 99, wait: { random: { minMs: 0, maxMs: 1e9 } } };
    const draw = (change: Partial<FailedAttempt>) => verdict(policy, change)?.retryAfterMs;
    expect(draw({})).toBe(draw({}));
    const others = [{}, { runId: "r2" }, { step: "t" }, { item: "i2" }, { attempt: 2 }].map(draw);
    expect(new Set(others).size).toBe(others.length);
  });

  test("the verdict is a finite time from 0, or none, whatever the policy says", () => {
    const amount = fc.oneof(fc.integer({ min: -10, max: 1e6 }), fc.double());
    const wait: fc.Arbitrary<Wait> = fc.oneof(
      fc.record({ fixedMs: amount }),
      fc.record({ exponential: fc.record({ firstMs: amount, factor: amount, maxMs: amount }) }),
      fc.record({ incrementing: fc.record({ firstMs: amount, stepMs: amount, maxMs: amount }) }),
      fc.record({ list: fc.array(amount) }),
      fc.record({ random: fc.record({ minMs: amount, maxMs: amount }), jitterMs: amount }),
    );
    fc.assert(
      fc.property(wait, fc.nat(500), (each, failures) => {
        const got = verdict({ maxAttempts: 1_000, wait: { sum: [each] } }, { failures });
        if (got === null) return;
        expect(Number.isSafeInteger(got.retryAfterMs) && got.retryAfterMs >= 0).toBe(true);
      }),
    );
  });
});

test("seeded numbers spread over [0, 1)", () => {
  const random = seededRandom(["spread"]);
  const tenths = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 10_000; draw++) {
    const tenth = Math.floor(random() * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});
