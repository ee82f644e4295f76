import type { Step, StepId } from "../../workflow/workflow.ts";
import { ExpressionField } from "./ExpressionField.tsx";
import { KeyValueEditor } from "./KeyValueEditor.tsx";
import type { KindFormProps } from "./kindForm.ts";

/** What a success writes into the store of the run (R73). */
export function SetFields({
  id,
  step,
  onFields,
}: Pick<KindFormProps, "onFields"> & { readonly id: StepId; readonly step: Step }) {
  return (
    <>
      <KeyValueEditor
        label="When it succeeds, set"
        noun="value"
        newName="value"
        values={step.set ?? {}}
        onChange={(set) => onFields({ set: Object.keys(set).length === 0 ? undefined : set })}
        valueField={(path, value, onValue) => (
          <ExpressionField
            step={id}
            path={["set", path]}
            language="expression"
            hideLabel
            label={`Value of ${path}`}
            placeholder={`steps.${id}.data`}
            value={value}
            onChange={onValue}
          />
        )}
      />
      <p className="tw-field-hint">
        A path such as <code>orders.last</code>; other steps read it as <code>store.orders.last</code>.
      </p>
    </>
  );
}
