import type { Tick, TickBody } from "../engine/tick.ts";
import type { Database } from "../storage/Database.ts";
import { type RunRequest, requestsOf, type StoredRequest } from "../storage/requests.ts";
import { readTicks } from "../storage/segments.ts";
import type { StepId } from "../workflow/workflow.ts";

/** The steps whose pinned outputs a run uses: from its first tick, or from the request that becomes it. */
export async function pinsOf(database: Database, runId: string): Promise<readonly StepId[]> {
  const [[first], requests] = await Promise.all([readTicks(database, runId, 1, 1), requestsOf(database, runId)]);
  return pinsIn(first, requests);
}

/** `first`: the first tick of a run that has begun. */
export function pinsIn(first: Tick | undefined, requests: readonly StoredRequest[]): readonly StepId[] {
  const begins = first ?? requests.map(({ request }) => bodyOf(request)).find((body) => body?.kind === "run-started");
  return begins?.kind === "run-started" ? (begins.pins ?? []) : [];
}

function bodyOf(request: RunRequest): TickBody | undefined {
  return request.kind === "tick" ? request.body : undefined;
}
