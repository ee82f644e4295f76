import { useRef } from "react";
import type { Condition } from "../../../workflow/condition.ts";
import type { StepConfigs, StepId } from "../../../workflow/workflow.ts";
import { useDocument } from "../../document/useDocument.ts";
import { useEditor } from "../../editorContext.ts";
import { ConditionEditor, firstRow } from "../condition/ConditionEditor.tsx";
import { ConditionPreview } from "../condition/ConditionPreview.tsx";
import { conditionScope } from "../condition/conditionScope.ts";
import { ExpressionField } from "../ExpressionField.tsx";

type Case = StepConfigs["branch"]["cases"][number];

/** When a case is true: rows to choose from, or an expression. What was written the other way comes back. */
export function BranchCase({
  id,
  index,
  one,
  onWhen,
}: {
  readonly id: StepId;
  readonly index: number;
  readonly one: Case;
  readonly onWhen: (when: Case["when"]) => void;
}) {
  const workflow = useDocument((state) => state.workflow);
  const { lastValues, lastRun, lastTasks } = useEditor();
  const before = useRef<{ expression: string; condition: Condition | null }>({ expression: "", condition: null });
  const { port, when } = one;
  const isExpression = typeof when === "string";
  const scope = conditionScope(workflow, id, lastValues);
  const turn = (to: "condition" | "expression") => {
    if (isExpression === (to === "expression")) return;
    if (isExpression) before.current.expression = when;
    else before.current.condition = when;
    onWhen(to === "expression" ? before.current.expression : (before.current.condition ?? firstRow(scope)));
  };
  return (
    <>
      <div className="tw-switch">
        {(["condition", "expression"] as const).map((way) => (
          <button
            key={way}
            type="button"
            aria-pressed={isExpression === (way === "expression")}
            onClick={() => turn(way)}
          >
            {way === "condition" ? "Condition" : "Expression"}
          </button>
        ))}
      </div>
      {isExpression ? (
        <ExpressionField
          step={id}
          path={["config", "cases", index, "when"]}
          language="expression"
          hideLabel
          label={`When ${port}`}
          placeholder="event.data.total > 100"
          value={when}
          onChange={onWhen}
        />
      ) : (
        <>
          <ConditionEditor label={`When ${port}`} condition={when} scope={scope} onChange={onWhen} />
          <ConditionPreview
            condition={when}
            of="case"
            results={lastRun === null ? null : (lastTasks ?? {})}
            known={{ event: lastRun?.steps[id]?.input, steps: lastValues }}
            titleOf={(other) => workflow.steps[other]?.title ?? other}
          />
        </>
      )}
    </>
  );
}
