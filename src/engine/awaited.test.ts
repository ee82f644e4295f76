import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../workflow/json.ts";
import { type Awaited, listWaiter, unlistWaiter, waitersFor } from "./awaited.ts";
import type { Waiter } from "./stepState.ts";
import { matches } from "./waiting.ts";

function waiter(generation: number, where?: Readonly<Record<string, Json>>): Waiter {
  return {
    id: `w${generation}`,
    generation,
    item: generation,
    ordinal: 0,
    named: false,
    type: "Answer",
    ...(where && { where }),
    since: 0,
    state: { kind: "open" },
  };
}

const value = fc.constantFrom<Json>(null, 0, 1, "1", "a", true, [1], { a: 1 });
const record = fc.dictionary(fc.constantFrom("a", "b", "__proto__"), value, { maxKeys: 2, noNullPrototype: true });

test("[R1] those that match are found in the order of steps and making, and nobody else of another value", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: 3 }), fc.option(record), fc.boolean()), { maxLength: 20 }),
      fc.oneof(record, value),
      fc.option(fc.nat({ max: 3 })),
      (made, data, to) => {
        const all = made.map(([step, where, gone], index) => ({
          step,
          gone,
          waiter: waiter(index, where ?? undefined),
        }));
        let awaited: Awaited;
        for (const { step, waiter: each } of all) awaited = listWaiter(awaited, step, each);
        for (const { step, gone, waiter: each } of all) if (gone) awaited = unlistWaiter(awaited, step, each);
        const event = { type: "Answer", data };
        const expected = all
          .filter(({ step, gone, waiter: each }) => !gone && matches(each, event) && (to === null || step === to))
          .sort((a, b) => a.step - b.step || a.waiter.generation - b.waiter.generation)
          .map(({ waiter: { id } }) => id);
        const byId = new Map(all.map(({ waiter: each }) => [each.id, each]));
        const found = waitersFor(awaited, event, to ?? undefined);
        const matching = found.filter(({ waiter: id }) => matches(byId.get(id) as Waiter, event));
        expect(matching.map(({ waiter: id }) => id)).toEqual(expected);
        for (const { step, gone, waiter: each } of all) if (!gone) awaited = unlistWaiter(awaited, step, each);
        expect(awaited).toBeUndefined();
      },
    ),
  );
});

test("[R76] an answer finds its own question among thousands", () => {
  let awaited: Awaited;
  for (let index = 0; index < 2_000; index++) awaited = listWaiter(awaited, 1, waiter(index, { ask: `i${index}.0` }));
  const answer = { type: "Answer", data: { ask: "i1234.0", value: 1 } };
  expect(waitersFor(awaited, answer)).toEqual([{ step: 1, waiter: "w1234" }]);
  expect(waitersFor(awaited, answer, 0)).toEqual([]);
});
