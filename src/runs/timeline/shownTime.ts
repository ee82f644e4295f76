/** A time in which the run did not exist: between the last tick that a fork copied and the fork itself. Epoch ms. */
export interface TimeGap {
  readonly from: number;
  readonly to: number;
}

/** Where a time stands on the axis. */
export type ShownTime = (at: number) => number;

/** The gap before each tick in which a run went its own way: more than one for a fork of a fork. */
export function gapsIn(
  forks: readonly number[],
  entries: readonly { readonly tick: { readonly at: number } }[],
): readonly TimeGap[] {
  return forks.flatMap((seq) => {
    const [from, to] = [entries[seq - 2]?.tick.at, entries[seq - 1]?.tick.at];
    return from === undefined || to === undefined ? [] : [{ from, to: Math.max(from, to) }];
  });
}

/**
 * Puts what was copied right before the fork, whenever it happened: nobody looks at the days between. Times behind the
 * last gap stay as they are; `undefined`: all do.
 */
export function closeGaps(gaps: readonly TimeGap[]): ShownTime | undefined {
  if (gaps.length === 0) return undefined;
  return (at) => {
    let shift = 0;
    for (const { from, to } of gaps) {
      if (at <= from) shift += to - from;
      // What a gap lies in happened at its end, as far as the run knows.
      else if (at < to) shift += to - at;
    }
    return at + shift;
  };
}
