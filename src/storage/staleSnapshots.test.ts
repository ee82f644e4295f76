import { expect, test } from "vitest";
import { staleSnapshots } from "./staleSnapshots.ts";

/** What is kept after snapshots at every `every` ticks up to `last`. */
function keptUpTo(last: number, every: number): readonly number[] {
  let kept: readonly number[] = [];
  for (let seq = every; seq <= last; seq += every) {
    const seqs = [...kept, seq];
    const stale = new Set(staleSnapshots(seqs));
    kept = seqs.filter((each) => !stale.has(each));
  }
  return kept;
}

test("the two newest always stay", () => {
  expect(staleSnapshots([])).toEqual([]);
  expect(staleSnapshots([7, 9])).toEqual([]);
  expect(keptUpTo(50_000, 1_000).slice(-2)).toEqual([49_000, 50_000]);
});

test("a long run keeps few, and from any tick the nearest one before it is not much farther back than the end is away", () => {
  for (const every of [100, 1_000, 3_000]) {
    for (const last of [20_000, 57_000, 99_000]) {
      const kept = keptUpTo(last, every);
      expect(kept.length).toBeLessThanOrEqual(12);
      for (let seq = Math.round(last * 0.55); seq < last; seq += 97) {
        const before = kept.findLast((each) => each < seq) ?? 0;
        expect(seq - before).toBeLessThanOrEqual(3 * Math.max(last - seq, every, 1_000));
      }
    }
  }
});
