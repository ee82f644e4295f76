import { outstandingExecutions } from "../engine/outstanding.ts";
import type { Answer } from "../protocol/answer.ts";
import { addRequest } from "../storage/requests.ts";
import { deleteRunRows, loadRunRow, removeFence } from "../storage/runs.ts";
import { done, refuse } from "./answers.ts";
import { runLockName } from "./runLock.ts";
import type { Runs } from "./runs.ts";
import type { TabContext } from "./tabContext.ts";

/** How long a run that is deleted gets to stop; commands take two seconds to their end, ms. */
const stopMs = 10_000;
/** How long the tab that drove a deleted run is waited for, ms. */
const lettingGoMs = 1_000;

/** Stops the run, wherever it is driven, and removes every row of it. */
export async function deleteRun(tab: TabContext, runs: Runs, id: string): Promise<Answer<null>> {
  const row = await loadRunRow(tab.database, id);
  if (row?.unfinished) {
    const request = crypto.randomUUID();
    const body = { kind: "cancel-requested", request, reason: "The run is deleted." } as const;
    await addRequest(tab.database, id, { kind: "tick", body });
    tab.channel.send({ kind: "request", runId: id });
    const host = runs.host(id);
    await host.requested();
    const stopped = await host.until(({ state }) => outstandingExecutions(state).length === 0, stopMs);
    if (!stopped) {
      return refuse(
        "conflict",
        "Something that this run started could not be stopped: the runner may not be reachable. The run is being cancelled; delete it again when it has ended, or treat what the runner does not answer for as lost.",
      );
    }
  }
  const there = await deleteRunRows(tab.database, id);
  runs.forget(id);
  tab.channel.send({ kind: "run-gone", runId: id });
  if (there) await whenUndriven(tab, id, () => removeFence(tab.database, id));
  return there ? done(null) : refuse("not-found", "This run is not here any more.");
}

/** Until its owner has let go of the run, for a short while: what a start finds of runs that are gone is swept. */
async function whenUndriven(tab: TabContext, id: string, then: () => Promise<void>): Promise<void> {
  await navigator.locks
    .request(runLockName(tab, id), { signal: AbortSignal.timeout(lettingGoMs) }, then)
    .catch(() => {});
}
