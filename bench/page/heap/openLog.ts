import type { Tick } from "../../../src/engine/tick.ts";
import { createEngineApi } from "../../../src/tab/createEngineApi.ts";
import { gather } from "../../../src/tab/gather.ts";
import { nothingOutside } from "../../../src/tab/nothingOutside.ts";
import { runLogFormat } from "../../../src/transfer/runLogFormat.ts";
import { writeRunLog } from "../../../src/transfer/writeRunLog.ts";
import { digestOf } from "../../../src/workflow/digest.ts";
import type { Workflow } from "../../../src/workflow/workflow.ts";

// A log is opened in the page itself, because the heap of a page can be asked for from outside.

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "a long run",
  limits: { maxExecutions: 1_000_000 },
  steps: { go: { kind: "code", accepts: ["Start", "Next"], emits: { next: "Next" }, config: { source: "" } } },
};

/** About 500 bytes a tick. */
function* ticksOf(count: number): Generator<Tick> {
  yield { seq: 1, at: 1, kind: "run-started", input: null };
  for (let seq = 2; seq <= count; seq++) {
    const data = { text: `${seq} `.repeat(Math.ceil(330 / `${seq} `.length)) };
    const results = [{ kind: "return", value: { type: "Next", data } }] as const;
    yield { seq, at: seq, kind: "execution-finished", execution: `x${seq - 1}`, results };
  }
}

const api = createEngineApi(nothingOutside, { name: `bench-log-${crypto.randomUUID()}` });
let log: Blob | undefined;
let runId = "";

/** Writes the log; its size in bytes. */
async function makeLog(ticks: number): Promise<number> {
  runId = crypto.randomUUID();
  const header = {
    format: runLogFormat,
    runId,
    workflow,
    digest: digestOf(workflow),
    createdAt: 1,
    engine: "0",
    origin: "tab",
  } as const;
  log = await gather(writeRunLog({ header, ticks: ticksOf(ticks) }), (turn) => turn());
  return log.size;
}

/** Imports it as a person's drop does, and takes it away again. */
async function openLog(): Promise<void> {
  const answer = await api.importLog(log ?? new Blob());
  if (!answer.ok) throw new Error(answer.refusal.message);
  if (answer.value.damage) throw new Error(answer.value.damage.message);
  await api.deleteRun(runId);
}

Object.assign(globalThis, { makeLog, openLog });
