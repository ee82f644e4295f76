import type { Tick } from "../../../src/engine/tick.ts";
import { Database } from "../../../src/storage/Database.ts";
import { createRun, deleteRunRows } from "../../../src/storage/runs.ts";
import { eachTicks } from "../../../src/storage/segments.ts";
import { createAlarmClock } from "../../../src/tab/alarmClock.ts";
import { openTabChannel } from "../../../src/tab/channel.ts";
import { createLibrary } from "../../../src/tab/library.ts";
import { nothingOutside } from "../../../src/tab/nothingOutside.ts";
import { ownRun } from "../../../src/tab/ownedRun.ts";
import { createTroubles } from "../../../src/tab/storageStatus.ts";
import type { TabContext } from "../../../src/tab/tabContext.ts";
import { createTurns } from "../../../src/tab/turns.ts";
import { digestOf } from "../../../src/workflow/digest.ts";
import { executorsOf } from "./execute.ts";
import type { Timed } from "./runInMemory.ts";
import type { Act, Bench } from "./workflows.ts";

const name = "tickwork-bench";
const database = new Database({ name });
let acts: Readonly<Record<string, Act>> = {};

/** What one tab has around its runs, but for its steps. */
const tab: TabContext = {
  name,
  version: "bench",
  tabId: "bench",
  database,
  channel: openTabChannel(name),
  library: createLibrary(database),
  clock: createAlarmClock(),
  defer: createTurns(),
  troubles: createTroubles(() => {}),
  damagedLogs: new Map(),
  outside: { ...nothingOutside, executorsOf: () => executorsOf(acts) },
};

export interface DurableRun extends Timed {
  readonly runId: string;
  /** Commits after the first. */
  readonly commits: number;
  /** Since the first commit, at each of the asked ticks, ms. */
  readonly at: readonly number[];
}

/** Starts a run as a tab does and drives it to its end. Timed from the first commit to the last. */
export async function runDurably(bench: Bench, marks: readonly number[] = []): Promise<DurableRun> {
  const runId = crypto.randomUUID();
  const createdAt = Date.now();
  acts = bench.acts;
  await createRun(
    database,
    {
      id: runId,
      digest: digestOf(bench.workflow),
      epoch: 0,
      engine: "bench",
      unfinished: 1,
      summary: {
        id: runId,
        name: "bench",
        number: 1,
        lifecycle: "planned",
        outcome: null,
        createdAt,
        seq: 0,
        needsYou: 0,
      },
    },
    bench.workflow,
    { runId, at: createdAt, request: { kind: "tick", body: { kind: "run-started", input: bench.input } } },
  );
  let begin = 0;
  let ms = 0;
  let first = 0;
  let last = 0;
  let commits = -1;
  const at: number[] = [];
  await new Promise<void>((resolve, reject) => {
    void ownRun(tab, runId, "load", {
      onChange() {},
      onCommitted({ ticks, state }) {
        commits++;
        last = ticks.at(-1)?.seq ?? last;
        if (begin === 0) {
          begin = performance.now();
          first = last;
        }
        while (at.length < marks.length && last >= Number(marks[at.length])) at.push(performance.now() - begin);
        if (state.lifecycle !== "completed") return;
        ms = performance.now() - begin;
        if (state.outcome !== "success") reject(new Error(`the run ended as ${state.outcome}: ${state.reason}`));
      },
      onLog() {},
      onSaid() {},
      onEnd: resolve,
    }).then((run) => run ?? reject(new Error("there was nothing to drive")), reject);
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

export async function forget(runId: string): Promise<void> {
  await deleteRunRows(database, runId);
}
