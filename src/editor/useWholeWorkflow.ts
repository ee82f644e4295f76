import { useEffect, useMemo, useRef } from "react";
import type { StoredWorkflow } from "../protocol/storedWorkflow.ts";
import { download } from "../ui/download.ts";
import { showToast } from "../ui/toast.ts";
import { carryWorkflows } from "../workflow/carriedWorkflows.ts";
import { becomeWorkflow } from "../workflow/edits/document.ts";
import { mermaidOf } from "../workflow/mermaidOf.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { Saving } from "./document/useAutosave.ts";
import { useDocumentStore } from "./document/useDocument.ts";
import { downloadWorkflow, fileName } from "./downloadWorkflow.ts";
import type { EditorProps } from "./editorProps.ts";
import { noOthers } from "./otherWorkflows.ts";

export type WholeWorkflow = ReturnType<typeof useWholeWorkflow>;

/** What can be done with the workflow as a whole: files, copies, and the two sides of a conflict. */
export function useWholeWorkflow(props: EditorProps, saving: Saving) {
  const store = useDocumentStore();
  const latest = useRef({ props, saving });
  useEffect(() => {
    latest.current = { props, saving };
  });
  const offersYours = props.onMakeYours !== undefined;
  return useMemo(() => {
    const now = () => store.getState().workflow;
    const keepCopyOf = async (copied: Workflow, name: string, onKept = () => {}): Promise<void> => {
      const { api, onOpen } = latest.current.props;
      const id = crypto.randomUUID();
      const answer = await api.saveWorkflow({ id, basedOn: 0, workflow: { ...copied, name } });
      if (!answer.ok) return void showToast({ tone: "bad", text: answer.refusal.message });
      onKept();
      onOpen(id);
    };
    const withTheirs = async (use: (theirs: StoredWorkflow) => void): Promise<void> => {
      const { api, stored } = latest.current.props;
      const answer = await api.loadWorkflow(stored.id);
      if (answer.ok) use(answer.value);
      else showToast({ tone: "bad", text: answer.refusal.message });
    };
    const exportWhole = async (): Promise<void> => {
      const { others = noOthers } = latest.current.props;
      const load = async (id: string) => (await others.load(id))?.workflow ?? null;
      downloadWorkflow(await carryWorkflows(now(), load));
    };
    return {
      keepCopyOf,
      keepCopy: () => void keepCopyOf(now(), `${now().name} (copy)`),
      /** Both sides of a conflict stay: this one under another name. */
      keepYours: () => void keepCopyOf(now(), `${now().name} (yours)`, () => latest.current.saving.leave()),
      takeTheirs: () =>
        void withTheirs((theirs) => {
          store.apply(becomeWorkflow(now(), theirs.workflow, "show theirs"));
          latest.current.saving.settle(theirs.revision, false);
          showToast({
            tone: "ok",
            text: "This is what the other tab saved. Undo brings yours back.",
            action: { label: "Undo", onChoose: () => store.undo() },
          });
        }),
      overwrite: () => void withTheirs((theirs) => latest.current.saving.settle(theirs.revision, true)),
      isStored: async () => (await latest.current.props.api.loadWorkflow(latest.current.props.stored.id)).ok,
      /** After it was deleted: it is stored anew. */
      saveAgain: () => latest.current.saving.settle(0, true),
      exportFile: () => void exportWhole(),
      /** Without the workflows that its steps run. */
      exportAsItStands: () => downloadWorkflow(now()),
      exportMermaid: () =>
        download(new Blob([mermaidOf(now())], { type: "text/plain" }), `${fileName(now().name)}.mmd`),
      makeYours: offersYours
        ? () => latest.current.props.onMakeYours?.({ workflow: now, apply: store.apply })
        : undefined,
      remove: () => latest.current.props.onDelete(),
    };
  }, [store, offersYours]);
}
