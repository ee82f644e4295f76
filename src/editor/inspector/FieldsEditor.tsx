import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Select } from "../../ui/Select.tsx";
import type { JsonSchema } from "../../workflow/json.ts";
import { CommitInput } from "./CommitInput.tsx";
import {
  type FieldType,
  fieldNameProblem,
  freeFieldName,
  type InputField,
  readFields,
  withType,
  writeFields,
} from "./inputFields.ts";

const typeNames: Readonly<Record<FieldType, string>> = {
  text: "text",
  number: "number",
  integer: "whole number",
  boolean: "yes or no",
  choice: "one of a list",
  json: "any JSON",
};
const typeOptions = Object.entries(typeNames).map(([value, label]) => ({ value: value as FieldType, label }));

/** The fields of a form, as a JSON Schema; nothing for one that says more than fields can (`SchemaField.tsx`). */
export function FieldsEditor({
  schema,
  onChange,
  empty,
}: {
  readonly schema: JsonSchema | undefined;
  readonly onChange: (schema: JsonSchema | undefined) => void;
  /** What it means that there is no field. */
  readonly empty: string;
}) {
  const form = readFields(schema);
  if (form === null) return null;
  const { fields, rest } = form;
  const write = (next: readonly InputField[]) => onChange(writeFields({ fields: next, rest }));
  const set = (index: number, field: InputField) => write(fields.with(index, field));
  return (
    <div className="tw-fields">
      {fields.length === 0 && <p className="tw-muted">{empty}</p>}
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field keeps its focus while its name changes
        <fieldset key={index} className="tw-fields-row">
          <legend className="tw-hidden">Field {field.name}</legend>
          <CommitInput
            aria-label="Name"
            mono
            value={field.name}
            onCommit={(name) => {
              const problem = fieldNameProblem(name.trim(), fields.toSpliced(index, 1));
              if (problem === null) set(index, { ...field, name: name.trim() });
              return problem;
            }}
          />
          <Select
            aria-label="Type"
            value={field.type}
            options={typeOptions}
            onChange={(type) => set(index, withType(field, type))}
          />
          <IconButton
            label={`Remove ${field.name}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => write(fields.toSpliced(index, 1))}
          />
          {field.type === "choice" && (
            <CommitInput
              className="tw-fields-wide"
              aria-label="Values, separated by commas"
              value={field.choices.join(", ")}
              onCommit={(text) => {
                const choices = [...new Set(text.split(",").map((choice) => choice.trim()))].filter(Boolean);
                if (choices.length === 0) return "Write at least one value.";
                set(index, { ...field, choices });
                return null;
              }}
            />
          )}
          <Checkbox
            label="required"
            checked={field.required}
            onChange={(required) => set(index, { ...field, required })}
          />
        </fieldset>
      ))}
      <Button
        size="small"
        icon={<Plus aria-hidden />}
        onClick={() =>
          write([
            ...fields,
            { name: freeFieldName(fields), type: "text", required: true, title: "", choices: [], rest: {} },
          ])
        }
      >
        Add field
      </Button>
    </div>
  );
}
