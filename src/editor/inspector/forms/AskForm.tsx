import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { CommitInput } from "../CommitInput.tsx";
import { DurationInput } from "../DurationInput.tsx";
import { FieldsEditor } from "../FieldsEditor.tsx";
import { readFields } from "../inputFields.ts";
import { JsonInput } from "../JsonInput.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { portProblem } from "../PortsField.tsx";
import { Section } from "../Section.tsx";
import { TemplateInput } from "../TemplateInput.tsx";

export function AskForm({ id, config, onConfig }: KindFormProps<"ask">) {
  const { question, show, form, prefill, choices = [], deadlineMs } = config;
  const formFields = readFields(form)?.fields.length;
  return (
    <>
      <Field label="Question" aside="template, Markdown">
        <TemplateInput
          step={id}
          language="template"
          minRows={2}
          value={question ?? ""}
          onChange={(text) => onConfig({ question: text })}
        />
      </Field>
      <Field label="Show beside it" aside="expression" hint="A value the person should see, such as event.data.">
        <TemplateInput
          step={id}
          language="expression"
          value={show ?? ""}
          onChange={(text) => onConfig({ show: text === "" ? undefined : text })}
        />
      </Field>
      <Choices choices={choices} onChange={(next) => onConfig({ choices: next.length === 0 ? undefined : next })} />
      <Section
        title="Form"
        {...(form !== undefined && { summary: formFields === undefined ? "JSON Schema" : `${formFields} fields` })}
        open={form !== undefined}
      >
        <FieldsEditor
          schema={form}
          onChange={(next) => onConfig({ form: next })}
          empty="Without fields the person only chooses a button."
        />
        {form !== undefined && (
          <Field label="Filled in with" aside="expression">
            <TemplateInput
              step={id}
              language="expression"
              value={prefill ?? ""}
              onChange={(text) => onConfig({ prefill: text === "" ? undefined : text })}
            />
          </Field>
        )}
      </Section>
      <Section title="Deadline" {...(deadlineMs !== undefined && { summary: "set" })} open={deadlineMs !== undefined}>
        <Field label="Wait at most" hint="Then the default is the answer; without a default the step fails.">
          <DurationInput
            value={deadlineMs ?? null}
            placeholder="without end"
            onChange={(ms) => onConfig({ deadlineMs: ms ?? undefined })}
          />
        </Field>
        <Field
          label="Default"
          aside="JSON"
          hint={choices.length > 0 ? `One of ${choices.map((c) => `"${c}"`).join(", ")}` : undefined}
        >
          <JsonInput value={config.default} onChange={(value) => onConfig({ default: value })} />
        </Field>
      </Section>
    </>
  );
}

function Choices({
  choices,
  onChange,
}: {
  readonly choices: readonly string[];
  readonly onChange: (choices: readonly string[]) => void;
}) {
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">
        Choices <span className="tw-field-aside">each is a button and an output</span>
      </legend>
      {choices.map((choice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice keeps its focus and its wires while its name changes
        <div key={index} className="tw-ports-row">
          <CommitInput
            aria-label={`Choice ${index + 1}`}
            mono
            value={choice}
            onCommit={(text) => {
              const problem = portProblem(text.trim(), choices.toSpliced(index, 1));
              if (problem === null) onChange(choices.with(index, text.trim()));
              return problem;
            }}
          />
          <IconButton
            label={`Remove choice ${choice}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => onChange(choices.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size="small" icon={<Plus aria-hidden />} onClick={() => onChange([...choices, freeChoice(choices)])}>
        Add choice
      </Button>
    </fieldset>
  );
}

function freeChoice(choices: readonly string[]): string {
  let count = choices.length + 1;
  while (choices.includes(`choice${count}`)) count++;
  return `choice${count}`;
}
