import { expect, test } from "vitest";
import type { Tick } from "../engine/tick.ts";
import { decideImport } from "./decideImport.ts";
import { chainOf } from "./HashChain.ts";

const ticks = (...notes: readonly string[]): readonly Tick[] =>
  notes.map((reason, i) => ({ seq: i + 1, at: 0, kind: "pause-requested", reason }));
const existing = (of: readonly Tick[]) => ({ ticks: of.length, chain: chainOf(of) });
const incoming = (of: readonly Tick[]) => ({ ...existing(of), chainAt: (n: number) => chainOf(of.slice(0, n)) });

test("an import is new, here already, a continuation, or becomes a copy", () => {
  const here = existing(ticks("a", "b"));
  expect(decideImport(undefined, incoming(ticks("a")))).toBe("new");
  expect(decideImport(here, incoming(ticks("a", "b")))).toBe("here");
  expect(decideImport(here, incoming(ticks("a", "b", "c")))).toBe("continued");
  expect(decideImport(here, incoming(ticks("a", "c")))).toBe("copy");
  expect(decideImport(here, incoming(ticks("x", "b", "c")))).toBe("copy");
  expect(decideImport(here, incoming(ticks("a")))).toBe("copy");
});
