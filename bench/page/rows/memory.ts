import { alternate, type Samples, type Scale, type Side, scaled } from "../measure.ts";
import { runInMemory } from "../ours/runInMemory.ts";
import { loop } from "../ours/workflows.ts";

/** B3: steps per second of a loop, against another engine's loop of the same async function. */
export function loopAgainst(other: (length: number) => Promise<number>, otherLength: number, name: string) {
  return (scale: Scale): Promise<Samples> => {
    const length = scaled(10_000, scale, 100);
    const us: Side = async () => (length / (await runInMemory(loop(length))).ms) * 1_000;
    const shorter = scaled(otherLength, scale, 100);
    return alternate(scale, us, () => other(shorter), `steps/s in memory, loop of ${length} (${name}: ${shorter})`);
  };
}
