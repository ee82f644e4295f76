import type { EngineApi } from "../protocol/engineApi.ts";
import type { Database } from "../storage/Database.ts";
import { loadDraftRow, saveDraftRow } from "../storage/values.ts";
import { deleteWorkflowRow, loadWorkflowRow, saveWorkflowRow } from "../storage/workflows.ts";
import { answering, done, refuse } from "./answers.ts";
import type { TabChannel } from "./channel.ts";
import type { Library } from "./library.ts";

type WorkflowApi = Pick<
  EngineApi,
  "watchLibrary" | "loadWorkflow" | "saveWorkflow" | "deleteWorkflow" | "saveDraft" | "loadDraft"
>;

/** The documents: loading, saving, deleting; and the drafts of whoever types. */
export function createWorkflowApi(tab: {
  readonly database: Database;
  readonly channel: TabChannel;
  readonly library: Library;
  /** Resolves when the lists are read. */
  readonly ready: Promise<unknown>;
}): WorkflowApi {
  const { database, channel, library } = tab;
  return {
    async watchLibrary(port) {
      await tab.ready;
      library.watch(port);
    },

    loadWorkflow: (id) =>
      answering(async () => {
        const row = await loadWorkflowRow(database, id);
        return row ? done(row) : refuse("not-found", "This workflow is not here. It may have been deleted.");
      }),

    saveWorkflow: ({ id, basedOn, workflow }) =>
      answering(async () => {
        const saved = await saveWorkflowRow(database, { id, basedOn, workflow, at: Date.now() });
        if (saved.kind === "conflict") {
          return refuse(
            "conflict",
            saved.row
              ? `This workflow was saved in another tab meanwhile (revision ${saved.row.revision}). Your change is based on revision ${basedOn} and was not saved.`
              : "This workflow was deleted in another tab. Your change was not saved.",
          );
        }
        library.setWorkflow(saved.row);
        channel.send({ kind: "workflow-changed", id });
        return done({ revision: saved.row.revision });
      }),

    deleteWorkflow: (id) =>
      answering(async () => {
        const there = await deleteWorkflowRow(database, id);
        library.removeWorkflow(id);
        channel.send({ kind: "workflow-changed", id });
        return there ? done(null) : refuse("not-found", "This workflow is not here any more.");
      }),

    saveDraft: (key, draft) => saveDraftRow(database, key, draft),
    loadDraft: (key) => loadDraftRow(database, key),
  };
}
