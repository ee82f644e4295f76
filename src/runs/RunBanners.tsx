import { reasonText } from "../engine/reasonText.ts";
import type { LogReport } from "../protocol/exports.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import { Button } from "../ui/Button.tsx";
import { formatDuration } from "../ui/format.ts";
import { Notice, type NoticeTone } from "../ui/Notice.tsx";
import { RelativeTime, useNow } from "../ui/RelativeTime.tsx";
import { showToast } from "../ui/toast.ts";
import { assertNever } from "../workflow/assertNever.ts";
import { type BlockedPart, blockedParts } from "./blockedParts.ts";
import { runEndAdvice } from "./failureAdvice.ts";
import { openFork } from "./forkStart.ts";
import type { HistoryEntry } from "./historyAt.ts";
import { brief } from "./journalLine.ts";
import { type LooseEnd, looseEnds } from "./looseEnds.ts";
import { useHistory, useHistoryPart, useNewest, useRunContext } from "./RunContext.ts";
import { lifecycleWord } from "./runStatus.ts";
import { SteppingBar } from "./SteppingBar.tsx";
import { TakeOverButton } from "./TakeOverButton.tsx";

/** Everything about the run as a whole that a person must know, above its canvas. */
export function RunBanners({ damage }: { readonly damage: LogReport["damage"] }) {
  const owner = useNewest(({ owner }) => owner);
  const lifecycle = useNewest(({ view }) => view.lifecycle);
  const holds = useNewest(({ holds }) => holds) ?? [];
  const { stored, title } = useRunContext();
  const reason = useNewest(({ view }) => view.reason) ?? null;
  const trouble = useHistoryPart(({ trouble }) => trouble);
  return (
    <div className="run-banners">
      {damage && (
        <Notice look="banner" tone="bad" title={`The log of this run is damaged in line ${damage.line}.`}>
          {damage.message} Everything up to the last good tick is shown; nothing was stored and it cannot be continued.
        </Notice>
      )}
      {trouble !== null && (
        <Notice look="banner" tone="bad" title="The journal could not be read to its end.">
          {trouble}
        </Notice>
      )}
      {owner === "other-tab" && lifecycle !== "completed" && (
        <Notice look="banner" tone="info" title="Driven by another tab." actions={<TakeOverButton />}>
          It is shown here live. Answers and cancelling work from here, too; when the other tab closes, this one goes on
          with it.
        </Notice>
      )}
      {lifecycle === "paused" && (
        <Notice look="banner" tone="wait" title="The run is paused.">
          {reason === null
            ? "Commands that were running go on and report; nothing new begins until you resume it."
            : reasonText(reason, stored.workflow, title)}
        </Notice>
      )}
      {holds.map((hold) => (
        <HoldBanner key={`${hold.kind} ${"execution" in hold ? hold.execution : ""}`} hold={hold} />
      ))}
      {lifecycle === "completed" && <EndBanner />}
      <SteppingBar />
    </div>
  );
}

function HoldBanner({ hold }: { readonly hold: Hold }) {
  const { api, stored, title, damaged } = useRunContext();
  const { history } = useHistory();
  const now = useNow();
  const step = "execution" in hold ? history.attempts.get(hold.execution)?.step : undefined;
  const name = step === undefined ? "A step" : `“${title(step)}”`;
  const refuse = (message: string) => showToast({ tone: "bad", text: message });
  switch (hold.kind) {
    case "runner-unreachable":
      return (
        <Notice
          look="banner"
          tone="wait"
          title="Waiting for the runner."
          actions={
            !damaged && (
              <Button
                size="small"
                onClick={() =>
                  void api
                    .treatAsLost(stored.summary.id, hold.execution)
                    .then((answer) => !answer.ok && refuse(answer.refusal.message))
                }
              >
                Treat as lost
              </Button>
            )
          }
        >
          {name} was handed to it, and it answered last <RelativeTime at={hold.since} />. Start it again and the step
          goes on; next try {hold.nextTryAt > now ? `in ${formatDuration(hold.nextTryAt - now)}` : "now"}.
        </Notice>
      );
    case "workspace":
      return null;
    case "storage":
      return (
        <Notice look="banner" tone="bad" title="The run waits because nothing can be saved.">
          {hold.message}
        </Notice>
      );
    default:
      return assertNever(hold);
  }
}

const endTones: Record<string, NoticeTone> = { success: "ok", cancellation: "info" };

/** How it ended, with its result or the reason in words. */
function EndBanner() {
  const { stored, select, title, damaged, editorHref } = useRunContext();
  const outcome = useNewest(({ view }) => view.outcome) ?? null;
  const result = useNewest(({ view }) => view.result) ?? null;
  const reason = useNewest(({ view }) => view.reason) ?? null;
  const endedAt = useNewest(({ summary }) => summary.endedAt);
  const { history } = useHistory();
  const advice = runEndAdvice(outcome, reason);
  const ends =
    result === null && (outcome === "success" || outcome === "blocked") ? looseEnds(stored.workflow, history) : [];
  // The newest failure is the one that ended it; what came before was retried or handled.
  const failed =
    (outcome === "failure" || outcome === "denial") && advice === undefined
      ? [...history.attempts.values()].findLast(({ end }) => end === "failed" || end === "denied")
      : undefined;
  const { word } = lifecycleWord("completed", outcome);
  const took = endedAt === undefined ? "" : ` after ${formatDuration(endedAt - stored.summary.createdAt)}`;
  return (
    <Notice
      look="banner"
      tone={outcome === null ? "info" : (endTones[outcome] ?? "bad")}
      title={`The run ended: ${word}${took}.`}
      actions={
        <>
          {editorHref !== undefined && (
            <a className="tw-button tw-button-plain tw-button-small" href={editorHref}>
              Edit the workflow
            </a>
          )}
          {result !== null ? (
            <Button size="small" onClick={() => select(null)}>
              Show the result
            </Button>
          ) : outcome === "success" && ends.some(({ kind }) => kind === "untaken") ? (
            <Button size="small" onClick={() => select(null)}>
              Show what was handed on
            </Button>
          ) : (
            <>
              {failed !== undefined && (
                <Button size="small" onClick={() => select(failed.step, { show: true })}>
                  Show what failed
                </Button>
              )}
              {failed === undefined && outcome !== "success" && !damaged && (
                <Button
                  size="small"
                  onClick={() => openFork({ runId: stored.summary.id, seq: tickBeforeEnd(history.entries) })}
                >
                  Fork from before its end
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      {outcome === "blocked" && reason !== null ? (
        <BlockedReason reason={reason} ends={ends} />
      ) : outcome === "success" && result === null ? (
        <LastEnds ends={ends} />
      ) : (
        ((reason && reasonText(reason, stored.workflow, title)) ??
        (result === null ? null : <span className="tw-mono">{brief(result)}</span>))
      )}
      {advice !== undefined && <p>{advice}</p>}
    </Notice>
  );
}

/** The last tick at which the run was not being ended: from there a fork is possible. */
function tickBeforeEnd(entries: readonly HistoryEntry[]): number {
  const began = entries.findIndex(
    ({ tick }) => tick.kind === "run-timed-out" || (tick.kind === "cancel-requested" && tick.execution === undefined),
  );
  return Math.max(1, began < 0 ? entries.length - 1 : began);
}

/** A run that settled without a result (R46): what its last steps said, in a line. */
function LastEnds({ ends }: { readonly ends: readonly LooseEnd[] }) {
  const { title } = useRunContext();
  const [only, ...others] = ends;
  if (only === undefined) return null;
  if (others.length > 0) return `Nothing was left to do after ${others.length + 1} steps whose way ends there.`;
  const name = `“${title(only.step)}”`;
  if (only.kind === "nothing") return `Nothing was left to do: ${name} handed on nothing.`;
  return (
    <>
      Nothing was left to do. {name} handed on last:{" "}
      <span className="tw-mono">{brief(only.attempt.output ?? null)}</span>
    </>
  );
}

/** What is incomplete, or where the events ended, each with the way to its step (R46). */
function BlockedReason({ reason, ends }: { readonly reason: string; readonly ends: readonly LooseEnd[] }) {
  const { stored, title } = useRunContext();
  const parts = blockedParts(reason, stored.workflow);
  const isTasks = reason.endsWith(" could not run");
  if (parts.some(({ step }) => step !== undefined))
    return (
      <>
        {isTasks ? "What they need was not there." : "Nothing was left to do, and no step ended the run."}
        <PartList parts={parts} />
        {isTasks
          ? "Details of each say which need or condition decided so."
          : "Let every way there send what is missing, or take it out of what the step waits for."}
      </>
    );
  if (ends.length === 0) return `${reason}. Lead every way to a stop step, so that the run ends with a result.`;
  return (
    <>
      Nothing was left to do, and no stop step was reached.
      <PartList
        parts={ends.map(({ step, kind }) => ({
          step,
          text:
            kind === "nothing" ? `“${title(step)}” handed on nothing` : `“${title(step)}” handed on what no step took`,
        }))}
      />
      {ends.some(({ kind }) => kind === "nothing")
        ? "Only what a step hands on goes along its wires: return a value (null is none), or end that way with a stop step of its own."
        : "Lead these ways to a stop step, so that the run ends with a result."}
    </>
  );
}

function PartList({ parts }: { readonly parts: readonly BlockedPart[] }) {
  const { select, title } = useRunContext();
  return (
    <ul className="blocked">
      {parts.map(({ text, step }) => (
        <li key={text}>
          {text}.{" "}
          {step !== undefined && (
            <button type="button" className="link-button" onClick={() => select(step, { show: true })}>
              Show {title(step)}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
