import { type Failure, failureNames } from "../engine/failure.ts";
import type { RunOutcome } from "../engine/notice.ts";
import type { Step } from "../workflow/workflow.ts";
import type { Attempt } from "./attempt.ts";

/*
 * What a person can do about each way in which an attempt or a run fails. `null`: the message of that failure says it
 * already, because it knows the place.
 */

const advices: Readonly<Record<string, string | null>> = {
  [failureNames.timedOut]: "Give the step more time under Advanced, or make it do less.",
  [failureNames.waitTimedOut]: "Nothing came before its deadline. Wire its error port to go on without it.",
  [failureNames.notAnEvent]: "Return a plain value, or an event of a type that the step's ports name.",
  [failureNames.missingValue]: "Give the expression another value for this case, for example with ?? or a condition.",
  [failureNames.waiterInUse]: "Leave out the id of ctx.wait, or make it unique per event.",
  [failureNames.exit]: "Look at its output. If this exit is fine, name it among the exits that count as success.",
  [failureNames.output]: "Look at its output: it must be one JSON value that its schema accepts.",
  [failureNames.denied]: "Run the workflow again and allow what it asks for.",
  [failureNames.spawn]: "Check that the program is installed on this machine and spelled right.",
  ConfigError: "Open the step and complete what its form asks for.",
  CorsError: null,
  CutAnswerError: null,
  ExecutorError:
    "This is a fault of Tickwork, not of the workflow. Retry from here; if it comes again, export the log and report it.",
  ExpressionError: "Open the step and mend the expression; its input is shown below.",
  ForEachError: null,
  HttpError: null,
  Lost: "Nobody knows whether it had its effect: look there, and decide under Answers.",
  MemoryError: null,
  MissingArtifactError: "Export the log with its values where the run is whole, and go on from that.",
  NetworkError: "If this may pass, give the step a retry; else mend the address and fork.",
  NotJsonError: "Hand on texts, numbers, booleans, null, and lists and objects of these.",
  RangeError: "Let the code call itself less deep, or work on smaller parts.",
  RedirectError: null,
  RetryPolicyError: "Open the step and mend its retry under Advanced: the failure before it is the cause below.",
  RunnerError: "Check under Settings that the runner runs and is of this version, then retry from here.",
  SandboxError: "Retry from here. If it comes again, let the code work on less at once.",
  StoreError: "Write another value, or let the store's schema allow this one.",
  SyntaxError: "Open the step at the line that is named, and mend the code.",
  TooLargeError: null,
  WorkflowError: "Open its canvas: the cards there say why nothing went on.",
};

/** What can be done about a failure that its message does not say. An error of a person's own code has another name. */
export function adviceFor({ name }: Failure, step?: Step): string | undefined {
  if (Object.hasOwn(advices, name)) return advices[name] ?? undefined;
  return step?.kind === "code"
    ? "It comes from the code of the step: its line is named above when it is known, and its input is shown below."
    : undefined;
}

/** The names that have an entry: a test holds them against all that the product gives. */
export const advisedNames: ReadonlySet<string> = new Set(Object.keys(advices));

const endAdvices: Readonly<Partial<Record<NonNullable<Attempt["end"]>, string>>> = {
  cancelled:
    "It was stopped before its end, by a person or because the run was cancelled. What it did so far may stay.",
  ended: "The run ended while it ran, so that nothing waits for its result.",
  rerun: "It was cut off by a reload, a pause or a lost owner, and begins again as the next attempt.",
  uncertain: "Nobody knows whether it had its effect: look there, and decide under Answers.",
  denied: "Run the workflow again and allow what it asks for.",
  failed: "A person decided that it failed.",
};

/** What is to be said of an attempt that came to no success and has no failure of its own. */
export function endAdvice(end: Attempt["end"]): string | undefined {
  return end === undefined ? undefined : endAdvices[end];
}

/** Why no further attempt follows, where the step has a retry. */
export function triesText(attempt: Pick<Attempt, "attempt" | "end" | "failure">, step: Step): string | undefined {
  if (attempt.end !== "failed" || attempt.failure === undefined || step.retry === undefined) return undefined;
  const { maxAttempts } = step.retry;
  if (maxAttempts !== undefined && attempt.attempt >= maxAttempts)
    return `That was the last of ${maxAttempts} attempts that its retry allows.`;
  return "Its retry does not try this failure again.";
}

/** What can be done about a run that ended in another way than with success, and with no attempt that failed. */
export function runEndAdvice(outcome: RunOutcome | null, reason: string | null): string | undefined {
  if (outcome === "timeout")
    return "Give the run more time under the workflow's limits, then fork from before its end.";
  if (outcome === "cancellation") return "Resume goes on with what had not begun; a fork goes on from any tick.";
  if (outcome === "failure" && reason?.includes("maxExecutions"))
    return "Mend the circle or raise the limit in the workflow, then fork from a tick before with the version as it is now.";
  return undefined;
}
