import { expect, test } from "vitest";
import { problemsOf } from "./problemsOf.ts";

const rulesOf = (steps: unknown) => problemsOf({ steps }, { scenario: true }).map(({ rule }) => rule);

test("a document that cannot be read is told by the rules of its places, one that can by its validation", () => {
  const step = { kind: "code", accepts: ["Start"], config: { source: "x" } };
  expect(rulesOf({ a: { ...step, workers: "many" } })).toEqual(["V5"]);
  expect(rulesOf({ a: { ...step, config: {} } })).toEqual(["V8"]);
  expect(rulesOf({ a: { kind: "code", needs: [], when: { exit: 1 }, config: { source: "x" } } })).toEqual(["V7", "V7"]);
  expect(rulesOf({ a: { ...step, accepts: ["Ghost"] } })).toEqual(["V1", "V2"]);
  expect(rulesOf({ a: step })).toEqual([]);
});
