import { FolderOpen } from "lucide-react";
import { useStore } from "zustand";
import { KindIcon } from "../editor/KindIcon.tsx";
import { failureNames } from "../engine/failure.ts";
import type { StepView } from "../engine/view.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { formatCount, formatDuration } from "../ui/format.ts";
import { KeyValues } from "../ui/KeyValues.tsx";
import { Notice } from "../ui/Notice.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Select } from "../ui/Select.tsx";
import { showToast } from "../ui/toast.ts";
import { useThrottled } from "../ui/useThrottled.ts";
import { kindOf, summaryOf } from "../workflow/kinds.ts";
import { findStep, inlinedIn, scopeOf } from "../workflow/subWorkflows.ts";
import { startNode } from "../workflow/wires.ts";
import type { Step, StepId } from "../workflow/workflow.ts";
import { AnswerText } from "./AnswerText.tsx";
import { AttemptPast } from "./AttemptPast.tsx";
import { answerFacts } from "./answerFacts.ts";
import type { Attempt } from "./attempt.ts";
import { attemptWord } from "./attemptWord.ts";
import { FailureActions } from "./FailureActions.tsx";
import { FailureView } from "./FailureView.tsx";
import { endAdvice, triesText } from "./failureAdvice.ts";
import type { Unhandled } from "./historyAt.ts";
import { exitText } from "./journalLine.ts";
import { MatrixList } from "./MatrixList.tsx";
import { matrixOf } from "./matrixRows.ts";
import { OutputLog } from "./OutputLog.tsx";
import { changeOf, programOf } from "./programOf.ts";
import { usePastOf, useRunContext, useRunTime, useShown } from "./RunContext.ts";
import { StepWaits } from "./StepWaits.tsx";
import { unhandledText } from "./unhandled.ts";
import { ValueView } from "./ValueView.tsx";
import { WhyNot } from "./WhyNot.tsx";

/** The newest attempts that the list offers; older ones are found in the journal. */
const maxAttempts = 200;

/** Everything that is known of one step of the run. */
export function StepDetails({ step: id }: { readonly step: StepId }) {
  const { stored } = useRunContext();
  const step = findStep(stored.workflow, id);
  if (id === startNode) return <StartDetails />;
  if (step === undefined) return null;
  return <KnownStep id={id} step={step} />;
}

function StartDetails() {
  const { stored } = useRunContext();
  return (
    <div className="details">
      <header className="details-head details-head-step">
        <KindIcon kind="start" />
        <div>
          <h2>Start</h2>
          <p className="tw-muted">what the run was started with</p>
        </div>
      </header>
      <KeyValues rows={[["Started", <RelativeTime key="at" at={stored.summary.createdAt} />]]} />
      <section className="details-part">
        <h3>Input</h3>
        <ValueView value={stored.input} label="Input" />
      </section>
    </div>
  );
}

function KnownStep({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const { stored, title, inside, openInside, stores } = useRunContext();
  const view = useShown(({ view }) => (Object.hasOwn(view.steps, id) ? view.steps[id] : undefined));
  const history = usePastOf(id);
  const attempts = history.attemptsOf(id);
  const chosen = useStore(stores.attempt, ({ execution }) => execution);
  const setChosen = (execution: string) => stores.attempt.setState({ execution });
  // A step that is busy begins many attempts a second; what is looked at must not jump with each.
  const latest = useThrottled(attempts.at(-1)?.execution, 1_000);
  const wanted = history.attempt(chosen ?? "");
  const attempt = (wanted?.step === id ? wanted : history.attempt(latest ?? "")) ?? attempts.at(-1);
  const lists = step.forEach === undefined ? [] : matrixOf(attempts);
  return (
    <div className="details">
      <header className="details-head details-head-step">
        <KindIcon kind={step.kind} />
        <div>
          <h2 className="tw-cut" title={title(id)}>
            {title(id)}
          </h2>
          <p className="tw-muted tw-cut">
            {kindOf(step).title.toLowerCase()} · <span className="tw-mono">{id}</span>
          </p>
        </div>
        {view && <StateChip view={view} />}
      </header>
      {stored.summary.trial?.pins?.includes(id) && (
        <p className="tw-muted">
          <b>Run with pins:</b> its pinned output stood for what it does.
        </p>
      )}
      {inlinedIn(step) !== undefined && inside !== id && (
        <Button icon={<FolderOpen aria-hidden />} onClick={() => openInside(id)}>
          Open its canvas
        </Button>
      )}
      {view && <StepWaits id={id} step={step} view={view} />}
      {lists.length > 0 && (
        <MatrixList lists={lists} open={view?.each?.lists ?? []} chosen={attempt?.execution} onChoose={setChosen} />
      )}
      <NobodyTook step={id} unhandled={history.unhandledOf(id)} />
      {attempts.length > 1 && attempt && (
        <Select
          aria-label="Attempt"
          value={attempt.execution}
          onChange={setChosen}
          options={attempts
            .slice(-maxAttempts)
            .map((each, index) => ({
              value: each.execution,
              label: `${Math.max(0, attempts.length - maxAttempts) + index + 1} of ${attempts.length} · ${attemptWord(each).word}`,
              note: `attempt ${each.attempt} · ${each.event?.type ?? "task"} · ${each.execution}`,
            }))
            .reverse()}
        />
      )}
      {attempt ? <AttemptDetails key={attempt.execution} attempt={attempt} step={step} /> : <WhyNot step={id} />}
    </div>
  );
}

/** Events that the step handed on and nobody took. */
function NobodyTook({ step, unhandled }: { readonly step: StepId; readonly unhandled: readonly Unhandled[] }) {
  const { stored, title } = useRunContext();
  if (unhandled.length === 0) return null;
  return (
    <Notice tone="wait" title="Some of its events went nowhere">
      {unhandled.map(({ notice, count }) => (
        <p key={`${notice.type} ${notice.to ?? ""} ${notice.reason ?? ""}`}>
          {unhandledText(notice, { workflow: stored.workflow, inside: scopeOf(step) }, title)}
          {count > 1 && ` (${formatCount(count)} times)`}
        </p>
      ))}
    </Notice>
  );
}

function StateChip({ view }: { readonly view: StepView }) {
  const word = view.status === "not-running" ? "not running" : view.status;
  const tone = view.status === "running" ? "run" : view.status === "preparing" ? "accent" : "neutral";
  return (
    <Chip tone={tone} dot={view.status !== "not-running"}>
      {word}
      {view.queued > 0 && ` · ${formatCount(view.queued)} queued`}
    </Chip>
  );
}

/** What the time before an attempt went by with. */
const queuedWords = {
  worker: "Queued",
  retry: "Before, its delay",
  waiter: "Before, waited",
  again: "Queued again",
} as const satisfies Record<Attempt["queuedFor"], string>;

function AttemptDetails({ attempt, step }: { readonly attempt: Attempt; readonly step: Step }) {
  const { api, stored, readOnly } = useRunContext();
  const now = useRunTime();
  const { tone, word } = attemptWord(attempt);
  const began = attempt.startedAt ?? attempt.dispatchedAt;
  const end = attempt.endedAt ?? now;
  const queued = attempt.dispatchedAt - attempt.queuedAt;
  const runs = attempt.end === undefined;
  const program = step.kind === "command" ? programOf(attempt.evidence) : undefined;
  const change = program && changeOf(program);
  const advice = endAdvice(attempt.end);
  const facts = step.kind === "agent" ? answerFacts(attempt.data ?? attempt.output ?? attempt.failure?.data) : {};
  const cancel = async () => {
    const answer = await api.cancelExecution(stored.summary.id, attempt.step, attempt.execution);
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
  };
  return (
    <>
      <KeyValues
        rows={[
          [
            "State",
            <span key="state" className="details-state">
              <Chip tone={tone} dot={runs}>
                {word}
              </Chip>
              {runs && !readOnly && (
                <Button size="small" variant="quiet" onClick={() => void cancel()}>
                  Cancel this step
                </Button>
              )}
            </span>,
          ],
          ["Started", <RelativeTime key="began" at={began} />],
          ["Took", `${formatDuration(Math.max(0, end - began))}${runs ? " so far" : ""}`],
          [queuedWords[attempt.queuedFor], queued > 0 && formatDuration(queued)],
          ["At the gate", attempt.waited !== undefined && attempt.waited > 0 && formatDuration(attempt.waited)],
          ["Attempt", attempt.attempt > 1 && String(attempt.attempt)],
          [
            "Exit",
            attempt.exit !== undefined && attempt.failure?.name !== failureNames.spawn && exitText(attempt.exit),
          ],
          [
            "Next try",
            attempt.retryAfterMs !== undefined && `${formatDuration(attempt.retryAfterMs)} after the failure`,
          ],
          ["Model", facts.model],
          ["Tokens", facts.tokens],
          ["Command", step.kind === "command" && <code key="command">{summaryOf(step)}</code>],
          ["Program", program && <code key="program">{program.path}</code>],
        ]}
      />
      {change !== undefined && (
        <Notice tone="wait" title="The program changed since you allowed it">
          {change}
        </Notice>
      )}
      {attempt.failure && (
        <FailureView failure={attempt.failure} step={attempt.step} tries={triesText(attempt, step)} />
      )}
      {attempt.failure === undefined && advice !== undefined && <Notice tone="info" title={advice} />}
      {(attempt.failure ?? advice) !== undefined && <FailureActions attempt={attempt} />}
      {(step.kind === "command" || step.kind === "code" || step.kind === "file") && (
        <OutputLog
          execution={attempt.execution}
          label={step.kind === "command" ? "Output" : "Log"}
          runs={runs}
          quiet={step.kind !== "command"}
        />
      )}
      {step.kind === "agent" && <AnswerText execution={attempt.execution} label="Answer" />}
      {step.kind === "http" && step.config.via === "runner" && runs && (
        <AnswerText execution={attempt.execution} label="Answer" quiet />
      )}
      {attempt.output !== undefined && (
        <section className="details-part">
          <h3>Handed on{typeof attempt.returned === "string" && <span> as {attempt.returned}</span>}</h3>
          <ValueView value={attempt.output} label="Handed on" />
        </section>
      )}
      {attempt.event && (
        <section className="details-part">
          <h3>
            Input<span> {attempt.event.type}</span>
          </h3>
          {attempt.event.data === undefined ? (
            <p className="tw-muted">The event carries no data.</p>
          ) : (
            <ValueView value={attempt.event.data} label="Input" />
          )}
        </section>
      )}
      <AttemptPast attempt={attempt} />
    </>
  );
}
