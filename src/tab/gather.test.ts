import { expect, test } from "vitest";
import { gather } from "./gather.ts";

/** Texts that wait for nothing and take a millisecond each. */
async function* slowTexts(count: number): AsyncGenerator<string> {
  for (let made = 0; made < count; made++) {
    const began = performance.now();
    while (performance.now() - began < 1);
    yield `${made};`;
  }
}

test("others get their turn while a file is put together, and nothing of it is lost", async () => {
  let turns = 0;
  const file = await gather(slowTexts(60), (turn) => {
    turns++;
    setImmediate(turn);
  });
  expect(turns).toBeGreaterThanOrEqual(3);
  expect((await file.text()).split(";")).toHaveLength(61);
});
