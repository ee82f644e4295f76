import { Check, CirclePause, Pin, SkipForward, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { plural } from "../../ui/format.ts";
import { useNow } from "../../ui/RelativeTime.tsx";
import { kindOf, workersOf } from "../../workflow/kinds.ts";
import type { Step } from "../../workflow/workflow.ts";
import { type CardProblems, cardNameId } from "./canvasNodes.ts";
import { type CardState, cardName, cardState } from "./cardState.ts";
import { type StepLive, useLive } from "./live.ts";

/*
 * The strip at the bottom of a card: what its step needs in the editor, and what it does in a run.
 */

export function RestingStrip({
  id,
  step,
  title,
  problems,
}: {
  readonly id: string;
  readonly step: Step;
  readonly title: string;
  readonly problems: CardProblems;
}) {
  return (
    <>
      <CardName id={id} text={cardName(title, kindOf(step).title, null, problems.errors + problems.warnings)} />
      {problems.errors > 0 ? <ProblemCount problems={problems} /> : <span>not running</span>}
      {problems.errors === 0 && problems.warnings > 0 && <TriangleAlert className="tw-tone-wait" aria-hidden />}
      <span className="tw-card-right">
        {step.disabled === true ? "switched off" : plural(workersOf(step), "worker")}
      </span>
      {step.pinned !== undefined && (
        <span className="tw-card-pin tw-tone-wait" title="Its output is pinned: a run with pins takes that.">
          <Pin aria-hidden />
          pinned
        </span>
      )}
    </>
  );
}

export function ProblemCount({ problems }: { readonly problems: CardProblems }) {
  return (
    <span className="tw-card-main tw-tone-bad">
      <TriangleAlert aria-hidden />
      {plural(problems.errors, "problem")}
    </span>
  );
}

export function LiveStrip(props: {
  readonly id: string;
  readonly step: Step;
  readonly title: string;
  readonly live: StepLive;
}) {
  return props.live.waitingFor?.until === undefined ? <StillStrip {...props} now={0} /> : <CountingStrip {...props} />;
}

function CountingStrip(props: Omit<Parameters<typeof StillStrip>[0], "now">) {
  const now = useNow();
  return <StillStrip {...props} now={useLive(({ at }) => at) ?? now} />;
}

function StillStrip({
  id,
  step,
  title,
  live,
  now,
}: {
  readonly id: string;
  readonly step: Step;
  readonly title: string;
  readonly live: StepLive;
  readonly now: number;
}) {
  const limit = workersOf(step);
  const state = cardState(live, limit, now);
  return (
    <>
      <CardName id={id} text={cardName(title, kindOf(step).title, state, 0)} />
      <span className={`tw-card-main tw-tone-${state.tone}`}>
        {marks[state.mark]}
        <span className="tw-cut" title={state.hint === undefined ? state.main : `${state.main}\n${state.hint}`}>
          {state.main}
        </span>
      </span>
      {state.aside !== undefined && (
        <span className="tw-cut" title={state.aside}>
          {state.aside}
        </span>
      )}
      <span className="tw-card-right">{state.right}</span>
      {live.batch ? (
        <Bar share={live.batch.done / Math.max(1, live.batch.members)} tone="ok" />
      ) : (
        live.running > 0 && <Bar share={live.running / Math.max(1, limit)} tone="run" />
      )}
    </>
  );
}

/** How many of the workers are busy, or of the members done, as a thin bar; the words stand in the strip. */
function Bar({ share, tone }: { readonly share: number; readonly tone: "run" | "ok" }) {
  return (
    <span className={`tw-card-bar tw-card-bar-${tone}`} aria-hidden>
      <span style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}

const marks: Record<CardState["mark"], ReactNode> = {
  dot: <span className="tw-dot tw-dot-live" />,
  check: <Check aria-hidden />,
  cross: <X aria-hidden />,
  pause: <CirclePause aria-hidden />,
  skip: <SkipForward aria-hidden />,
  none: null,
};

/** The hidden text that names a card. */
export function CardName({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <span id={cardNameId(id)} className="tw-hidden">
      {text}
    </span>
  );
}
