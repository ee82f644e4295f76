import { alternate, type Samples, type Scale, type Side, scaled } from "../measure.ts";
import { forget } from "../ours/driven.ts";
import { runDurably } from "../ours/runDurably.ts";
import { fanOut, loop } from "../ours/workflows.ts";

/** B4: our durable steps against steps that are checkpointed into memory. */
export function chainAgainst(other: (length: number) => Promise<number>) {
  return (scale: Scale): Promise<Samples> => {
    const length = scaled(1_000, scale);
    const us: Side = async () => {
      const run = await runDurably(loop(length));
      await forget(run.runId);
      return (length / run.ms) * 1_000;
    };
    const note = `steps/s, chain of ${length}; theirs in memory, ours in IndexedDB`;
    return alternate(scale, { us, other: () => other(length), note });
  };
}

export function fanOutAgainst(other: (count: number, workers: number) => Promise<number>) {
  return (scale: Scale): Promise<Samples> => {
    const count = scaled(1_000, scale);
    const us: Side = async () => {
      const run = await runDurably(fanOut(count, 4));
      await forget(run.runId);
      return (count / run.ms) * 1_000;
    };
    const note = `items/s, fan-out of ${count} with 4 at once; theirs in memory, ours in IndexedDB`;
    return alternate(scale, { us, other: () => other(count, 4), note });
  };
}
