import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { Condition } from "../../../workflow/condition.ts";
import type { StepId } from "../../../workflow/workflow.ts";
import { conditionReason, type TaskResults } from "./conditionReason.ts";

const words = {
  true: { icon: CircleCheck, word: "true", meaning: "the task would run" },
  false: { icon: CircleX, word: "false", meaning: "the task would be skipped" },
  unavailable: { icon: CircleHelp, word: "unavailable", meaning: "the task would be blocked" },
} as const;

/** What the condition of a task would say after the last run (T4, T7), and because of what. */
export function ConditionPreview({
  condition,
  results,
  titleOf,
}: {
  readonly condition: Condition;
  /** Of the last run; `null`: there was none. */
  readonly results: TaskResults | null;
  readonly titleOf: (step: StepId) => string;
}) {
  const { truth, facts } = conditionReason(condition, results ?? {}, titleOf);
  const { icon: Icon, word, meaning } = words[`${truth}`];
  return (
    <div className="tw-condition-now" data-truth={String(truth)} role="status" aria-label="Preview of the condition">
      <p>
        <Icon aria-hidden />
        <span>
          {results === null ? "Before any run" : "After the last run"}: <strong>{word}</strong> – {meaning}.
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
