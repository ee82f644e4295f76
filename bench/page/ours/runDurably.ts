import type { Tick } from "../../../src/engine/tick.ts";
import { eachTicks } from "../../../src/storage/segments.ts";
import { database } from "./database.ts";
import { addRun, drive } from "./driven.ts";
import type { Timed } from "./runInMemory.ts";
import type { Bench } from "./workflows.ts";

export interface DurableRun extends Timed {
  readonly runId: string;
  /** Commits after the first. */
  readonly commits: number;
  /** Since the first commit, at each of the asked ticks, ms. */
  readonly at: readonly number[];
}

/** Starts a run as a tab does and drives it to its end. Timed from the first commit to the last. */
export async function runDurably(bench: Bench, marks: readonly number[] = []): Promise<DurableRun> {
  const runId = await addRun(bench);
  let begin = 0;
  let ms = 0;
  let first = 0;
  let last = 0;
  let commits = -1;
  const at: number[] = [];
  await drive(runId, bench, ({ ticks, state }) => {
    commits++;
    last = ticks.at(-1)?.seq ?? last;
    if (begin === 0) {
      begin = performance.now();
      first = last;
    }
    while (at.length < marks.length && last >= Number(marks[at.length])) at.push(performance.now() - begin);
    if (state.lifecycle === "completed") ms = performance.now() - begin;
  });
  return { runId, ticks: last - first, ms, commits, at };
}

/** The commits of a run as they were written, without the first. */
export function commitsOf(runId: string): Promise<readonly (readonly Tick[])[]> {
  return database.read(["segments"], async (transaction) =>
    (await transaction.objectStore("segments").getAll(IDBKeyRange.bound([runId], [runId, []]))).slice(1),
  );
}

export async function ticksOf(runId: string): Promise<readonly Tick[]> {
  const all: Tick[] = [];
  for await (const ticks of eachTicks(database, runId)) all.push(...ticks);
  return all;
}
