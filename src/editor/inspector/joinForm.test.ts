import { expect, test } from "vitest";
import type { Join } from "../../workflow/workflow.ts";
import { readJoin, writeJoin } from "./joinForm.ts";

const joins: readonly (Join | undefined)[] = [
  undefined,
  "one-of-each",
  { batch: "all" },
  { batch: "all", order: "arrival" },
  { batch: { take: 3 } },
  { batch: { take: 3 }, order: "arrival" },
];

test.each(joins)("a trigger reads and writes back the same: %j", (join) => {
  expect(writeJoin(readJoin(join))).toEqual(join);
});

test("what is said anyway is not written: each event by itself, in the order of the list", () => {
  expect(writeJoin(readJoin("each"))).toBeUndefined();
  expect(writeJoin(readJoin({ batch: "all", order: "list" }))).toEqual({ batch: "all" });
});
