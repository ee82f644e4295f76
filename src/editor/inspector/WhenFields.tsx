import { Plus } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import type { Step, StepId } from "../../workflow/workflow.ts";
import { useDocument } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";
import { ConditionEditor, firstRow } from "./condition/ConditionEditor.tsx";
import { ConditionPreview } from "./condition/ConditionPreview.tsx";
import { conditionScope } from "./condition/conditionScope.ts";
import type { KindFormProps } from "./kindForm.ts";

/** Of a task: its condition, whether its failure counts, and whether it cleans up (T4, T29, T41). */
export function WhenFields({
  id,
  step,
  onFields,
}: Pick<KindFormProps, "onFields"> & { readonly id: StepId; readonly step: Step }) {
  const workflow = useDocument((state) => state.workflow);
  const { lastValues, lastTasks } = useEditor();
  const scope = conditionScope(workflow, id, lastValues);
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">
        Runs only when <span className="tw-field-aside">else it is skipped</span>
      </legend>
      {step.when === undefined ? (
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          disabled={scope.steps.length === 0 || step.always === true}
          onClick={() => onFields({ when: firstRow(scope) })}
        >
          Add condition
        </Button>
      ) : (
        <>
          <ConditionEditor label="When" condition={step.when} scope={scope} onChange={(when) => onFields({ when })} />
          <ConditionPreview
            condition={step.when}
            of="task"
            results={lastTasks}
            titleOf={(other) => workflow.steps[other]?.title ?? other}
          />
          <Button size="small" variant="quiet" onClick={() => onFields({ when: undefined })}>
            Remove the condition
          </Button>
        </>
      )}
      <Checkbox
        label="The run may succeed although it failed"
        checked={step.allowFailure === true}
        onChange={(allow) => onFields({ allowFailure: allow || undefined })}
      />
      <Checkbox
        label="Cleans up: runs whatever happened before, before the run ends"
        checked={step.always === true}
        onChange={(always) => onFields({ always: always || undefined })}
      />
    </fieldset>
  );
}
