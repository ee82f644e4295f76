import { resolveValue } from "../engine/resolve.ts";
import { encodeState } from "../engine/stateCodec.ts";
import type { Answer } from "../protocol/answer.ts";
import type { Fork } from "../protocol/fork.ts";
import { copyTicks, createFork } from "../storage/forks.ts";
import { addImportedTicks, discardPieces } from "../storage/imports.ts";
import type { RunRequest } from "../storage/requests.ts";
import { loadDefinition, loadRunRow } from "../storage/runs.ts";
import { eachTicks } from "../storage/segments.ts";
import { createSummarizer } from "../transfer/runSummary.ts";
import { digestOf } from "../workflow/digest.ts";
import { done, refuse } from "./answers.ts";
import { permissionsFor } from "./consent.ts";
import { copyOutputs } from "./copyOutputs.ts";
import { misfitsText } from "./misfitText.ts";
import { gone, prepareFork, segmentTicks } from "./prepareFork.ts";
import { valueText } from "./runValues.ts";
import { startRun } from "./startRun.ts";
import type { TabContext } from "./tabContext.ts";

type Forked = Answer<{ readonly runId: string }>;

/** Stores the fork; it begins when its host drives it. */
export function forkRun(tab: TabContext, id: string, fork: Fork, confirmed: boolean): Promise<Forked> {
  if (fork.seq === 0) return startAnew(tab, id, fork);
  const runId = crypto.randomUUID();
  // Pieces that belong to no run yet are swept while nobody imports.
  return navigator.locks.request(`${tab.name}:import`, async () => {
    let stored = false;
    try {
      const answer = await store(tab, { id, runId }, fork, confirmed);
      stored = answer.ok;
      return answer;
    } finally {
      if (!stored) await discardPieces(tab.database, runId, 0).catch(() => {});
    }
  });
}

/** In pieces: the ticks, what the copied attempts wrote, and the row that makes them a run. */
async function store(
  tab: TabContext,
  { id, runId }: { readonly id: string; readonly runId: string },
  fork: Fork,
  confirmed: boolean,
): Promise<Forked> {
  const prepared = await prepareFork(tab, id, fork, (ticks) => addImportedTicks(tab.database, runId, ticks));
  if (!prepared.ok) return prepared;
  if (prepared.value === "anew") return startAnew(tab, id, fork);
  const { row, workflow, plan, of, past, misfits, requests, retold, copied } = prepared.value;
  if (misfits.length > 0 && !confirmed)
    return refuse("conflict", `Not everything fits this version of the workflow: ${misfitsText(misfits)}`);
  const { workflowId, name } = row.summary;
  const consent = await permissionsFor(tab, workflow, workflowId);
  if (!consent.ok) return consent;
  if (consent.value.missing.length > 0)
    return refuse("needs-permission", "Nobody has allowed yet what this workflow does.");
  if (!retold) await copyTicks(tab.database, id, { runId, seq: fork.seq }, segmentTicks);
  await copyOutputs(tab.database, id, runId, copied);
  const { state, last, anew } = past;
  const first = {
    id: runId,
    ...(workflowId !== undefined && { workflowId }),
    name: fork.workflow?.name ?? name,
    number: 1,
    lifecycle: "planned" as const,
    outcome: null,
    createdAt: Date.now(),
    seq: 0,
    needsYou: 0,
    forkOf: { id: of.run, number: of.number, seq: of.seq },
  };
  const kept = await createFork(tab.database, {
    run: {
      id: runId,
      digest: digestOf(workflow),
      epoch: 0,
      engine: tab.version,
      unfinished: 1,
      summary: createSummarizer(plan, first)(state, last),
    },
    workflow,
    of: id,
    requests: [
      { kind: "fork", of, anew },
      ...requests.map((body): RunRequest => ({ kind: "tick", body })),
      ...(fork.paused ? [] : [{ kind: "tick", body: { kind: "resume-requested" } } as const]),
    ],
    snapshot: { seq: last.seq, at: last.at, state: encodeState(state) },
  });
  tab.library.setRun(kept.summary);
  return done({ runId });
}

/** From before the first tick: a new start, with its lineage. */
async function startAnew(tab: TabContext, id: string, fork: Fork): Promise<Forked> {
  const row = await loadRunRow(tab.database, id);
  const workflow = fork.workflow ?? (await loadDefinition(tab.database, id));
  if (!row || !workflow) return gone();
  const { workflowId, number } = row.summary;
  let { input } = fork;
  if (input === undefined) {
    for await (const [first] of eachTicks(tab.database, id, { size: 1 })) {
      if (first?.kind === "run-started")
        input = await resolveValue(first.input, (digest) => valueText(tab, id, digest));
      break;
    }
  }
  return startRun(
    tab,
    { ...(workflowId !== undefined && { workflowId }), workflow, input: input ?? null },
    { forkOf: { id, number, seq: 0 } },
  );
}
