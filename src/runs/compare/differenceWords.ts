import { assertNever } from "../../workflow/assertNever.ts";
import type { StepId } from "../../workflow/workflow.ts";
import type { FirstDifference } from "./firstDifference.ts";

/** What differs first, as the end of “They part at …”. */
export function differenceWords({ what, step }: FirstDifference, title: (step: StepId) => string): string {
  const of = step === undefined ? "" : ` of “${title(step)}”`;
  const name = step === undefined ? "a step" : `“${title(step)}”`;
  switch (what) {
    case "input":
      return "what they were started with";
    case "event":
      return "an event from outside";
    case "answer":
      return `the answer to ${name}`;
    case "sent":
      return `an event that ${name} sent`;
    case "result":
      return `the result${of}`;
    case "route":
      return `the way on from ${name}`;
    case "outcome":
      return `how ${name} ended`;
    case "published":
      return `what ${name} published`;
    case "store":
      return `what ${name} wrote into the store`;
    case "once":
      return `what ${name} keeps with ctx.once`;
    case "inner":
      return `the input of the workflow inside ${name}`;
    case "timeout":
      return step === undefined ? "the time limit of the run" : `the time limit${of}`;
    case "cancel":
      return step === undefined ? "a cancel" : `a cancel${of}`;
    case "lost":
      return `a loss${of}`;
    case "decision":
      return `what a person decided about ${name}`;
    case "changed":
      return `the event of ${name}, which a person changed`;
    case "only":
      return step === undefined
        ? "something that only one of them did"
        : `something that only one of them did with ${name}`;
    default:
      return assertNever(what);
  }
}
