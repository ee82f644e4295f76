import type { EngineApi } from "../protocol/engineApi.ts";
import type { StoredWorkflow } from "../protocol/storedWorkflow.ts";
import { loadDraftRow, saveDraftRow } from "../storage/values.ts";
import {
  deleteWorkflowRow,
  historyOf,
  loadHistoryRow,
  loadWorkflowRow,
  saveWorkflowRow,
} from "../storage/workflows.ts";
import { unpackWorkflows } from "../workflow/carriedWorkflows.ts";
import { answering, done, refuse } from "./answers.ts";
import type { TabContext } from "./tabContext.ts";

type WorkflowApi = Pick<
  EngineApi,
  | "watchLibrary"
  | "loadWorkflow"
  | "saveWorkflow"
  | "workflowVersions"
  | "loadVersion"
  | "deleteWorkflow"
  | "importWorkflow"
  | "saveDraft"
  | "loadDraft"
>;

/** The documents: loading, saving, deleting; and the drafts of whoever types. */
export function createWorkflowApi(tab: TabContext): WorkflowApi {
  const { database, channel, library } = tab;
  return {
    // At once, also while the database does not open: what is wrong with it is part of the library.
    watchLibrary: async (port) => library.watch(port),

    loadWorkflow: (id) =>
      answering(async () => {
        const row = await loadWorkflowRow(database, id);
        return row ? done(row) : refuse("not-found", "This workflow is not here. It may have been deleted.");
      }),

    saveWorkflow: ({ id, basedOn, workflow, undo, keepsBefore = false }) =>
      answering(async () => {
        const save = { id, basedOn, workflow, keepsBefore, at: Date.now(), ...(undo !== undefined && { undo }) };
        const saved = await saveWorkflowRow(database, save);
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

    workflowVersions: (id) =>
      answering(async () => {
        const present = await loadWorkflowRow(database, id);
        if (!present) return refuse("not-found", "This workflow is not here. It may have been deleted.");
        const { compareWorkflows, differenceText } = await import("../workflow/compareWorkflows.ts");
        const rows = [...(await historyOf(database, id)), present];
        const versions = rows.map(({ revision, editedAt, workflow }, index) => {
          const before = rows[index - 1]?.workflow;
          const changes = before === undefined ? "" : differenceText(compareWorkflows(before, workflow));
          return { revision, editedAt, steps: Object.keys(workflow.steps).length, changes };
        });
        return done(versions.reverse());
      }),

    loadVersion: (id, revision) =>
      answering(async () => {
        const present = await loadWorkflowRow(database, id);
        const row = present?.revision === revision ? present : await loadHistoryRow(database, id, revision);
        return row ? done(row) : refuse("not-found", "This version is not kept any more.");
      }),

    deleteWorkflow: (id) =>
      answering(async () => {
        const there = await deleteWorkflowRow(database, id);
        library.removeWorkflow(id);
        channel.send({ kind: "workflow-changed", id });
        return there ? done(null) : refuse("not-found", "This workflow is not here any more.");
      }),

    importWorkflow: (file, replacing) =>
      answering(async () => {
        const { maxWorkflowText, readWorkflowText } = await import("../workflow/readWorkflowText.ts");
        // Read as text only when it can be a workflow at all.
        if (file.size > maxWorkflowText * 2) {
          const size = `${Math.round(file.size / 1_000_000)} MB`;
          return refuse("too-large", `The file has ${size}; that is no workflow. Nothing was imported.`);
        }
        const parsed = readWorkflowText(await file.text());
        if (!parsed.ok) {
          const [first] = parsed.problems;
          const place = first?.line === undefined ? "" : `Line ${first.line}, column ${first.column ?? 1}: `;
          const message = `This file is no workflow that can be read. ${place}${first?.message ?? ""}`;
          return refuse("invalid", message, parsed.problems);
        }
        const replaced = replacing === undefined ? undefined : await loadWorkflowRow(database, replacing);
        if (replacing !== undefined) {
          if (!replaced) return refuse("not-found", "The workflow that is to be replaced is not here any more.");
          // Before the new content stands: it must never be there with the consent to the old one.
          const { withdrawConsent } = await import("./consent.ts");
          await withdrawConsent(tab, replacing);
        }
        // Those that it carries come first: whoever opens it finds them.
        const brought = unpackWorkflows(parsed.value, () => crypto.randomUUID());
        let last: StoredWorkflow | undefined;
        for (const [index, { id: fresh, workflow }] of brought.entries()) {
          const place = replaced !== undefined && index === brought.length - 1 ? replaced : { id: fresh, revision: 0 };
          const saved = await saveWorkflowRow(database, {
            id: place.id,
            basedOn: place.revision,
            workflow,
            at: Date.now(),
            keepsBefore: true,
          });
          if (saved.kind === "conflict")
            return refuse(
              "conflict",
              "This workflow was saved in another tab meanwhile. Nothing was replaced; try again.",
            );
          library.setWorkflow(saved.row);
          channel.send({ kind: "workflow-changed", id: place.id });
          last = saved.row;
        }
        if (last === undefined) throw new Error("A file that was read brought no workflow");
        return done({ ...last, warnings: parsed.warnings });
      }),

    saveDraft: (key, draft) => saveDraftRow(database, key, draft),
    loadDraft: (key) => loadDraftRow(database, key),
  };
}
