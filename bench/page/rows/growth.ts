import { exponent, repeat, type Samples, type Scale, scaled } from "../measure.ts";
import { forget } from "../ours/driven.ts";
import { runDurably } from "../ours/runDurably.ts";
import { runInMemory } from "../ours/runInMemory.ts";
import { type Bench, fanOut, fullBuffer, longQueue, loop, ring } from "../ours/workflows.ts";

/** B5: the cost of a tick around the 1,000th against that around the 100,000th. */
function overHistory(run: (marks: readonly number[], length: number) => Promise<readonly number[]>, note: string) {
  return (scale: Scale): Promise<Samples> => {
    const early = 1_000;
    const late = scaled(100_000, scale, 8_000);
    const width = Math.min(2_500, late / 4);
    const marks = [early, early + width, late - width, late];
    return repeat(
      scale,
      async () => {
        const [a = 0, b = 0, c = 0, d = 0] = await run(marks, late + 500);
        return exponent({ x: early + width / 2, y: (b - a) / width }, { x: late - width / 2, y: (d - c) / width });
      },
      note,
    );
  };
}

/** The cost of a tick, ms, of a run that is about nothing else. */
async function costPerTick(bench: Bench, from: number, ticks: number): Promise<number> {
  const { at } = await runInMemory(bench, [from, from + ticks]);
  return (Number(at[1]) - Number(at[0])) / ticks;
}

function between(low: number, high: number, cost: (x: number) => Promise<number>, note: string) {
  return (scale: Scale) =>
    repeat(scale, async () => exponent({ x: low, y: await cost(low) }, { x: high, y: await cost(high) }), note);
}

const ticks = 5_000;

export const growthRows = {
  "B5 history in memory": overHistory(
    async (marks, length) => (await runInMemory(loop(length), marks)).at,
    "exponent of the cost per tick, 1,000 → 100,000 ticks, loop in memory",
  ),
  "B5 history durable": overHistory(async (marks, length) => {
    const run = await runDurably(fanOut(length, 64), marks);
    await forget(run.runId);
    return run.at;
  }, "exponent of the cost per tick, 1,000 → 100,000 ticks, fan-out 64 in IndexedDB"),
  "B6 queue length": between(
    10,
    10_000,
    (length) => costPerTick(longQueue(length, ticks + 1_000), 500, ticks),
    "exponent of the cost per tick, 10 → 10,000 queued items, in memory",
  ),
  "B6 buffered events": between(
    10,
    10_000,
    (length) => costPerTick(fullBuffer(length, ticks + 1_000), 500, ticks),
    "exponent of the cost per tick, 10 → 10,000 events in the buffer of a step, in memory",
  ),
  "B6 steps": between(
    5,
    500,
    (steps) => costPerTick(ring(steps, ticks + 1_000), 500, ticks),
    "exponent of the cost per tick, 5 → 500 steps, in memory",
  ),
};
