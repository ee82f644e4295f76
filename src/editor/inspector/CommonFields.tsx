import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import { kindOf, portsOf, typesOf, workersOf } from "../../workflow/kinds.ts";
import type { Step } from "../../workflow/workflow.ts";
import { AdvancedFields } from "./AdvancedFields.tsx";
import { ExpressionField } from "./ExpressionField.tsx";
import type { KindFormProps } from "./kindForm.ts";
import { OutputsField } from "./OutputsField.tsx";
import { RetryFields } from "./RetryFields.tsx";
import { SchemaField } from "./SchemaField.tsx";
import { Row, Section } from "./Section.tsx";
import { SetFields } from "./SetFields.tsx";

const failureChoices = [
  { value: "fail", label: "fail the run" },
  { value: "park", label: "park it", note: "a person decides later; the others go on" },
  { value: "skip", label: "skip the item", note: "the batch closes without it" },
] as const;

/** What every kind has: how many at once, what happens on failure, what it hands on, limits. */
export function CommonFields(props: KindFormProps) {
  const { id, step, onFields } = props;
  const { canFail } = kindOf(step);
  const set = Object.keys(step.set ?? {});
  if (step.kind === "stop") return <Notes {...props} />;
  return (
    <>
      <Row>
        <Field label="Workers" hint="at once">
          <NumberInput
            whole
            min={1}
            max={1000}
            placeholder={String(workersOf(bare(step)))}
            value={step.workers ?? null}
            onChange={(workers) => onFields({ workers: workers ?? undefined })}
          />
        </Field>
        {canFail && (
          <Field
            label="On failure"
            hint={step.emits?.error === undefined ? "when tries are used up" : "when not by error"}
          >
            <Select
              value={step.onFailure ?? "fail"}
              options={failureChoices}
              onChange={(onFailure) => onFields({ onFailure: onFailure === "fail" ? undefined : onFailure })}
            />
          </Field>
        )}
      </Row>
      {canFail && <RetryFields retry={step.retry} onChange={(retry) => onFields({ retry })} />}
      <Section
        title="For each element"
        {...(step.forEach !== undefined && { summary: step.forEach })}
        open={step.forEach !== undefined}
      >
        <ExpressionField
          step={id}
          path={["forEach"]}
          language="expression"
          label="Run for each of"
          hint="A list: the step runs once for each element, as item, and hands on the list of results. Empty: it runs once."
          placeholder="event.data.items"
          value={step.forEach ?? ""}
          onChange={(text) => onFields({ forEach: text === "" ? undefined : text })}
        />
      </Section>
      <Section title="Outputs" summary={outputsSummary(step)} open={step.kind === "code"}>
        <OutputsField id={id} step={step} />
        <SchemaField
          label={schemaLabels[step.kind] ?? "Schema of what it hands on"}
          hint="What does not fit is a failure."
          schema={step.output}
          onChange={(output) => onFields({ output })}
          empty="Nothing is checked; what is described here is offered in later steps."
        />
      </Section>
      <Section title="Store" {...(set.length > 0 && { summary: set.join(", ") })} open={set.length > 0}>
        <SetFields id={id} step={step} onFields={onFields} />
      </Section>
      <AdvancedFields {...props} />
      <Notes {...props} />
    </>
  );
}

const schemaLabels: { readonly [K in Step["kind"]]?: string } = {
  http: "Schema of the body",
  command: "Schema of the standard output, as JSON",
  agent: "Schema of the answer, as JSON",
  ask: "Schema of the answer",
};

function Notes({ step, onFields }: KindFormProps) {
  return (
    <Section title="Notes" {...(step.notes !== undefined && { summary: step.notes })} open={step.notes !== undefined}>
      <Field label="Notes" aside="Markdown" hideLabel>
        <TextArea
          value={step.notes ?? ""}
          onChange={(notes) => onFields({ notes: notes === "" ? undefined : notes })}
        />
      </Field>
    </Section>
  );
}

function outputsSummary(step: Step): string {
  return portsOf(step)
    .flatMap((port) => typesOf(step, port))
    .join(", ");
}

/** The step without its own settings, to tell what holds while they are left out. */
function bare(step: Step): Step {
  const { workers: _, ...rest } = step;
  return rest as Step;
}
