import { expect, test } from "vitest";
import type { RetryPolicy } from "../../workflow/retryPolicy.ts";
import { readRetry, withRetryKind, withScope, writeRetry } from "./retryForm.ts";

const policies: readonly (RetryPolicy | undefined)[] = [
  undefined,
  { maxAttempts: 3, wait: { fixedMs: 1000 } },
  { maxAttempts: 5, wait: { exponential: { firstMs: 500, factor: 2, maxMs: 60_000 }, jitterMs: 100 } },
  { maxAttempts: 2, wait: { list: [1, 2] } },
  { maxAttempts: 2, wait: { fixedMs: 1 }, on: { exit: [1] } },
];

test("every policy survives the form", () => {
  for (const policy of policies) expect(writeRetry(readRetry(policy))).toEqual(policy);
});

test("what the form cannot show is left as it is", () => {
  expect(policies.map((policy) => readRetry(policy).kind)).toEqual(["none", "fixed", "exponential", "custom", "fixed"]);
});

test("another kind keeps the tries and the first wait", () => {
  expect(withRetryKind(readRetry(policies[1]), "exponential")).toEqual({
    kind: "exponential",
    tries: 3,
    firstMs: 1000,
    factor: 2,
    maxMs: 60_000,
    jitterMs: null,
    scope: {},
  });
  expect(withRetryKind({ kind: "none" }, "fixed")).toMatchObject({ tries: 3, waitMs: 1000 });
});

test("which failures it is for is kept when the waits change, and goes when it is emptied", () => {
  const policy: RetryPolicy = { maxAttempts: 2, wait: { fixedMs: 1 }, stopAfterMs: 5, on: { exit: [1] } };
  expect(writeRetry(withRetryKind(readRetry(policy), "exponential"))).toMatchObject({
    stopAfterMs: 5,
    on: { exit: [1] },
  });
  expect(withScope(policy, { on: {}, stopAfterMs: undefined })).toEqual({ maxAttempts: 2, wait: { fixedMs: 1 } });
  expect(withScope(policy, { notOn: { status: [404] } })).toEqual({ ...policy, notOn: { status: [404] } });
});
