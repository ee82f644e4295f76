import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Button, IconButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea, TextInput } from "../ui/TextInput.tsx";
import { assertNever } from "../workflow/assertNever.ts";
import type { Json, JsonObject, JsonSchema } from "../workflow/json.ts";
import { FileField } from "./FileField.tsx";
import { fieldHelp, fieldKind, fieldTitle, isMembers } from "./fieldKind.ts";
import { draftOf, escapePointer, type FormDraft, type FormProblem } from "./formDraft.ts";
import { ProblemsElsewhere } from "./ProblemsElsewhere.tsx";
import { SchemaGroup } from "./SchemaGroup.tsx";
import { TableField } from "./TableField.tsx";
import { tableColumns } from "./tableDraft.ts";
import "./SchemaForm.css";

/** Fields for a JSON schema. It holds no state: the draft is the caller's, so that it can be kept per keystroke. */
export function SchemaForm({
  schema,
  draft,
  onChange,
  problems,
  label = "Value",
  onPasted,
}: {
  readonly schema: JsonSchema;
  readonly draft: FormDraft;
  readonly onChange: (draft: FormDraft) => void;
  readonly problems: readonly FormProblem[];
  /** Names a single field that has no title of its own. */
  readonly label?: string;
  /** Many values came at once, after `onChange`: say what is wrong with them. */
  readonly onPasted?: () => void;
}) {
  return (
    <div className="schema-form">
      <SchemaField
        schema={schema}
        draft={draft}
        onChange={onChange}
        problems={problems}
        name={label}
        pointer=""
        required
        onPasted={onPasted}
      />
      <ProblemsElsewhere problems={problems} schema={schema} draft={draft} />
    </div>
  );
}

interface FieldProps {
  readonly schema: JsonSchema;
  readonly draft: FormDraft;
  readonly onChange: (draft: FormDraft) => void;
  readonly problems: readonly FormProblem[];
  readonly name: string;
  readonly pointer: string;
  readonly required: boolean;
  readonly onPasted: (() => void) | undefined;
}

function SchemaField(props: FieldProps): ReactNode {
  const { schema, draft, onChange, problems, name, pointer, required, onPasted } = props;
  const kind = fieldKind(schema);
  const title = fieldTitle(schema, name);
  const help = fieldHelp(schema);
  const error = problems.find((problem) => problem.pointer === pointer)?.message;
  const frame = {
    label: title,
    ...(!required && { aside: "optional" }),
    ...(help !== undefined && { hint: help }),
    ...(error !== undefined && { error }),
  };
  switch (kind.kind) {
    case "text": {
      const text = typeof draft === "string" ? draft : "";
      const input = inputTypes[kind.format ?? ""] ?? "text";
      return (
        <Field {...frame}>
          {kind.multiline ? (
            <TextArea value={text} onChange={onChange} required={required} />
          ) : (
            <TextInput value={text} onChange={onChange} type={input} required={required} />
          )}
        </Field>
      );
    }
    case "number":
      return (
        <Field {...frame}>
          <TextInput
            value={typeof draft === "string" ? draft : ""}
            onChange={onChange}
            inputMode={kind.integer ? "numeric" : "decimal"}
            required={required}
            className="schema-number"
          />
        </Field>
      );
    case "boolean":
      return (
        <div className="tw-field">
          <Checkbox
            label={title}
            checked={draft === true}
            onChange={onChange}
            {...(help !== undefined && { hint: help })}
          />
          {error !== undefined && <p className="tw-field-error">{error}</p>}
        </div>
      );
    case "choice":
      return (
        <Field {...frame}>
          <Select
            value={typeof draft === "number" ? String(draft) : ""}
            onChange={(value) => onChange(value === "" ? undefined : Number(value))}
            options={[
              ...(required && typeof draft === "number" ? [] : [{ value: "", label: required ? "Choose …" : "none" }]),
              ...kind.values.map((value, index) => ({
                value: String(index),
                label: typeof value === "string" ? value : JSON.stringify(value),
              })),
            ]}
          />
        </Field>
      );
    case "object":
      return (
        <SchemaGroup title={pointer === "" ? undefined : title} help={help} error={error}>
          {kind.fields.map((field) => {
            const drafts: JsonObject = isMembers(draft) ? draft : {};
            return (
              <SchemaField
                key={field.name}
                schema={field.schema}
                name={field.name}
                required={field.required}
                pointer={`${pointer}/${escapePointer(field.name)}`}
                problems={problems}
                onPasted={onPasted}
                draft={Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined}
                onChange={(next) => onChange(withMember(drafts, field.name, next))}
              />
            );
          })}
        </SchemaGroup>
      );
    case "list":
      return <ListField {...props} element={kind.element} title={title} help={help} error={error} />;
    case "file":
      return (
        <Field {...frame}>
          <FileField
            kind={kind}
            title={title}
            draft={typeof draft === "string" ? draft : undefined}
            onChange={onChange}
          />
        </Field>
      );
    case "json":
      return (
        <Field {...frame} aside={required ? "JSON" : "JSON, optional"}>
          <TextArea mono minRows={3} value={typeof draft === "string" ? draft : ""} onChange={onChange} />
        </Field>
      );
    default:
      return assertNever(kind);
  }
}

function ListField({
  element,
  title,
  help,
  error,
  draft,
  onChange,
  problems,
  pointer,
  onPasted,
}: FieldProps & {
  readonly element: JsonSchema;
  readonly title: string;
  readonly help: string | undefined;
  readonly error: string | undefined;
}) {
  const drafts: readonly Json[] = Array.isArray(draft) ? draft : [];
  const columns = useMemo(() => tableColumns(element), [element]);
  if (columns !== null)
    return (
      <SchemaGroup title={title} help={help} error={error}>
        <TableField
          columns={columns}
          element={element}
          title={title}
          draft={draft}
          onChange={onChange}
          onPasted={onPasted}
          problems={problems}
          pointer={pointer}
        />
      </SchemaGroup>
    );
  return (
    <SchemaGroup title={title} help={help} error={error}>
      {drafts.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list have no other name, and no state of their own
        <div key={index} className="schema-entry">
          <SchemaField
            schema={element}
            name={`${title} ${index + 1}`}
            required
            pointer={`${pointer}/${index}`}
            problems={problems}
            onPasted={onPasted}
            draft={entry === null ? undefined : entry}
            onChange={(next) => onChange(drafts.map((old, at) => (at === index ? (next ?? null) : old)))}
          />
          <IconButton
            label={`Remove ${title} ${index + 1}`}
            size="small"
            icon={<Trash2 aria-hidden />}
            onClick={() => onChange(drafts.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...drafts, draftOf(element, undefined) ?? null])}
        >
          Add {title}
        </Button>
      </div>
    </SchemaGroup>
  );
}

const inputTypes: Readonly<Record<string, string>> = {
  date: "date",
  "date-time": "text",
  email: "email",
  uri: "url",
  time: "time",
  password: "password",
};

function withMember(drafts: JsonObject, name: string, next: FormDraft): JsonObject {
  const rest = Object.entries(drafts).filter(([key]) => key !== name);
  return Object.fromEntries(next === undefined ? rest : [...rest, [name, next]]);
}
