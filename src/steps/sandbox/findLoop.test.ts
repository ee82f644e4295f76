import { expect, test } from "vitest";
import { findLoop } from "./findLoop.ts";

const source = `const text = "for (;;) {}"; // while (true)
start();
for (let i = 0; i < 3; i++) {
  call(i);
}
while (true) { n++; }`;

test("a place inside a loop stays", () => {
  expect(findLoop(source, { line: 4, column: 3 })).toEqual({ line: 4, column: 3 });
});
test("a place outside of all loops becomes the next loop; words in strings and comments are none", () => {
  expect(findLoop(source, { line: 1, column: 1 })).toEqual({ line: 3, column: 1 });
  expect(findLoop(source, { line: 5, column: 2 })).toEqual({ line: 6, column: 1 });
});
test("without a loop behind it the place stays", () => {
  expect(findLoop("f();", { line: 1, column: 1 })).toEqual({ line: 1, column: 1 });
});
