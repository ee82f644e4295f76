import type { Failure } from "../engine/failure.ts";
import { failureNames } from "../engine/failure.ts";
import { JsonView } from "../ui/JsonView.tsx";
import { Notice } from "../ui/Notice.tsx";

import type { StepId } from "../workflow/workflow.ts";

/** What went wrong, where, and what to do next. */
export function FailureView({ failure }: { readonly failure: Failure; readonly step?: StepId }) {
  const advice = adviceFor(failure);
  return (
    <Notice tone="bad" title={`${failure.name}: ${failure.message}`} className="failure">
      {failure.place && (
        <p>
          In line {failure.place.line}, column {failure.place.column} of its code.
        </p>
      )}
      {advice !== undefined && <p>{advice}</p>}
      {failure.cause && (
        <p>
          Because of {failure.cause.name}: {failure.cause.message}
        </p>
      )}
      {failure.stack !== undefined && (
        <details>
          <summary>Where it happened</summary>
          <pre>{failure.stack}</pre>
        </details>
      )}
      {failure.data !== undefined && <JsonView value={failure.data} label="More about the failure" />}
    </Notice>
  );
}

const advices: Readonly<Record<string, string>> = {
  [failureNames.timedOut]: "Give the step more time under Advanced, or make it do less.",
  [failureNames.waitTimedOut]: "Nothing came before its deadline. Wire its error port to go on without it.",
  [failureNames.notAnEvent]: "Return a plain value, or an event of a type that the step's ports name.",
  [failureNames.missingValue]: "Give the expression another value for this case, for example with ?? or a condition.",
  [failureNames.waiterInUse]: "Leave out the id of ctx.wait, or make it unique per event.",
  [failureNames.exit]: "Look at its output. If this exit is fine, name it among the exits that count as success.",
  [failureNames.output]: "Look at its output: it must be one JSON value that its schema accepts.",
  [failureNames.denied]: "Run the workflow again and allow what it asks for.",
  [failureNames.spawn]: "Check that the program is installed on this machine and spelled right.",
};

export function adviceFor(failure: Failure): string | undefined {
  return Object.hasOwn(advices, failure.name) ? advices[failure.name] : undefined;
}
