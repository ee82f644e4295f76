import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { Condition } from "../../../workflow/condition.ts";
import type { StepId } from "../../../workflow/workflow.ts";
import { conditionReason, type KnownValues, type TaskResults } from "./conditionReason.ts";

const icons = { true: CircleCheck, false: CircleX, unavailable: CircleHelp } as const;

/** What follows from each of the three values (T4; of a branch the first case that is true wins). */
const meanings = {
  task: {
    true: "the task would run",
    false: "the task would be skipped",
    unavailable: "the task would be blocked",
  },
  case: {
    true: "the event would leave here, unless a case before is true too",
    false: "the next case would be tried",
    unavailable: "that is not true, so the next case would be tried",
  },
} as const;

/** What a condition would say after the last run (T7), and because of what. */
export function ConditionPreview({
  condition,
  of,
  results,
  known = {},
  titleOf,
}: {
  readonly condition: Condition;
  readonly of: keyof typeof meanings;
  /** Of the last run; `null`: there was none. */
  readonly results: TaskResults | null;
  readonly known?: KnownValues;
  readonly titleOf: (step: StepId) => string;
}) {
  const { truth, facts } = conditionReason(condition, results ?? {}, titleOf, known);
  const word = `${truth}` as const;
  const Icon = icons[word];
  return (
    <div className="tw-condition-now" data-truth={String(truth)} role="status" aria-label="Preview of the condition">
      <p>
        <Icon aria-hidden />
        <span>
          {results === null ? "Before any run" : "After the last run"}: <strong>{word}</strong> – {meanings[of][word]}.
        </span>
      </p>
      {facts.length > 0 && (
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
