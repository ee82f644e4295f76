import { Plus, Upload } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { loadLater } from "../ui/loadLater.ts";
import { usePageTitle } from "../ui/pageTitle.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { showToast } from "../ui/toast.ts";
import { InTopBar } from "../ui/topBarSlots.tsx";
import { ExampleGallery } from "./ExampleGallery.tsx";
import { ExampleHero } from "./ExampleHero.tsx";
import { useExamples } from "./examples.ts";
import { importFiles, openImport } from "./importFiles.ts";
import { needsYou, useLibrary } from "./libraryStore.ts";
import { createWorkflow } from "./newWorkflow.ts";
import { WorkflowCard } from "./WorkflowCard.tsx";
import "./HomePage.css";

const RunList = loadLater(() => import("./runList/RunList.tsx").then((module) => module.RunList));
const NeedsYou = loadLater(() => import("./NeedsYou.tsx").then((module) => module.NeedsYou));

export function HomePage({ api }: { readonly api: EngineApi }) {
  const { workflows, runs } = useLibrary();
  const [doomed, setDoomed] = useState<WorkflowSummary | null>(null);
  const examples = useExamples();
  const [first, ...others] = examples ?? [];
  // Whoever has work here sees it first; a newcomer sees what can be run at once.
  const isNew = workflows !== null && workflows.length === 0;
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
        {runs !== null && needsYou(runs) > 0 && (
          <Suspense>
            <NeedsYou api={api} runs={runs} />
          </Suspense>
        )}
        {isNew && first && <ExampleHero api={api} example={first} workflows={workflows} />}
        {isNew && examples === null && <div className="hero hero-coming" aria-hidden />}
        {isNew && <ExampleGallery title="More examples" api={api} examples={others} workflows={workflows} />}
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
                  <WorkflowCard api={api} workflow={workflow} onDelete={() => setDoomed(workflow)} />
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="home-section" aria-labelledby="home-runs">
          <h2 id="home-runs">Runs</h2>
          {runs === null ? (
            <Spinner label="Loading runs …" />
          ) : runs.length === 0 ? (
            <p className="home-none">Runs appear here and stay until you delete them.</p>
          ) : (
            <Suspense fallback={<Spinner label="Loading runs …" />}>
              <RunList api={api} />
            </Suspense>
          )}
        </section>
        {workflows !== null && !isNew && (
          <ExampleGallery title="Examples" api={api} examples={examples ?? []} workflows={workflows} />
        )}
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
  readonly doomed: WorkflowSummary | null;
  readonly onClose: () => void;
}) {
  const remove = async () => {
    if (doomed === null) return;
    const answer = await api.deleteWorkflow(doomed.id);
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
  };
  return (
    <ConfirmDialog
      open={doomed !== null}
      title={`Delete “${doomed?.name ?? ""}”?`}
      action="Delete"
      onConfirm={remove}
      onClose={onClose}
    >
      The workflow and its earlier versions are deleted from this browser. Its runs stay.
    </ConfirmDialog>
  );
}

/**
 * A workflow or log that is pasted on this page is imported, and whatever else has lines is told what it is; a text
 * field keeps its own paste.
 */
function usePasteImport(api: EngineApi): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (target?.closest("input, textarea, [contenteditable], [role=dialog]")) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      if (files.length > 0) void importFiles(api, files);
      else if (/^[{[]|\n/.test(text)) void importFiles(api, [new File([text], "pasted text")]);
      else return;
      event.preventDefault();
    };
    window.addEventListener("paste", onPaste);
    return () => window.removeEventListener("paste", onPaste);
  }, [api]);
}
