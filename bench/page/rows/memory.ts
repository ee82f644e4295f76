import { alternate, type Samples, type Scale, type Side, scaled } from "../measure.ts";
import { runInMemory } from "../ours/runInMemory.ts";
import { loop } from "../ours/workflows.ts";

/** Engines take some 100,000 calls to compile what is hot: with fewer rounds both sides are measured half interpreted. */
const warmUps = 15;

/** B3: steps per second of a loop, against another engine's loop of the same async function. */
export function loopAgainst(other: (length: number) => Promise<number>, name: string) {
  return (scale: Scale): Promise<Samples> => {
    const length = scaled(10_000, scale, 100);
    const us: Side = async () => (length / (await runInMemory(loop(length))).ms) * 1_000;
    const note = `steps/s in memory, loop of ${length}, against ${name}; after ${warmUps} rounds of each`;
    return alternate(scale, { us, other: () => other(length), note, warmUps });
  };
}
