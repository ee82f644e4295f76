import type { EngineApi } from "../protocol/engineApi.ts";
import { showToast } from "../ui/toast.ts";
import { type Workflow, workflowFormat } from "../workflow/workflow.ts";
import { useLibrary } from "./libraryStore.ts";
import { navigate } from "./useRoute.ts";

/** The next free “Untitled”. */
export function freeName(names: readonly string[]): string {
  const taken = new Set(names);
  if (!taken.has("Untitled")) return "Untitled";
  let count = 2;
  while (taken.has(`Untitled ${count}`)) count++;
  return `Untitled ${count}`;
}

/** Stores an empty workflow and opens it. */
export async function createWorkflow(api: EngineApi): Promise<void> {
  const names = (useLibrary.getState().workflows ?? []).map(({ name }) => name);
  const workflow: Workflow = { format: workflowFormat, name: freeName(names), steps: {} };
  const id = crypto.randomUUID();
  const answer = await api.saveWorkflow({ id, basedOn: 0, workflow });
  if (answer.ok) navigate({ kind: "workflow", workflow: id });
  else showToast({ tone: "bad", text: answer.refusal.message });
}
