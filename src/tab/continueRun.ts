import type { Answer } from "../protocol/answer.ts";
import { continueImported } from "../storage/continueImported.ts";
import { eachTicks } from "../storage/segments.ts";
import { done, refuse } from "./answers.ts";
import { permissionsFor } from "./consent.ts";
import type { Runs } from "./runs.ts";
import type { TabContext } from "./tabContext.ts";

/** It is folded and begun within this, ms. */
const beginMs = 10_000;

/**
 * Takes an imported run over where it stood (`formats.md` §2). What was in flight outside is asked about by its key; what
 * another runner started is uncertain.
 */
export async function continueRun(tab: TabContext, runs: Runs, id: string): Promise<Answer<null>> {
  if (tab.damagedLogs.has(id)) {
    return refuse(
      "damaged",
      "This log is damaged: only an intact one can be continued. Ask for it to be exported again.",
    );
  }
  const host = runs.host(id);
  const run = await host.look();
  if (!run) return refuse("not-found", "This run is not here. It may have been deleted.");
  if (!run.summary.imported) return refuse("conflict", "This run goes on here already.");
  if (run.state.lifecycle === "completed") {
    return refuse("conflict", "This run has ended. Fork it from one of its ticks to go another way.");
  }
  const consent = await permissionsFor(tab, run.plan.workflow);
  if (!consent.ok) return consent;
  if (consent.value.missing.length > 0) {
    return refuse("needs-permission", "Nobody has allowed yet what this workflow does.");
  }
  const row = await continueImported(tab.database, id, await epochIn(tab, id));
  if (!row) return refuse("conflict", "This run goes on here already.");
  tab.library.setRun(row.summary);
  host.drive();
  tab.channel.send({ kind: "run-added", runId: id });
  await host.until(({ owner, state }) => owner === "this-tab" || state.lifecycle === "completed", beginMs);
  return done(null);
}

/** The runner that knew its last owner refuses a lower one. */
async function epochIn(tab: TabContext, id: string): Promise<number> {
  let epoch = 1;
  for await (const ticks of eachTicks(tab.database, id)) {
    for (const tick of ticks) if (tick.kind === "session-started") epoch = Math.max(epoch, tick.epoch);
  }
  return epoch;
}
