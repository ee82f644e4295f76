import { exponent, median, repeat, type Samples, type Scale, scaled } from "../measure.ts";
import { forget } from "../ours/driven.ts";
import { runDurably } from "../ours/runDurably.ts";
import { runInMemory } from "../ours/runInMemory.ts";
import { type Bench, fullBuffer, longQueue, loop, ring, rounds } from "../ours/workflows.ts";

/**
 * B5: the cost of a tick behind the 1,000th against that before the 100,000th. Each is the median of several stretches, so
 * that one pause of the machine does not decide.
 */
function overHistory(run: (marks: readonly number[], length: number) => Promise<readonly number[]>, note: string) {
  return (scale: Scale): Promise<Samples> => {
    const early = 1_000;
    const late = scaled(100_000, scale, 10_000);
    const [stretches, width] = [12, 250];
    const whole = stretches * width;
    const marksFrom = (begin: number) => Array.from({ length: stretches + 1 }, (_, index) => begin + index * width);
    const marks = [...marksFrom(early), ...marksFrom(late - whole)];
    const cost = (at: readonly number[]) => median(at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / width));
    return repeat(
      scale,
      async () => {
        const at = await run(marks, late + 500);
        return exponent(
          { x: early + whole / 2, y: cost(at.slice(0, stretches + 1)) },
          { x: late - whole / 2, y: cost(at.slice(stretches + 1)) },
        );
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
    const run = await runDurably(
      rounds(50, () => Promise.resolve(), length),
      marks,
    );
    await forget(run.runId);
    return run.at;
  }, "exponent of the cost per tick, 1,000 → 100,000 ticks, 50 lines of steps in IndexedDB"),
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
