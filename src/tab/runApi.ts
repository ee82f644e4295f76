import { resolveValue } from "../engine/resolve.ts";
import { taskResults } from "../engine/taskEnding.ts";
import { waitingItems } from "../engine/waitingItems.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { maxForeseen } from "../protocol/fork.ts";
import { requestsOf } from "../storage/requests.ts";
import { loadDefinition, loadRunRow } from "../storage/runs.ts";
import { readTicks } from "../storage/segments.ts";
import type { Json } from "../workflow/json.ts";
import { answering, done, refuse } from "./answers.ts";
import { continueRun } from "./continueRun.ts";
import { deleteRun } from "./deleteRun.ts";
import { foreseeFork, toldItem } from "./foreseeFork.ts";
import { forkRun } from "./fork.ts";
import { readLastRun } from "./lastRun.ts";
import type { Outputs } from "./outputs.ts";
import { pinsOf } from "./pinsOf.ts";
import { successesOf } from "./retryFailed.ts";
import type { Runs } from "./runs.ts";
import { readValue, valueText } from "./runValues.ts";
import { startRun } from "./startRun.ts";
import type { TabContext } from "./tabContext.ts";

type RunApi = Pick<
  EngineApi,
  | "startRun"
  | "retryFailed"
  | "takeOver"
  | "waitingItems"
  | "continueRun"
  | "foreseeFork"
  | "fork"
  | "loadRun"
  | "lastRun"
  | "readTicks"
  | "readValue"
  | "taskResults"
  | "watchRun"
  | "watchOutput"
  | "deleteRun"
  | "deleteRuns"
>;

/** A run has begun when its first tick is durable; whoever started it waits so long at most, ms. */
const beginMs = 2_000;

/** A run whose lock this tab has is folded and begun within this, ms. */
const takeOverMs = 10_000;

/** `ready` resolves when every unfinished run is taken up or known to be driven elsewhere. */
export function createRunApi(tab: TabContext, runs: Runs, outputs: Outputs, ready: Promise<unknown>): RunApi {
  const { database } = tab;

  async function begin(start: ReturnType<typeof startRun>): ReturnType<typeof startRun> {
    const started = await start;
    if (!started.ok) return started;
    const { runId } = started.value;
    runs.host(runId).drive();
    tab.channel.send({ kind: "run-added", runId });
    // What it begins with may be the journal of another run already.
    const had = tab.library.runOf(runId)?.seq ?? 0;
    await runs.host(runId).until(({ seq }) => seq > had, beginMs);
    return started;
  }

  return {
    startRun: (start) => answering(() => begin(startRun(tab, start))),

    retryFailed: (id) =>
      answering(async () => {
        await ready;
        const run = await runs.host(id).look();
        if (!run) return refuse("not-found", "This run is not here. It may have been deleted.");
        const { summary, state, plan } = run;
        if (summary.imported)
          return refuse("not-owner", "This run was imported: what it did cannot be taken over here.");
        if (state.lifecycle !== "completed") return refuse("conflict", "The run has not ended yet.");
        if (state.outcome === "success") return refuse("conflict", "Nothing of this run failed.");
        const takesOver = await successesOf(tab, id, run);
        if (!takesOver.ok) return takesOver;
        const { workflowId, number } = summary;
        const input = await resolveValue(state.input, (digest) => valueText(tab, id, digest));
        const again = {
          ...(workflowId !== undefined && { workflowId }),
          workflow: plan.workflow,
          input,
          ...((await pinsOf(database, id)).length > 0 && { withPins: true as const }),
        };
        return begin(startRun(tab, again, { takesOver: takesOver.value, retryOf: { id, number } }));
      }),

    waitingItems: (id) =>
      answering(async () => {
        await ready;
        const run = await runs.host(id).look();
        if (!run) return refuse("not-found", "This run is not here. It may have been deleted.");
        const items = waitingItems(run.plan, run.state).slice(0, maxForeseen);
        return done(await Promise.all(items.map((item) => toldItem(tab, id, item))));
      }),

    takeOver: (id) =>
      answering(async () => {
        await ready;
        const host = runs.host(id);
        const run = await host.look();
        if (!run) return refuse("not-found", "This run is not here. It may have been deleted.");
        if (run.owner === "this-tab") return done(null);
        if (run.owner === "none")
          return refuse("conflict", "Nobody drives this run, so there is nothing to take over.");
        await host.takeOver();
        const ours = await host.until(
          ({ owner, state }) => owner === "this-tab" || state.lifecycle === "completed",
          takeOverMs,
        );
        return ours
          ? done(null)
          : refuse("storage", "The run could not be taken over now: the database did not answer. Try again.");
      }),

    continueRun: (id) =>
      answering(async () => {
        await ready;
        return continueRun(tab, runs, id);
      }),

    foreseeFork: (id, fork) => answering(() => foreseeFork(tab, id, fork)),

    fork: (id, fork, confirmed) =>
      answering(async () => {
        await ready;
        return begin(forkRun(tab, id, fork, confirmed === true));
      }),

    loadRun: (id) =>
      answering(async () => {
        const damaged = tab.damagedLogs.get(id);
        if (damaged) {
          const { plan, digest, state, summary } = damaged;
          return done({ summary, workflow: plan.workflow, digest, input: state.input });
        }
        const row = await loadRunRow(database, id);
        const workflow = row && (await loadDefinition(database, row.id));
        if (!workflow) return refuse("not-found", "This run is not here. It may have been deleted.");
        const summary = tab.library.runOf(id) ?? row.summary;
        return done({ summary, workflow, digest: row.digest, input: await inputOf(tab, id) });
      }),

    lastRun: (workflowId) => answering(async () => done(await readLastRun(tab, workflowId))),

    async readTicks(id, from, to) {
      const damaged = tab.damagedLogs.get(id);
      return damaged ? damaged.ticks.slice(Math.max(0, from - 1), to) : readTicks(database, id, from, to);
    },

    readValue: (id, digest) => readValue(tab, id, digest),

    taskResults: (id) =>
      answering(async () => {
        await ready;
        const run = await runs.host(id).look();
        if (!run) return refuse("not-found", "This run is not here. It may have been deleted.");
        return done(taskResults(run.plan, run.state));
      }),

    async watchRun(id, port) {
      await ready;
      runs.host(id).watch(port);
    },

    async watchOutput({ runId, execution }, port) {
      await outputs.watch(runId, execution, port);
    },

    deleteRuns: (ids) =>
      answering(async () => {
        await ready;
        const refused: { readonly id: string; readonly message: string }[] = [];
        let deleted = 0;
        for (const id of ids) {
          const answer = await deleteRun(tab, runs, id);
          if (answer.ok) deleted++;
          // What is gone already is what was wanted.
          else if (answer.refusal.code !== "not-found") refused.push({ id, message: answer.refusal.message });
        }
        return done({ deleted, refused });
      }),

    deleteRun: (id) =>
      answering(async () => {
        if (!tab.damagedLogs.delete(id)) return deleteRun(tab, runs, id);
        runs.forget(id);
        return done(null);
      }),
  };
}

/** From the first tick, or from the request that becomes it. */
async function inputOf(tab: TabContext, id: string): Promise<Json> {
  const [first] = await readTicks(tab.database, id, 1, 1);
  if (first?.kind === "run-started") return first.input;
  for (const { request } of await requestsOf(tab.database, id)) {
    if (request.kind === "tick" && request.body.kind === "run-started") return request.body.input;
  }
  return null;
}
