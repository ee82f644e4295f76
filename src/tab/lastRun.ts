import { type LastStep, readLastSteps } from "../engine/lastSteps.ts";
import { planWorkflow } from "../engine/plan.ts";
import { bytesOf, referencesIn } from "../engine/reference.ts";
import { resolveValue } from "../engine/resolve.ts";
import type { LastRun } from "../protocol/storedRun.ts";
import { loadDefinition, newestRun } from "../storage/runs.ts";
import { readTicks } from "../storage/segments.ts";
import type { Json } from "../workflow/json.ts";
import { valueText } from "./runValues.ts";
import type { TabContext } from "./tabContext.ts";

/** Ticks from the beginning that are read: enough to see most steps once, and soon done in a run of any length. */
const mostTicks = 2_000;
/** Bytes of JSON above which a value is left out: nobody completes from that much. */
const mostBytes = 1_048_576;

/** What went through the steps in the newest run of a workflow; `null`: none began. */
export async function readLastRun(tab: TabContext, workflowId: string): Promise<LastRun | null> {
  const row = await newestRun(tab.database, workflowId);
  const workflow = row && (await loadDefinition(tab.database, row.id));
  if (!workflow) return null;
  const steps = readLastSteps(planWorkflow(workflow), await readTicks(tab.database, row.id, 1, mostTicks));
  const whole = async (value: Json | undefined): Promise<Json | undefined> => {
    if (value === undefined) return undefined;
    const bytes = [...referencesIn(value).values()].reduce((sum, reference) => sum + bytesOf(reference), 0);
    return bytes > mostBytes ? undefined : resolveValue(value, (digest) => valueText(tab, row.id, digest));
  };
  const entries = Object.entries(steps).map(async ([id, { input, output }]): Promise<[string, LastStep]> => {
    const [given, handedOn] = await Promise.all([whole(input), whole(output)]);
    return [id, { ...(given !== undefined && { input: given }), ...(handedOn !== undefined && { output: handedOn }) }];
  });
  return { run: tab.library.runOf(row.id) ?? row.summary, steps: Object.fromEntries(await Promise.all(entries)) };
}
