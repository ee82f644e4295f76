import { Pin, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { plural } from "../../ui/format.ts";
import { kindOf } from "../../workflow/kinds.ts";
import type { Step } from "../../workflow/workflow.ts";
import { type CardProblems, cardNameId } from "./canvasNodes.ts";
import { cardName } from "./cardState.ts";
import { stripParts } from "./liveCard.ts";

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
        {/* A number that nobody chose says nothing. */}
        {step.disabled === true ? "switched off" : step.workers !== undefined && plural(step.workers, "worker")}
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

/** The strip of a run, empty: `liveCard.ts` writes into its parts. */
export const LiveStrip = memo(function LiveStrip({ id, slim }: { readonly id: string; readonly slim: boolean }) {
  const name = <span id={cardNameId(id)} className={stripParts.name} hidden />;
  if (slim) return <div className="tw-card-live">{name}</div>;
  return (
    <div className="tw-card-live">
      {name}
      <span className={stripParts.main}>
        <svg className="tw-card-mark" viewBox="0 0 24 24" aria-hidden>
          <path />
        </svg>
        <span className={`tw-cut ${stripParts.text}`} />
      </span>
      <span className={`tw-cut ${stripParts.aside}`} />
      <span className={stripParts.right} />
      <span className={stripParts.bar} aria-hidden>
        <span />
      </span>
    </div>
  );
});

/** The text that names a card. Nobody sees it, so it takes no part in the layout; what it names is spoken by it all the same. */
export function CardName({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <span id={cardNameId(id)} hidden>
      {text}
    </span>
  );
}
