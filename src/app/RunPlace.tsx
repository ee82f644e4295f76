import { useCallback } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { StartRun } from "../runs/RunContext.ts";
import { RunPage } from "../runs/RunPage.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import type { Workflow } from "../workflow/workflow.ts";
import { damagedLogs } from "./importFiles.ts";
import { useLibrary } from "./libraryStore.ts";
import { PageMessage } from "./PageMessage.tsx";
import { routeHash } from "./route.ts";
import { askConsent, beginOther } from "./startFlow.ts";
import { usePlacedRun } from "./usePlacedRun.ts";
import { navigate, noteRoute } from "./useRoute.ts";

/** The page of a run, or why there is none. */
export function RunPlace({
  api,
  id,
  inside,
  tick,
}: {
  readonly api: EngineApi;
  readonly id: string;
  readonly inside?: string | undefined;
  /** The moment of the run that the address names. */
  readonly tick?: number | undefined;
}) {
  const onInside = useCallback(
    (step: string, tick: number | null) =>
      navigate({ kind: "run", run: id, ...(step !== "" && { inside: step }), ...(tick !== null && { tick }) }),
    [id],
  );
  const onCompare = useCallback((other: string) => navigate({ kind: "compare", left: other, right: id }), [id]);
  const onTick = useCallback(
    (tick: number | null) =>
      noteRoute({ kind: "run", run: id, ...(inside && { inside }), ...(tick !== null && { tick }) }),
    [id, inside],
  );
  const loaded = usePlacedRun(api, id);
  const begunFor = loaded.kind === "loaded" ? loaded.stored.summary.workflowId : undefined;
  const onBegin = useCallback(
    (workflow: Workflow, start: StartRun) =>
      beginOther(api, { workflow, ...(begunFor !== undefined && { workflowId: begunFor }) }, start),
    [api, begunFor],
  );
  const outdated = useLibrary((library) => library.storage?.outdated === true);
  const workflows = useLibrary((library) => library.workflows);
  const onAskConsent = useCallback(
    (go: () => Promise<void>) => {
      if (loaded.kind !== "loaded") return;
      const { workflow, summary } = loaded.stored;
      const { workflowId } = summary;
      void askConsent(api, { workflow, ...(workflowId !== undefined && { workflowId }) }, go);
    },
    [api, loaded],
  );
  if (loaded.kind === "loading")
    return (
      <PageMessage title="Run">
        <Spinner label="Loading the run …" />
      </PageMessage>
    );
  if (loaded.kind === "refused")
    return (
      <PageMessage title="Run">
        <EmptyState
          title={loaded.refusal.code === "not-found" ? "This run is not here" : "This run cannot be shown"}
          actions={
            <Button variant="primary" onClick={() => navigate({ kind: "home" })}>
              Go to the start page
            </Button>
          }
        >
          {loaded.refusal.code === "not-found"
            ? "It was deleted, or it belongs to another browser. Import its log to see it here."
            : loaded.refusal.message}
        </EmptyState>
      </PageMessage>
    );
  const { workflowId } = loaded.stored.summary;
  const editable = workflowId !== undefined && workflows?.some((workflow) => workflow.id === workflowId);
  return (
    <RunPage
      api={api}
      stored={loaded.stored}
      damage={damagedLogs.get(id)}
      editorHref={editable ? routeHash({ kind: "workflow", workflow: workflowId }) : undefined}
      outdated={outdated}
      inside={inside}
      onInside={onInside}
      tick={tick ?? null}
      onTick={onTick}
      onOpenRun={openRun}
      onCompare={onCompare}
      onAskConsent={onAskConsent}
      onBegin={onBegin}
      onLeave={() => navigate({ kind: "home" })}
    />
  );
}

function openRun(run: string): void {
  navigate({ kind: "run", run });
}
