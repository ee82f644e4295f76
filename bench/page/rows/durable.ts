import { writeCommits } from "../bare/bareIndexedDb.ts";
import { openRecords } from "../bare/recordsAside.ts";
import { alternate, type Samples, type Scale, type Side, scaled } from "../measure.ts";
import { forget } from "../ours/driven.ts";
import { commitsOf, runDurably, ticksOf } from "../ours/runDurably.ts";
import { type Bench, fanOut, loop } from "../ours/workflows.ts";

/** A commit is made ready while the one before is under way, so that here too everything depends on compiled code. */
const warmUps = 15;

/** B1: our whole way from an executor's result to a durable tick, against writing the very same commits with nothing around. */
function againstBare(bench: () => Bench, what: string) {
  return async (scale: Scale): Promise<Samples> => {
    const model = await runDurably(bench());
    const commits = await commitsOf(model.runId);
    await forget(model.runId);
    const ticks = commits.reduce((sum, commit) => sum + commit.length, 0);
    const us: Side = async () => {
      const run = await runDurably(bench());
      await forget(run.runId);
      return (run.ticks / run.ms) * 1_000;
    };
    const bare: Side = async () => (ticks / (await writeCommits(commits))) * 1_000;
    const note = `durable ticks/s, ${what}; ${commits.length} commits of ${ticks} ticks`;
    return alternate(scale, { us, other: bare, note, warmUps });
  };
}

/** B2. */
async function commitsPerStep(scale: Scale): Promise<Samples> {
  const steps = scaled(1_000, scale);
  const us: number[] = [];
  for (let round = 0; round < scale.rounds; round++) {
    const run = await runDurably(loop(steps));
    await forget(run.runId);
    us.push(run.commits / steps);
  }
  return { us, note: `commits after the first ÷ steps, chain of ${steps}` };
}

/** B2: the same ticks one per record, in the best of several sizes of transaction. */
async function againstRecords(scale: Scale): Promise<Samples> {
  // The fan-out of B1: both rows tell of the same rate.
  const bench = () => fanOut(scaled(20_000, scale, 200), 64);
  const model = await runDurably(bench());
  const write = await openRecords((await ticksOf(model.runId)).slice(-model.ticks));
  await forget(model.runId);
  const us: Side = async () => {
    const run = await runDurably(bench());
    await forget(run.runId);
    return (run.ticks / run.ms) * 1_000;
  };
  const rate = async (size: number) => model.ticks / (await write(size));
  let best = { size: 1, rate: 0 };
  for (const size of [1, 10, 100, 1_000]) {
    const reached = await rate(size);
    if (reached > best.rate) best = { size, rate: reached };
  }
  const records: Side = async () => (await rate(best.size)) * 1_000;
  const note = `durable ticks/s, fan-out 64; the other side ${best.size} records a transaction`;
  return alternate(scale, { us, other: records, note, warmUps });
}

export const durableRows = {
  "B1 chain relaxed": (scale: Scale) => againstBare(() => loop(scaled(1_500, scale)), "chain")(scale),
  "B1 fan-out 4 relaxed": (scale: Scale) => againstBare(() => fanOut(scaled(4_000, scale), 4), "4 workers")(scale),
  "B1 fan-out 64 relaxed": (scale: Scale) => againstBare(() => fanOut(scaled(20_000, scale), 64), "64 workers")(scale),
  "B2 commits per step": commitsPerStep,
  "B2 fan-out 64 against records": againstRecords,
};
