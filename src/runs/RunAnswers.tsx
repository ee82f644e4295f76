import { useMemo } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { StoredRun } from "../protocol/storedRun.ts";
import { Notice } from "../ui/Notice.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { stepTitle } from "../workflow/stepTitle.ts";
import type { StepId } from "../workflow/workflow.ts";
import { Answers } from "./Answers.tsx";
import { RunContext, type RunContextValue, useShown } from "./RunContext.ts";
import { useAnswerFates } from "./useAnswerFates.ts";
import { useRunStores, useStoredRun } from "./useRun.ts";

type Ways = Pick<RunContextValue, "askConsent" | "begin"> & {
  /** Shows the page of the run. */
  readonly onOpen: () => void;
};

/** What of one run waits for the person, to be answered without its page. */
export function RunAnswers({
  api,
  runId,
  ways,
}: {
  readonly api: EngineApi;
  readonly runId: string;
  readonly ways: Ways;
}) {
  const loaded = useStoredRun(api, runId);
  if (loaded.kind === "loading") return <Spinner label="Loading what it asks …" />;
  if (loaded.kind === "refused") return <Notice tone="bad" title={loaded.refusal.message} />;
  return <LoadedAnswers api={api} stored={loaded.stored} ways={ways} />;
}

function LoadedAnswers({
  api,
  stored,
  ways,
}: {
  readonly api: EngineApi;
  readonly stored: StoredRun;
  readonly ways: Ways;
}) {
  const stores = useRunStores(api, stored, { scope: "", tick: null });
  const context = useMemo(
    (): RunContextValue => ({
      api,
      stored,
      stores,
      readOnly: false,
      damaged: false,
      editorHref: undefined,
      openRun: ways.onOpen,
      askConsent: ways.askConsent,
      begin: ways.begin,
      title: (step: StepId) => stepTitle(stored.workflow, step),
      selected: null,
      select: ways.onOpen,
      inside: "",
      openInside: ways.onOpen,
    }),
    [api, stored, stores, ways],
  );
  return (
    <RunContext value={context}>
      <WhenThere />
    </RunContext>
  );
}

/** The first view of the run is on its way. */
function WhenThere() {
  useAnswerFates();
  const isThere = useShown(() => true) ?? false;
  return isThere ? <Answers empty /> : <Spinner label="Loading what it asks …" />;
}
