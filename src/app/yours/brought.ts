import type { EngineApi } from "../../protocol/engineApi.ts";
import type { StoredWorkflow } from "../../protocol/storedWorkflow.ts";
import { referencedIn } from "../../workflow/carriedWorkflows.ts";
import type { Workflow } from "../../workflow/workflow.ts";

/** The stored workflows that the steps of this one run by their ids, however deep, each once. */
export async function referencedWorkflows(
  api: Pick<EngineApi, "loadWorkflow">,
  workflow: Workflow,
): Promise<readonly StoredWorkflow[]> {
  const found = new Map<string, StoredWorkflow>();
  const waiting = [...referencedIn(workflow)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    const answer = await api.loadWorkflow(id);
    if (!answer.ok) continue;
    found.set(id, answer.value);
    waiting.push(...referencedIn(answer.value.workflow));
  }
  return [...found.values()];
}
