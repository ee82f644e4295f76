import fc from "fast-check";
import { expect, test } from "vitest";
import { fromArray, lengthOf, peek, push, type Queue, shift, toArray, unshift } from "./queue.ts";

test("a queue agrees with a plain list through every sequence of operations", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("push", "shift", "unshift"), { maxLength: 200 }), (operations) => {
      let queue: Queue<number>;
      const plain: number[] = [];
      let next = 0;
      for (const operation of operations) {
        if (operation === "shift") {
          queue = shift(queue);
          plain.shift();
        } else {
          next++;
          queue = operation === "push" ? push(queue, next) : unshift(queue, next);
          if (operation === "push") plain.push(next);
          else plain.unshift(next);
        }
        expect(toArray(queue)).toEqual(plain);
        expect(lengthOf(queue)).toBe(plain.length);
        expect(peek(queue)).toBe(plain[0]);
      }
      expect(toArray(fromArray(plain))).toEqual(plain);
    }),
  );
});
