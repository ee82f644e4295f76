import { FolderOpen, GitFork, Pencil, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { showToast } from "../ui/toast.ts";
import type { Attempt } from "./attempt.ts";
import { openFork } from "./forkStart.ts";
import { innerFailure } from "./innerFailure.ts";
import { useHistoryPart, useRunContext } from "./RunContext.ts";

/** What can be done about an attempt that failed. The run itself is not changed by any of it. */
export function FailureActions({ attempt }: { readonly attempt: Attempt }) {
  const { api, stored, damaged, editorHref, begin, select, title } = useRunContext();
  const [busy, setBusy] = useState(false);
  const history = useHistoryPart((read) => read.history);
  const inner = innerFailure(history.attempts.values(), attempt);
  const { id } = stored.summary;
  const { fromSeq: seq, item, event } = attempt;
  // What a join gathered is no event of its own.
  const hasEvent = event?.data !== undefined && event.type !== "Batch" && event.type !== "OneOfEach";
  const retry = async () => {
    setBusy(true);
    const refusal = await begin(stored.workflow, () => api.fork(id, { seq }));
    setBusy(false);
    if (refusal !== null) showToast({ tone: "bad", text: refusal.message });
  };
  return (
    <fieldset className="failure-actions" aria-label="What can be done">
      {inner !== undefined && (
        <Button
          size="small"
          icon={<FolderOpen aria-hidden />}
          title={`${title(inner.step)} failed inside`}
          onClick={() => select(inner.step, { show: true })}
        >
          Show what failed inside
        </Button>
      )}
      {!damaged && (
        <>
          <Button
            size="small"
            icon={<RotateCcw aria-hidden />}
            disabled={busy}
            title="A new run that begins where this attempt began"
            onClick={() => void retry()}
          >
            Retry from here
          </Button>
          <Button
            size="small"
            icon={<GitFork aria-hidden />}
            onClick={() => openFork({ runId: id, seq, ...(hasEvent && { edit: item }) })}
          >
            Edit and fork
          </Button>
        </>
      )}
      {editorHref !== undefined && (
        <a className="failure-open" href={`${editorHref}?step=${encodeURIComponent(attempt.step)}`}>
          <Pencil aria-hidden />
          Open the step
        </a>
      )}
    </fieldset>
  );
}
