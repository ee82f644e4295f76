/** Snapshots closer to the newest than this count as one age, ticks. */
const youngest = 1_000;

/**
 * Which snapshots of a run go when a new one comes, by their ticks in order. The two newest stay for whoever takes the
 * run up; of the others one of each age, the ages doubling: a fork is never folded from much farther back than it lies
 * before the end, and a long run keeps a dozen.
 */
export function staleSnapshots(seqs: readonly number[]): readonly number[] {
  const newest = seqs.at(-1) ?? 0;
  const kept = new Set<number>();
  return seqs.slice(0, -2).filter((seq) => {
    const age = Math.floor(Math.log2(Math.max(1, (newest - seq) / youngest)));
    // The oldest of an age stays: it is the one that reaches the next age first.
    if (kept.has(age)) return true;
    kept.add(age);
    return false;
  });
}
