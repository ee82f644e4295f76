import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { jsonText } from "../../../ui/jsonText.ts";
import { useKeptText } from "../../../ui/keptText.ts";
import { Select } from "../../../ui/Select.tsx";
import type { Condition } from "../../../workflow/condition.ts";
import type { Json } from "../../../workflow/json.ts";
import type { StepId } from "../../../workflow/workflow.ts";
import type { Shape } from "../arrivals/shape.ts";
import { JsonInput } from "../JsonInput.tsx";
import { ConditionRow } from "./ConditionRow.tsx";
import {
  type Group,
  grouped,
  groupOf,
  membersOf,
  readCondition,
  readRow,
  regrouped,
  type Subject,
  withSubject,
  writeRow,
} from "./conditionForm.ts";
import { conditionText } from "./conditionText.ts";
import "./condition.css";

/** What the rows of a condition can look at. */
export interface ConditionScope {
  readonly subjects: readonly Subject[];
  readonly steps: readonly { readonly id: StepId; readonly title: string }[];
  /** What is known of the value that a row looks at. */
  readonly shapeOf: (subject: Subject, step: StepId) => Shape | undefined;
}

/** A typed condition (T6) as rows and groups or as JSON, with a sentence that reads it aloud. */
export function ConditionEditor({
  label,
  condition,
  scope,
  onChange,
}: {
  /** Of what it is the condition. */
  readonly label: string;
  readonly condition: Condition;
  readonly scope: ConditionScope;
  readonly onChange: (condition: Condition) => void;
}) {
  const name = `${label}, as JSON`;
  const [left] = useKeptText(name, jsonText(condition as unknown as Json));
  const [shown, setShown] = useState<"rows" | "json">(left === null ? "rows" : "json");
  const titleOf = (id: StepId) => scope.steps.find((step) => step.id === id)?.title ?? id;
  return (
    <fieldset className="tw-condition">
      <legend className="tw-hidden">{label}</legend>
      {shown === "json" ? (
        <Field label={name} hideLabel>
          <JsonInput
            value={condition as unknown as Json}
            whyNotEmpty="A condition is an object. Write one, or edit it as rows."
            refuse={(json) => {
              const read = readCondition(json);
              return read.ok ? null : read.message;
            }}
            onChange={(json) => {
              const read = json === undefined ? null : readCondition(json);
              if (read?.ok === true) onChange(read.condition);
            }}
          />
        </Field>
      ) : (
        <Part condition={condition} scope={scope} name={label} onChange={onChange} />
      )}
      <p className="tw-condition-says" aria-live="polite">
        {conditionText(condition, titleOf)}
      </p>
      <div className="tw-condition-tools">
        {shown === "rows" && groupOf(condition) === null && (
          <>
            <Button size="small" onClick={() => onChange({ all: [condition, firstRow(scope)] })}>
              and …
            </Button>
            <Button size="small" onClick={() => onChange({ any: [condition, firstRow(scope)] })}>
              or …
            </Button>
            <Button size="small" onClick={() => onChange({ not: condition })}>
              not
            </Button>
          </>
        )}
        <button type="button" className="tw-link" onClick={() => setShown(shown === "json" ? "rows" : "json")}>
          {shown === "json" ? "Edit as rows" : "Edit as JSON"}
        </button>
      </div>
    </fieldset>
  );
}

/** What a new row begins with. */
export function firstRow(scope: ConditionScope): Condition {
  const subject = scope.subjects[0] ?? "event";
  const begun = readRow({ event: [], exists: true });
  const row = withSubject(
    begun,
    subject,
    scope.steps.map(({ id }) => id),
  );
  return writeRow(row);
}

interface PartProps {
  readonly condition: Condition;
  readonly scope: ConditionScope;
  readonly name: string;
  readonly onChange: (condition: Condition) => void;
  /** Absent: it is the whole and stays. */
  readonly onRemove?: () => void;
}

function Part({ condition, scope, name, onChange, onRemove }: PartProps) {
  const group = groupOf(condition);
  if (group === null)
    return (
      <ConditionRow
        row={readRow(condition)}
        name={name}
        scope={scope}
        onChange={(row) => onChange(writeRow(row))}
        {...(onRemove && { onRemove })}
      />
    );
  const members = membersOf(condition);
  const write = (next: readonly Condition[]) => {
    const [only] = next;
    // A group of the whole that is down to one row is that row again.
    if (onRemove === undefined && group !== "not" && next.length === 1 && only !== undefined) onChange(only);
    else onChange(grouped(group, next));
  };
  return (
    <fieldset className="tw-condition-group">
      <legend className="tw-hidden">{`${name}, ${groupNames[group]}`}</legend>
      <div className="tw-condition-head">
        <Select
          aria-label={`How ${name} joins its conditions`}
          value={group}
          options={groupOptions}
          onChange={(next) => onChange(regrouped(condition, next))}
        />
        <IconButton
          label={`Remove the group ${name}`}
          size="small"
          icon={<Trash2 aria-hidden />}
          onClick={() => (onRemove ? onRemove() : onChange(members[0] ?? firstRow(scope)))}
        />
      </div>
      {members.map((member, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its focus while it changes
          key={index}
          condition={member}
          scope={scope}
          name={`${name} ${index + 1}`}
          onChange={(next) => onChange(grouped(group, members.with(index, next)))}
          onRemove={() => write(members.toSpliced(index, 1))}
        />
      ))}
      {group !== "not" && (
        <div className="tw-condition-tools">
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            onClick={() => onChange(grouped(group, [...members, firstRow(scope)]))}
          >
            Add condition
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() =>
              onChange(grouped(group, [...members, { [group === "all" ? "any" : "all"]: [firstRow(scope)] } as never]))
            }
          >
            Add group
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const groupNames: Readonly<Record<Group, string>> = {
  all: "all of these",
  any: "any of these",
  not: "not this",
};
const groupOptions = (["all", "any", "not"] as const).map((value) => ({ value, label: groupNames[value] }));
