import type { Failure } from "../engine/failure.ts";
import { classNames } from "../ui/classNames.ts";
import { Notice } from "../ui/Notice.tsx";
import { findStep } from "../workflow/subWorkflows.ts";
import type { StepId } from "../workflow/workflow.ts";
import { adviceFor } from "./failureAdvice.ts";
import { useRunContext } from "./RunContext.ts";
import { sourceExcerpt } from "./sourceExcerpt.ts";
import { ValueView } from "./ValueView.tsx";

/** What went wrong, where in the person's own code, why, and what to do next. */
export function FailureView({
  failure,
  step,
  tries,
}: {
  readonly failure: Failure;
  readonly step?: StepId;
  /** Why no further attempt follows. */
  readonly tries?: string | undefined;
}) {
  const { stored } = useRunContext();
  const advice = adviceFor(failure, step === undefined ? undefined : findStep(stored.workflow, step));
  const causes = causesOf(failure);
  return (
    <Notice tone="bad" title={`${failure.name}: ${failure.message}`} className="failure">
      {failure.place && <Place place={failure.place} step={step} />}
      {tries !== undefined && <p>{tries}</p>}
      {advice !== undefined && <p>{advice}</p>}
      {causes.length > 0 && (
        <ol className="failure-causes" aria-label="Causes">
          {causes.map((cause, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chain has no other names, and never changes
            <li key={index}>
              because of {cause.name}: {cause.message}
              {cause.place && ` (line ${cause.place.line})`}
            </li>
          ))}
        </ol>
      )}
      {failure.stack !== undefined && (
        <details>
          <summary>Where it happened</summary>
          <pre>{failure.stack}</pre>
        </details>
      )}
      {failure.data !== undefined && <ValueView value={failure.data} label="More about the failure" />}
    </Notice>
  );
}

/** The line of the step's code, and the way to it in the editor. */
function Place({ place, step }: { readonly place: NonNullable<Failure["place"]>; readonly step: StepId | undefined }) {
  const { stored, editorHref } = useRunContext();
  const known = step === undefined ? null : findStep(stored.workflow, step);
  const lines = known?.kind === "code" ? sourceExcerpt(known.config.source, place) : [];
  const where = `line ${place.line}, column ${place.column}`;
  return (
    <>
      <p>
        In{" "}
        {editorHref !== undefined && step !== undefined ? (
          <a href={`${editorHref}?step=${encodeURIComponent(step)}&line=${place.line}`}>{where}</a>
        ) : (
          where
        )}{" "}
        of its code.
      </p>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
        <pre className="failure-source" tabIndex={0}>
          {lines.map(({ number, text, caret, named }) => (
            <span key={number} className={classNames("failure-row", named && "failure-line")}>
              {`${String(number).padStart(4)}  ${text}\n`}
              {caret !== undefined && (
                <span className="failure-caret" aria-hidden>{`${" ".repeat(6 + caret)}^\n`}</span>
              )}
            </span>
          ))}
        </pre>
      )}
    </>
  );
}

/** The chain of causes, nearest first; it may be long, and only so much of it helps. */
function causesOf({ cause }: Failure): readonly Failure[] {
  const chain: Failure[] = [];
  for (let each = cause; each !== undefined && chain.length < 8; each = each.cause) chain.push(each);
  return chain;
}
