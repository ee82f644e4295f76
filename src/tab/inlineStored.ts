import type { Database } from "../storage/Database.ts";
import { loadWorkflowRow } from "../storage/workflows.ts";
import { type Inlined, inlineWorkflows } from "../workflow/inlineWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";

/** The workflow as a run is frozen: what its steps name by id is inlined as it is saved now. `id`: its own. */
export function inlineStored(database: Database, workflow: Workflow, id?: string): Promise<Inlined> {
  return inlineWorkflows(
    workflow,
    async (named) => {
      const row = await loadWorkflowRow(database, named);
      if (row) return { key: row.id, workflow: row.workflow };
      return "The workflow that this step runs is not here. It may have been deleted; choose another one.";
    },
    id,
  );
}
