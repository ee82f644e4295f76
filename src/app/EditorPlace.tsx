import { useEffect, useMemo, useState } from "react";
import { Editor } from "../editor/Editor.tsx";
import type { RunnerOffers, StepTester } from "../editor/editorContext.ts";
import type { TaskResults } from "../editor/inspector/condition/conditionReason.ts";
import { preparePlaces } from "../editor/layout/preparePlaces.ts";
import type { OpenDocument } from "../editor/openDocument.ts";
import type { OtherWorkflows } from "../editor/otherWorkflows.ts";
import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { LastRun } from "../protocol/storedRun.ts";
import type { StoredWorkflow } from "../protocol/storedWorkflow.ts";
import { undoKey } from "../protocol/undoKey.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { showToast } from "../ui/toast.ts";
import type { Json } from "../workflow/json.ts";
import { soleStep } from "../workflow/soleStep.ts";
import { type Kept, useKept } from "./kept/useKept.ts";
import { useLibrary } from "./libraryStore.ts";
import { PageMessage } from "./PageMessage.tsx";
import type { ShownPlace } from "./route.ts";
import { askConsent, beginRun } from "./startFlow.ts";
import { navigate, noteRoute } from "./useRoute.ts";
import { WorkflowRuns } from "./WorkflowRuns.tsx";
import { noteSeen, useForeign } from "./yours/foreignWorkflows.ts";
import { MakeItYours } from "./yours/MakeItYours.tsx";

/** The editor of a workflow, or why there is none. */
export function EditorPlace({
  api,
  id,
  show,
}: {
  readonly api: EngineApi;
  readonly id: string;
  /** The step and line to begin with. */
  readonly show: ShownPlace | undefined;
}) {
  const [loaded, setLoaded] = useState<Answer<StoredWorkflow> | null>(null);
  const [undo, setUndo] = useState<Json | null>(null);
  useEffect(() => {
    let left = false;
    // Without what could be undone the workflow is still whole.
    const kept = api.loadDraft(undoKey(id)).catch(() => null);
    const load = async () => {
      const answer = await api.loadWorkflow(id);
      if (answer.ok) await preparePlaces(answer.value.workflow);
      return answer;
    };
    void Promise.all([load(), kept]).then(([answer, draft]) => {
      if (left) return;
      setUndo(draft);
      setLoaded(answer);
    });
    return () => {
      left = true;
    };
  }, [api, id]);
  if (loaded === null)
    return (
      <PageMessage title="Workflow">
        <Spinner label="Loading the workflow …" />
      </PageMessage>
    );
  if (loaded.ok) return <LoadedEditor api={api} stored={loaded.value} undo={undo} show={show} />;
  const missing = loaded.refusal.code === "not-found";
  return (
    <PageMessage title="Workflow">
      <EmptyState
        title={missing ? "This workflow is not here" : "This workflow cannot be shown"}
        actions={
          <Button variant="primary" onClick={() => navigate({ kind: "home" })}>
            Go to the start page
          </Button>
        }
      >
        {missing
          ? "It was deleted, or it belongs to another browser. Import its file to edit it here."
          : loaded.refusal.message}
      </EmptyState>
    </PageMessage>
  );
}

const manageRunner = () => navigate({ kind: "settings" });

function LoadedEditor({
  api,
  stored,
  undo,
  show,
}: {
  readonly api: EngineApi;
  readonly stored: StoredWorkflow;
  readonly undo: Json | null;
  readonly show: ShownPlace | undefined;
}) {
  const [deleting, setDeleting] = useState(false);
  const name = useLibrary((library) => library.workflows?.find(({ id }) => id === stored.id)?.name);
  const newest = useLibrary((library) => library.workflows?.find(({ id }) => id === stored.id)?.revision);
  const title = name ?? stored.workflow.name;
  usePageTitle(title);
  const workflows = useLibrary((library) => library.workflows);
  const kept = useKept(api);
  const runner = useRunnerOffers(kept);
  const others = useMemo(
    (): OtherWorkflows => ({
      list: (workflows ?? []).filter(({ id }) => id !== stored.id),
      load: async (id) => {
        const answer = await api.loadWorkflow(id);
        return answer.ok ? answer.value : null;
      },
      open: (workflow) => navigate({ kind: "workflow", workflow }),
    }),
    [api, stored.id, workflows],
  );
  const tester = useMemo(
    (): StepTester => ({
      test: async (test, again) => {
        const answer = await api.testStep({ ...test, workflowId: stored.id });
        const sole = soleStep(test.workflow, test.step);
        if (!answer.ok && answer.refusal.code === "needs-permission" && sole !== undefined)
          void askConsent(api, { workflowId: stored.id, workflow: sole }, async () => again());
        return answer;
      },
      stop: (id) => void api.stopTest(id),
    }),
    [api, stored.id],
  );
  const lastRun = useLastRun(api, stored.id);
  const lastTasks = useLastTasks(api, lastRun);
  const [binding, setBinding] = useState<OpenDocument | null>(null);
  // The editor goes there once; the same place can be asked for again.
  useEffect(() => {
    if (show !== undefined) noteRoute({ kind: "workflow", workflow: stored.id });
  }, [show, stored.id]);
  const isForeign = useForeign((foreign) => foreign.has(stored.id));
  return (
    <>
      <Editor
        others={others}
        lastRun={lastRun}
        lastTasks={lastTasks}
        runner={runner}
        onManageRunner={manageRunner}
        onMakeYours={setBinding}
        onForeignSeen={isForeign ? () => noteSeen(stored.id) : undefined}
        stored={stored}
        newest={newest}
        undo={undo}
        api={api}
        drafts={api}
        versions={api}
        tester={tester}
        show={show}
        onRun={(workflow, way) => beginRun(api, { workflowId: stored.id, workflow, ...way })}
        onOpen={(workflow) => navigate({ kind: "workflow", workflow })}
        onDelete={() => setDeleting(true)}
      />
      <WorkflowRuns id={stored.id} />
      {binding !== null && (
        <MakeItYours
          api={api}
          id={stored.id}
          document={binding}
          offers={runner}
          kept={kept}
          onDone={() => noteSeen(stored.id)}
          onClose={() => setBinding(null)}
        />
      )}
      <ConfirmDialog
        open={deleting}
        title={`Delete “${title}”?`}
        action="Delete"
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          const answer = await api.deleteWorkflow(stored.id);
          if (answer.ok) navigate({ kind: "home" });
          else showToast({ tone: "bad", text: answer.refusal.message });
        }}
      >
        The workflow and its earlier versions are deleted from this browser. Its runs stay.
      </ConfirmDialog>
    </>
  );
}

/** Read anew when a run begins and when it ends; nothing is asked as long as there is none. */
function useLastRun(api: EngineApi, workflowId: string): LastRun | null {
  const [lastRun, setLastRun] = useState<LastRun | null>(null);
  const newest = useLibrary((library) => {
    const run = library.workflows?.find(({ id }) => id === workflowId)?.lastRun;
    return run === undefined || run.seq === 0 ? null : `${run.id} ${run.lifecycle}`;
  });
  useEffect(() => {
    if (newest === null) return setLastRun(null);
    let left = false;
    void api.lastRun(workflowId).then((answer) => {
      if (!left && answer.ok) setLastRun(answer.value);
    });
    return () => {
      left = true;
    };
  }, [api, workflowId, newest]);
  return lastRun;
}

/** How the tasks of a run ended, as soon as it has ended. */
function useLastTasks(api: EngineApi, lastRun: LastRun | null): TaskResults | null {
  const [known, setKnown] = useState<TaskResults | null>(null);
  const ended = lastRun?.run.lifecycle === "completed" ? lastRun.run.id : undefined;
  useEffect(() => {
    if (ended === undefined) return;
    let left = false;
    void api.taskResults(ended).then((answer) => {
      if (!left && answer.ok) setKnown(answer.value);
    });
    return () => {
      left = true;
    };
  }, [api, ended]);
  return known;
}

/** What the runner has to offer to steps, while it is connected. */
function useRunnerOffers({ state }: Kept): RunnerOffers {
  const runner = useLibrary((library) => library.runner);
  const workspaces = runner.kind === "connected" ? runner.health.workspaces : null;
  return useMemo(() => {
    if (state.kind !== "here") return { workspaces, secrets: null, models: null };
    return { workspaces, secrets: state.kept.secrets, models: state.kept.models };
  }, [workspaces, state]);
}
