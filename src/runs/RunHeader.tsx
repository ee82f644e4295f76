import { Pause, Play, RotateCcw, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { RunOutcome } from "../engine/notice.ts";
import type { Answer } from "../protocol/answer.ts";
import type { Owner } from "../protocol/runUpdate.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { showPanel } from "../ui/panels.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { showToast } from "../ui/toast.ts";
import { InTopBar } from "../ui/topBarSlots.tsx";
import { CompareMenu } from "./compare/CompareMenu.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { ForkButton } from "./ForkButton.tsx";
import { countOf, needsYouOf } from "./needsYou.ts";
import { useNewest, useRunContext } from "./RunContext.ts";
import { lifecycleWord } from "./runStatus.ts";
import { TrialChips } from "./TrialChips.tsx";

const owners: Record<Owner, string> = {
  "this-tab": "this tab drives it",
  "other-tab": "driven by another tab",
  none: "nobody drives it",
};

/** The run's part of the top bar: what it is, how it stands, and what can be done with it. */
export function RunHeader({
  editorHref,
  outdated,
  onLeave,
  onCompare,
}: {
  readonly editorHref: string | undefined;
  readonly outdated: boolean;
  readonly onLeave: () => void;
  readonly onCompare: ((other: string) => void) | undefined;
}) {
  const { stored, openRun } = useRunContext();
  const { summary } = stored;
  const imported = useNewest(({ summary }) => summary.imported === true) ?? summary.imported === true;
  const lifecycle = useNewest(({ view }) => view.lifecycle) ?? summary.lifecycle;
  const outcome = useNewest(({ view }) => view.outcome) ?? summary.outcome;
  const count = useNewest(({ view }) => countOf(needsYouOf(view))) ?? 0;
  const owner = useNewest(({ owner }) => owner);
  const status = lifecycleWord(lifecycle, outcome);
  return (
    <>
      <InTopBar place="middle">
        {editorHref === undefined ? (
          <span className="crumb tw-cut">{summary.name}</span>
        ) : (
          <a className="crumb tw-cut" href={editorHref} title={`Edit ${summary.name}`}>
            {summary.name}
          </a>
        )}
        <span className="crumb">/</span>
        <h1 className="run-number">run {summary.number}</h1>
        <Chip tone={status.tone} dot>
          {status.word}
        </Chip>
        <TrialChips trial={summary.trial} />
        {count > 0 && (
          <button type="button" className="run-needs" onClick={() => showPanel("run.side")}>
            <Chip tone="wait">needs you · {count}</Chip>
          </button>
        )}
        <span className="run-meta tw-cut">
          started <RelativeTime at={summary.createdAt} />
          {owner !== undefined &&
            lifecycle !== "completed" &&
            ` · ${outdated ? "this tab is out of date" : owners[owner]}`}
          {imported && " · imported"}
          {summary.forkOf !== undefined && (
            <>
              {" · fork of "}
              <button type="button" className="link-button" onClick={() => openRun(summary.forkOf?.id ?? "")}>
                run {summary.forkOf.number}
              </button>
              {summary.forkOf.seq > 0 && ` after tick ${summary.forkOf.seq}`}
            </>
          )}
          {summary.retryOf !== undefined && (
            <>
              {" · retries "}
              <button type="button" className="link-button" onClick={() => openRun(summary.retryOf?.id ?? "")}>
                run {summary.retryOf.number}
              </button>
            </>
          )}
        </span>
      </InTopBar>
      <InTopBar place="actions">
        <RunActions lifecycle={lifecycle} outcome={outcome} onLeave={onLeave} onCompare={onCompare} />
      </InTopBar>
    </>
  );
}

function RunActions({
  lifecycle,
  outcome,
  onLeave,
  onCompare,
}: {
  readonly lifecycle: string;
  readonly outcome: RunOutcome | null;
  readonly onLeave: () => void;
  readonly onCompare: ((other: string) => void) | undefined;
}) {
  const { api, stored, damaged, openRun, askConsent } = useRunContext();
  const { summary } = stored;
  const imported = useNewest(({ summary }) => summary.imported === true) ?? summary.imported === true;
  const [deleting, setDeleting] = useState(false);
  if (damaged) return null;
  const act = async (call: Promise<Answer<null>>) => {
    const answer = await call;
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
    return answer.ok;
  };
  const retry = async (): Promise<void> => {
    const answer = await api.retryFailed(summary.id);
    if (answer.ok) openRun(answer.value.runId);
    // Consent that was withdrawn meanwhile is asked for where it is missed.
    else if (answer.refusal.code === "needs-permission") askConsent(retry);
    else showToast({ tone: "bad", text: answer.refusal.message });
  };
  const goOn = async (): Promise<void> => {
    const answer = await api.continueRun(summary.id);
    if (answer.ok) showToast({ tone: "ok", text: "The run goes on here." });
    else if (answer.refusal.code === "needs-permission") askConsent(goOn);
    else showToast({ tone: "bad", text: answer.refusal.message });
  };
  const moves = !imported && (lifecycle === "running" || lifecycle === "needs-recovery");
  return (
    <>
      {/* First: where *Run* and *Run with pins* stood a moment ago, a second click must not cancel or delete. */}
      {lifecycle === "completed" || imported ? (
        <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      ) : (
        <Button
          variant="danger"
          icon={<X aria-hidden />}
          disabled={lifecycle === "cancelling"}
          onClick={() => void act(api.cancel(summary.id))}
        >
          {lifecycle === "cancelling" ? "Cancelling …" : "Cancel"}
        </Button>
      )}
      {imported && lifecycle !== "completed" && (
        <Button variant="primary" icon={<Play aria-hidden />} onClick={() => void goOn()}>
          Continue here
        </Button>
      )}
      {moves && (
        <Button icon={<Pause aria-hidden />} onClick={() => void act(api.pause(summary.id))}>
          Pause
        </Button>
      )}
      {!imported && (lifecycle === "paused" || outcome === "cancellation") && (
        <Button variant="primary" icon={<Play aria-hidden />} onClick={() => void act(api.resume(summary.id))}>
          Resume
        </Button>
      )}
      {outcome !== null && outcome !== "success" && outcome !== "cancellation" && !imported && (
        <Button icon={<RotateCcw aria-hidden />} onClick={() => void retry()}>
          Retry failed
        </Button>
      )}
      {onCompare && <CompareMenu run={summary} onCompare={onCompare} />}
      <ForkButton />
      <ExportMenu />
      <ConfirmDialog
        open={deleting}
        title={`Delete “${summary.name}”, run ${summary.number}?`}
        action="Delete"
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          if (await act(api.deleteRun(summary.id))) onLeave();
        }}
      >
        Its journal, answers and outputs are deleted from this browser. Export its log first to keep it.
      </ConfirmDialog>
    </>
  );
}
