import type { CommittedGroup } from "../../../src/runtime/world.ts";
import { createRun, deleteRunRows, removeFence } from "../../../src/storage/runs.ts";
import { createAlarmClock } from "../../../src/tab/alarmClock.ts";
import { openTabChannel } from "../../../src/tab/channel.ts";
import { createLibrary } from "../../../src/tab/library.ts";
import { nothingOutside } from "../../../src/tab/nothingOutside.ts";
import { ownRun } from "../../../src/tab/ownedRun.ts";
import { createTroubles } from "../../../src/tab/storageStatus.ts";
import type { TabContext } from "../../../src/tab/tabContext.ts";
import { createTurns } from "../../../src/tab/turns.ts";
import { digestOf } from "../../../src/workflow/digest.ts";
import { database, databaseName as name } from "./database.ts";
import { executorsOf } from "./execute.ts";
import type { Act, Bench } from "./workflows.ts";

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

/** Writes a new run with the request that begins it, as a tab does; its id. */
export async function addRun({ workflow, input }: Bench): Promise<string> {
  const runId = crypto.randomUUID();
  const createdAt = Date.now();
  await createRun(
    database,
    {
      id: runId,
      digest: digestOf(workflow),
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
    workflow,
    { runId, at: createdAt, request: { kind: "tick", body: { kind: "run-started", input } } },
  );
  return runId;
}

/** Drives a run from where its journal ends, as a tab does after each load. Resolves when it ends; rejects unless it ends well. */
export function drive(runId: string, bench: Bench, onCommitted: (group: CommittedGroup) => void): Promise<void> {
  acts = bench.acts;
  return new Promise((resolve, reject) => {
    void ownRun(tab, runId, "load", {
      onChange() {},
      onCommitted(group) {
        onCommitted(group);
        const { lifecycle, outcome, reason } = group.state;
        if (lifecycle === "completed" && outcome !== "success")
          reject(new Error(`the run ended as ${outcome}: ${reason}`));
      },
      onLog() {},
      onSaid() {},
      onEnd: () => resolve(),
    }).then((run) => run ?? reject(new Error("there was nothing to drive")), reject);
  });
}

export async function forget(runId: string): Promise<void> {
  await deleteRunRows(database, runId);
  await removeFence(database, runId);
}
