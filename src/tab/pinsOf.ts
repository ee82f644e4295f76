import type { TickBody } from "../engine/tick.ts";
import type { Database } from "../storage/Database.ts";
import { requestsOf } from "../storage/requests.ts";
import { readTicks } from "../storage/segments.ts";
import type { StepId } from "../workflow/workflow.ts";

/** The steps whose pinned outputs a run uses: from its first tick, or from the request that becomes it. */
export async function pinsOf(database: Database, runId: string): Promise<readonly StepId[]> {
  const [first] = await readTicks(database, runId, 1, 1);
  if (first !== undefined) return pinsIn(first);
  for (const { request } of await requestsOf(database, runId))
    if (request.kind === "tick" && request.body.kind === "run-started") return pinsIn(request.body);
  return [];
}

function pinsIn(tick: TickBody): readonly StepId[] {
  return tick.kind === "run-started" ? (tick.pins ?? []) : [];
}
