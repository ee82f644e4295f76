import { Plus, Upload } from "lucide-react";
import { useEffect, useState } from "react";
import type { EngineApi, RunSummary, WorkflowSummary } from "../protocol/engineApi.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { showToast } from "../ui/toast.ts";
import { InTopBar } from "../ui/topBarSlots.tsx";
import { ExampleGallery } from "./ExampleGallery.tsx";
import { ExampleHero } from "./ExampleHero.tsx";
import { useExamples } from "./examples.ts";
import { importFiles, openImport } from "./importFiles.ts";
import { useLibrary } from "./libraryStore.ts";
import { createWorkflow } from "./newWorkflow.ts";
import { RunsTable } from "./RunsTable.tsx";
import { WorkflowCard } from "./WorkflowCard.tsx";
import "./HomePage.css";

/** What is about to be deleted. */
type Doomed =
  | { readonly kind: "workflow"; readonly workflow: WorkflowSummary }
  | { readonly kind: "run"; readonly run: RunSummary };

export function HomePage({ api }: { readonly api: EngineApi }) {
  const { workflows, runs } = useLibrary();
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const [first, ...others] = useExamples() ?? [];
  // Whoever has work here sees it first.
  const hasOwn = workflows === null || workflows.length > 0;
  const gallery = <ExampleGallery api={api} examples={others} workflows={workflows} />;
  usePageTitle("");
  usePasteImport(api);
  return (
    <>
      <InTopBar place="actions">
        <Button icon={<Upload aria-hidden />} onClick={openImport}>
          Import
        </Button>
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => void createWorkflow(api)}>
          New workflow
        </Button>
      </InTopBar>
      <div className="home">
        <h1>Workflows</h1>
        {first && <ExampleHero api={api} example={first} workflows={workflows} />}
        {!hasOwn && gallery}
        <section className="home-section" aria-labelledby="home-yours">
          <h2 id="home-yours">Yours</h2>
          {workflows === null ? (
            <Spinner label="Loading workflows …" />
          ) : workflows.length === 0 ? (
            <div className="home-empty">
              <EmptyState
                title="No workflow yet"
                actions={
                  <>
                    <Button onClick={openImport}>Import a file</Button>
                    <Button variant="primary" onClick={() => void createWorkflow(api)}>
                      Draw the first one
                    </Button>
                  </>
                }
              >
                Draw one on an empty canvas, run the example above, or drop a *.workflow.json here.
              </EmptyState>
            </div>
          ) : (
            <ul className="home-grid">
              {workflows.map((workflow) => (
                <li key={workflow.id}>
                  <WorkflowCard
                    api={api}
                    workflow={workflow}
                    onDelete={() => setDoomed({ kind: "workflow", workflow })}
                  />
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="home-section" aria-labelledby="home-runs">
          <h2 id="home-runs">Recent runs</h2>
          {runs === null ? (
            <Spinner label="Loading runs …" />
          ) : runs.length === 0 ? (
            <p className="home-none">Runs appear here and stay until you delete them.</p>
          ) : (
            <RunsTable api={api} runs={runs} onDelete={(run) => setDoomed({ kind: "run", run })} />
          )}
        </section>
        {hasOwn && gallery}
      </div>
      <DeleteDialog api={api} doomed={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function DeleteDialog({
  api,
  doomed,
  onClose,
}: {
  readonly api: EngineApi;
  readonly doomed: Doomed | null;
  readonly onClose: () => void;
}) {
  const remove = async () => {
    if (doomed === null) return;
    const answer =
      doomed.kind === "workflow" ? await api.deleteWorkflow(doomed.workflow.id) : await api.deleteRun(doomed.run.id);
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
  };
  const name =
    doomed === null
      ? ""
      : doomed.kind === "workflow"
        ? doomed.workflow.name
        : `${doomed.run.name}, run ${doomed.run.number}`;
  return (
    <ConfirmDialog
      open={doomed !== null}
      title={`Delete “${name}”?`}
      action="Delete"
      onConfirm={remove}
      onClose={onClose}
    >
      {doomed?.kind === "run"
        ? "Its journal, answers and outputs are deleted from this browser. Export its log first to keep it."
        : "The workflow and its earlier versions are deleted from this browser. Its runs stay."}
    </ConfirmDialog>
  );
}

/** A workflow or log that is pasted on this page is imported; a text field keeps its own paste. */
function usePasteImport(api: EngineApi): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (target?.closest("input, textarea, [contenteditable], [role=dialog]")) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      if (files.length > 0) void importFiles(api, files);
      else if (text.startsWith("{")) void importFiles(api, [new File([text], "pasted text")]);
      else return;
      event.preventDefault();
    };
    window.addEventListener("paste", onPaste);
    return () => window.removeEventListener("paste", onPaste);
  }, [api]);
}
