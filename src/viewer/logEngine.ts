import { taskResults } from "../engine/taskEnding.ts";
import type { ExecutionId } from "../engine/tick.ts";
import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { OutputUpdate, RunUpdate } from "../protocol/runUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { keptOutput } from "../transfer/keptOutput.ts";
import { valueMediaType } from "../transfer/runLogFormat.ts";
import { importedSummary } from "../transfer/runSummary.ts";
import type { OpenedLog } from "./openLog.ts";

/** What a run that is only looked at can be asked; everything else is refused. */
type Looking = Pick<
  EngineApi,
  | "loadRun"
  | "lastRun"
  | "readTicks"
  | "readValue"
  | "taskResults"
  | "watchRun"
  | "watchOutput"
  | "saveDraft"
  | "loadDraft"
>;

export function summaryOf({ header, travel }: OpenedLog): RunSummary {
  const run = { id: header.runId, createdAt: header.createdAt, number: 1 };
  return importedSummary(travel.plan, run, travel.stateAt(travel.seq), travel.tick(travel.seq));
}

/** An engine that has one run, read from its log, and can do nothing but show it. */
export function createLogEngine(log: OpenedLog): EngineApi {
  const { header, travel, history, artifacts } = log;
  const { plan, seq } = travel;
  const state = travel.stateAt(seq);
  const summary = summaryOf(log);
  const isIt = (id: string): boolean => id === header.runId;
  const values = new Map(artifacts.flatMap(({ digest, data }) => (data ? [[digest, data] as const] : [])));
  const valueText = async (digest: string): Promise<string> => {
    const data = values.get(digest);
    if (data === undefined) throw new Error(leftOut);
    return new TextDecoder().decode(data);
  };

  async function outputOf(execution: ExecutionId): Promise<readonly OutputUpdate[]> {
    const updates: OutputUpdate[] = [];
    for (const artifact of artifacts) {
      if (artifact.execution !== execution || artifact.stream !== "log" || !artifact.data) continue;
      updates.push({ kind: "bytes", stream: "log", from: 0, text: new TextDecoder().decode(artifact.data) });
    }
    const end = travel.tick(history.attempt(execution)?.toSeq ?? 0);
    if (end?.kind === "execution-finished") updates.push(...(await keptOutput(end, valueText)));
    return updates;
  }

  const looking: Looking = {
    loadRun: async (id) => {
      if (!isIt(id)) return refusal;
      const value = { summary, workflow: plan.workflow, digest: header.digest, input: state.input };
      return { ok: true, value };
    },
    lastRun: async () => ({ ok: true, value: null }),
    readTicks: async (id, from, to) =>
      isIt(id) ? history.entries.slice(Math.max(0, from - 1), to).map(({ tick }) => tick) : [],
    readValue: async (_id, digest) => {
      const data = values.get(digest);
      if (data === undefined) return { ok: false, refusal: { code: "not-found", message: leftOut } };
      return { ok: true, value: new Blob([new Uint8Array(data)], { type: valueMediaType }) };
    },
    taskResults: async () => ({ ok: true, value: taskResults(plan, state) }),
    async watchRun(_id, port) {
      const update: RunUpdate = {
        kind: "whole",
        seq,
        view: travel.viewAt(seq),
        owner: "none",
        holds: [],
        summary,
      };
      port.postMessage(update);
    },
    async watchOutput({ execution }, port) {
      const send = (update: OutputUpdate): void => port.postMessage(update);
      try {
        for (const update of await outputOf(execution)) send(update);
        send({ kind: "end" });
      } catch (error) {
        send({ kind: "unavailable", reason: error instanceof Error ? error.message : leftOut });
      }
    },
    saveDraft: async () => {},
    loadDraft: async () => null,
  };
  // The page asks for nothing else of a run that it may only look at; if it did, it would be told so.
  return new Proxy(looking, {
    get: (known, name) => (Object.hasOwn(known, name) ? known[name as keyof Looking] : async () => refusal),
  }) as unknown as EngineApi;
}

const leftOut = "This value was left out when the file was made, because it would have been too large.";

const refusal: Answer<never> = {
  ok: false,
  refusal: { code: "refused", message: "This file only shows a run. Open its log in Tickwork to go on with it." },
};
