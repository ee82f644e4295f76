import { batchText, waitingText } from "../editor/canvas/cardState.ts";
import type { BatchView, StepView, WaiterView } from "../engine/view.ts";
import { formatCount, formatDuration, formatExact, formatTime, plural } from "../ui/format.ts";
import { KeyValues } from "../ui/KeyValues.tsx";
import { Notice } from "../ui/Notice.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import type { Step, StepId } from "../workflow/workflow.ts";
import { bufferText } from "./bufferText.ts";
import { joinWaitOf } from "./joinWait.ts";
import { brief } from "./journalLine.ts";
import { useRunContext, useRunTime, useShown } from "./RunContext.ts";
import { waitingFor } from "./waitingFor.ts";

/** Waiters that are listed; all are counted. */
const maxShown = 50;

/** Everything that a step waits for, in words: people, events, times, members of batches. */
export function StepWaits({ id, step, view }: { readonly id: StepId; readonly step: Step; readonly view: StepView }) {
  const { title } = useRunContext();
  const holds = useShown(({ holds }) => holds) ?? [];
  const waiting = waitingFor(view, holds);
  // Read as text, so that a tick that changes none of the words draws nothing.
  const join = useShown(({ view }) => joinWaitOf(id, view, title)?.long.join("\n"));
  const batches = useShown(({ view }) => view.openBatches)?.filter((batch) => batch.step === id) ?? [];
  return (
    <>
      {waiting !== null && <Waiting waiting={waiting} view={view} />}
      {join !== undefined && (
        <Notice tone="info" title="It waits for the others before it begins">
          {join.split("\n").map((line) => (
            <p key={line}>{line.replace(/^waits/, "Waits")}.</p>
          ))}
        </Notice>
      )}
      {batches.length > 0 && <Batches batches={batches} />}
      {view.waiters.length > 0 && <Waiters waiters={view.waiters} />}
      <Buffers step={step} view={view} />
    </>
  );
}

function Waiting({
  waiting,
  view,
}: {
  readonly waiting: NonNullable<ReturnType<typeof waitingFor>>;
  readonly view: StepView;
}) {
  const now = useRunTime();
  const others = view.waiters.length > 1 ? ` (${view.waiters.length} waiters)` : "";
  const counts = waiting.for === "you" || waiting.for === "event";
  return (
    <Notice
      tone={waiting.for === "retry" || waiting.for === "pace" ? "info" : "wait"}
      title={`${waitingText(waiting, now)}${others}`}
    >
      {counts && waiting.until !== undefined && waiting.until > now
        ? `${formatDuration(Math.ceil((waiting.until - now) / 1000) * 1000)} left`
        : null}
    </Notice>
  );
}

/** The batches that the step opened and that are not done. */
function Batches({ batches }: { readonly batches: readonly BatchView[] }) {
  const { title } = useRunContext();
  return (
    <section className="details-part" aria-label="Open batches">
      <h3>{batches.length === 1 ? "Open batch" : `${batches.length} open batches`}</h3>
      <ul className="batch-list">
        {batches.map(({ batch, members, done, endedEarly, joins }) => (
          <li key={batch}>
            <div className="batch-line">
              <span className="tw-mono">{batch}</span>
              <span>{batchText({ done, members, batches: 1 })}</span>
            </div>
            <progress className="batch-bar" max={Math.max(1, members)} value={done} aria-label={`Batch ${batch}`} />
            {endedEarly > 0 && <p className="tw-muted">{plural(endedEarly, "member")} ended on the way.</p>}
            {joins.map((join) => (
              <p key={join.step} className="tw-muted">
                {title(join.step)} {join.fired ? "has begun with its" : "has"} {formatCount(join.has)}
                {join.take === undefined ? "" : ` of the ${join.take} that it takes`}.
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What each suspended item waits for. */
function Waiters({ waiters }: { readonly waiters: readonly WaiterView[] }) {
  return (
    <section className="details-part" aria-label="Waiters">
      <h3>Waits for</h3>
      <KeyValues
        rows={waiters.slice(0, maxShown).map(({ waiter, type, where, since, deadlineAt, member }) => [
          member === undefined ? type : `${type} · ${member.index + 1}`,
          <span key={waiter}>
            {where !== undefined && <span className="tw-mono">where {brief({ ...where })} · </span>}
            since <RelativeTime at={since} />
            {deadlineAt !== undefined && <span title={formatExact(deadlineAt)}> · until {formatTime(deadlineAt)}</span>}
          </span>,
        ])}
      />
      {waiters.length > maxShown && <p className="tw-muted">{waiters.length - maxShown} more wait.</p>}
    </section>
  );
}

function Buffers({ step, view }: { readonly step: Step; readonly view: StepView }) {
  const buffers = Object.entries(view.buffers);
  if (buffers.length === 0) return null;
  return (
    <section className="details-part" aria-label="Buffers">
      <h3>Collected so far</h3>
      <KeyValues rows={buffers.map(([name, members]) => [name, bufferText(members, step.accepts ?? [])])} />
    </section>
  );
}
