import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { jsonText } from "../../ui/jsonText.ts";
import { useKeptText } from "../../ui/keptText.ts";
import type { Json, JsonSchema } from "../../workflow/json.ts";
import { isSchema } from "../../workflow/schemaPath.ts";
import { FieldsEditor } from "./FieldsEditor.tsx";
import { readFields } from "./inputFields.ts";
import { JsonInput } from "./JsonInput.tsx";

/** A JSON Schema: as a list of fields, or as it stands. What the fields cannot say is seen as JSON only. */
export function SchemaField({
  label,
  hint,
  schema,
  onChange,
  empty,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly schema: JsonSchema | undefined;
  readonly onChange: (schema: JsonSchema | undefined) => void;
  /** What it means that there is no field. */
  readonly empty: string;
}) {
  // Who left JSON here that does not parse comes back to it.
  const [left] = useKeptText(label, jsonText(schema as Json | undefined));
  const [wanted, setWanted] = useState<"fields" | "json">(left === null ? "fields" : "json");
  const [isReadable, setReadable] = useState(true);
  const canBeFields = readFields(schema) !== null;
  const shown = canBeFields && wanted === "fields" ? "fields" : "json";
  // The fields would be those of the schema before: what was typed since would be gone.
  const whyNoFields =
    shown === "json" && !isReadable
      ? "Mend the JSON first: the fields would not have what you typed."
      : canBeFields
        ? undefined
        : "It says more than a list of fields can.";
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">{label}</legend>
      <div className="tw-switch">
        {(["fields", "json"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={shown === one}
            disabled={one === "fields" && whyNoFields !== undefined}
            title={one === "fields" ? whyNoFields : undefined}
            onClick={() => setWanted(one)}
          >
            {one === "fields" ? "Fields" : "JSON Schema"}
          </button>
        ))}
      </div>
      {shown === "fields" ? (
        <FieldsEditor schema={schema} onChange={onChange} empty={empty} />
      ) : (
        <Field label="JSON Schema" hideLabel hint={hint}>
          <JsonInput
            name={label}
            value={schema as Json | undefined}
            onReadable={setReadable}
            refuse={(next) => (isSchema(next) ? null : 'A schema is an object, such as { "type": "object" }.')}
            onChange={(next) => {
              // Whoever writes here stays here, also when what is written so far is fields again.
              setWanted("json");
              onChange(next as JsonSchema | undefined);
            }}
          />
        </Field>
      )}
      {shown === "fields" && hint !== undefined && <p className="tw-field-hint">{hint}</p>}
    </fieldset>
  );
}
