import { Plus, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { plural } from "../../../ui/format.ts";
import { loadLater } from "../../../ui/loadLater.ts";
import { Select } from "../../../ui/Select.tsx";
import { CommitInput } from "../CommitInput.tsx";
import { DurationInput } from "../DurationInput.tsx";
import { ExpressionField } from "../ExpressionField.tsx";
import { readFields } from "../inputFields.ts";
import { JsonInput } from "../JsonInput.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { portProblem } from "../portProblem.ts";
import { SchemaField } from "../SchemaField.tsx";
import { Section } from "../Section.tsx";

/** The sanitizer and the Markdown parser are not needed before somebody looks at the preview. */
const Markdown = loadLater(() => import("../../../ui/Markdown.tsx").then((module) => module.Markdown));

export function AskForm({ id, config, onConfig }: KindFormProps<"ask">) {
  const { question, show, form, prefill, choices = [], deadlineMs } = config;
  const formFields = readFields(form)?.fields.length;
  return (
    <>
      <ExpressionField
        step={id}
        path={["config", "question"]}
        language="template"
        label="Question"
        aside="template, Markdown"
        placeholder="Publish **{{ input.topic }}**?"
        value={question ?? ""}
        onChange={(text) => onConfig({ question: text })}
      />
      {question !== undefined && question.trim() !== "" && <Preview question={question} />}
      <ExpressionField
        step={id}
        path={["config", "show"]}
        language="expression"
        label="Show beside it"
        hint="A value the person should see, such as event.data."
        value={show ?? ""}
        onChange={(text) => onConfig({ show: text === "" ? undefined : text })}
      />
      <Choices choices={choices} onChange={(next) => onConfig({ choices: next.length === 0 ? undefined : next })} />
      <Section
        title="Form"
        {...(form !== undefined && {
          summary: formFields === undefined ? "JSON Schema" : plural(formFields, "field"),
        })}
        open={form !== undefined}
      >
        <SchemaField
          label="Fields of the form"
          schema={form}
          onChange={(next) => onConfig({ form: next })}
          empty="Without fields the person only chooses a button."
        />
        {form !== undefined && (
          <ExpressionField
            step={id}
            path={["config", "prefill"]}
            language="expression"
            label="Filled in with"
            hint="An object with values for the fields; the person can change them."
            placeholder={'{ "name": event.data.name }'}
            value={prefill ?? ""}
            onChange={(text) => onConfig({ prefill: text === "" ? undefined : text })}
          />
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
        {deadlineMs !== undefined && <Default config={config} onConfig={onConfig} />}
      </Section>
    </>
  );
}

/** The answer that counts when nobody gives one: one of the choices, or a value for the form. */
function Default({ config, onConfig }: Pick<KindFormProps<"ask">, "config" | "onConfig">) {
  const { choices = [], form } = config;
  if (choices.length === 0 || form !== undefined)
    return (
      <Field label="Default" aside="JSON" hint={choices.length > 0 ? "A choice as text, or a value." : undefined}>
        <JsonInput value={config.default} onChange={(value) => onConfig({ default: value })} />
      </Field>
    );
  const chosen = typeof config.default === "string" && choices.includes(config.default) ? config.default : "";
  return (
    <Field label="Default">
      <Select
        value={chosen}
        options={[{ value: "", label: "none: the step fails" }, ...choices.map((value) => ({ value, label: value }))]}
        onChange={(value) => onConfig({ default: value === "" ? undefined : value })}
      />
    </Field>
  );
}

/** The question as the person will see it; what is filled in later stands in braces. */
function Preview({ question }: { readonly question: string }) {
  const [shown, setShown] = useState(false);
  return (
    <details className="tw-preview" onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>Preview</summary>
      {shown && (
        <Suspense fallback={null}>
          <Markdown text={question} />
        </Suspense>
      )}
    </details>
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
