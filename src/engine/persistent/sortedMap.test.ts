import fc from "fast-check";
import { expect, test } from "vitest";
import { entries, find, first, fromSorted, natural, put, remove, type SortedMap, sizeOf } from "./sortedMap.ts";

type Change = { readonly key: number; readonly value: number | undefined };

const changes = fc.array(
  fc.record({ key: fc.integer({ min: 0, max: 60 }), value: fc.option(fc.integer(), { nil: undefined }) }),
  { maxLength: 200 },
);

function apply(map: SortedMap<number, number>, change: Change): SortedMap<number, number> {
  return change.value === undefined ? remove(map, change.key, natural) : put(map, change.key, change.value, natural);
}

test("a sorted map agrees with a plain map through every sequence of changes, and no change touches an older map", () => {
  fc.assert(
    fc.property(changes, (list) => {
      const plain = new Map<number, number>();
      let map: SortedMap<number, number>;
      for (const change of list) {
        const before = [...entries(map)];
        const next = apply(map, change);
        expect([...entries(map)]).toEqual(before);
        map = next;
        if (change.value === undefined) plain.delete(change.key);
        else plain.set(change.key, change.value);
        const sorted = [...plain].sort(([a], [b]) => a - b);
        expect([...entries(map)]).toEqual(sorted);
        expect(sizeOf(map)).toBe(plain.size);
        expect(first(map)?.key).toBe(sorted[0]?.[0]);
        expect(find(map, change.key, natural)).toBe(plain.get(change.key));
      }
    }),
  );
});

test("a sorted map stays shallow when keys come and go in order, as counters do", () => {
  let map: SortedMap<number, number>;
  for (let key = 0; key < 10_000; key++) {
    map = put(map, key, key, natural);
    if (key >= 1_000) map = remove(map, key - 1_000, natural);
  }
  const depth = (branch: SortedMap<number, number>): number =>
    branch === undefined ? 0 : 1 + Math.max(depth(branch.left), depth(branch.right));
  expect(sizeOf(map)).toBe(1_000);
  expect(depth(map)).toBeLessThan(22);
});

test("entries can begin in the middle", () => {
  const map = fromSorted([1, 3, 5, 7].map((key) => [key, key] as const));
  expect([...entries(map, { key: 4, compare: natural })].map(([key]) => key)).toEqual([5, 7]);
  expect([...entries(map, { key: 3, compare: natural })].map(([key]) => key)).toEqual([3, 5, 7]);
});
