import { Trash2 } from "lucide-react";
import { useId } from "react";
import { IconButton } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { memberOf, type Shape } from "../arrivals/shape.ts";
import { CommitInput } from "../CommitInput.tsx";
import { readNumbers } from "../numberList.ts";
import { useDraftText } from "../useDraftText.ts";
import type { ConditionScope } from "./ConditionEditor.tsx";
import {
  type ExitTest,
  exitTests,
  outcomes,
  pathText,
  type Row,
  readPath,
  readValue,
  readValues,
  type Subject,
  type ValueTestName,
  valuesText,
  valueTests,
  valueText,
  withSubject,
  withTest,
} from "./conditionForm.ts";
import { pathsIn } from "./shapePaths.ts";

const subjectNames: Readonly<Record<Subject, string>> = {
  event: "the event",
  step: "result of",
  store: "the store",
  output: "output of",
  status: "outcome of",
  exit: "exit of",
};
const testNames: Readonly<Record<ValueTestName, string>> = {
  equals: "is",
  notEquals: "is not",
  in: "is one of",
  lt: "is less than",
  lte: "is at most",
  gt: "is more than",
  gte: "is at least",
  exists: "exists",
};
const exitNames: Readonly<Record<ExitTest, string>> = {
  succeeded: "succeeded",
  failed: "failed",
  equals: "is the code",
  in: "is one of the codes",
};

/** One row: what is looked at, and how it is tested. */
export function ConditionRow({
  row,
  name,
  scope,
  onChange,
  onRemove,
}: {
  readonly row: Row;
  readonly name: string;
  readonly scope: ConditionScope;
  readonly onChange: (row: Row) => void;
  readonly onRemove?: () => void;
}) {
  const steps = scope.steps.map(({ id, title }) => ({ value: id, label: title }));
  const known = steps.some(({ value }) => value === row.step)
    ? steps
    : [...steps, { value: row.step, label: row.step === "" ? "choose a step" : `${row.step} (not before this)` }];
  const subjects = scope.subjects.includes(row.subject) ? scope.subjects : [...scope.subjects, row.subject];
  return (
    <fieldset className="tw-condition-row">
      <legend className="tw-hidden">{name}</legend>
      <div className="tw-condition-head">
        <Select
          aria-label="What is looked at"
          value={row.subject}
          options={subjects.map((value) => ({ value, label: subjectNames[value] }))}
          onChange={(subject) =>
            onChange(
              withSubject(
                row,
                subject,
                scope.steps.map(({ id }) => id),
              ),
            )
          }
        />
        {row.subject !== "event" && row.subject !== "store" && (
          <Select
            aria-label="Of which step"
            value={row.step}
            options={known}
            onChange={(step) => onChange({ ...row, step })}
          />
        )}
        {onRemove !== undefined && (
          <IconButton label={`Remove ${name}`} size="small" icon={<Trash2 aria-hidden />} onClick={onRemove} />
        )}
      </div>
      {row.subject === "status" ? (
        <StatusFields row={row} onChange={onChange} />
      ) : row.subject === "exit" ? (
        <ExitFields row={row} onChange={onChange} />
      ) : (
        <ValueFields row={row} shape={scope.shapeOf(row.subject, row.step)} onChange={onChange} />
      )}
    </fieldset>
  );
}

function StatusFields({
  row,
  onChange,
}: {
  readonly row: Extract<Row, { readonly subject: "status" }>;
  readonly onChange: (row: Row) => void;
}) {
  return (
    <div className="tw-condition-outcomes">
      {outcomes.map((outcome) => (
        <Checkbox
          key={outcome}
          label={outcome}
          checked={row.outcomes.includes(outcome)}
          onChange={(checked) =>
            onChange({
              ...row,
              outcomes: outcomes.filter((one) => (one === outcome ? checked : row.outcomes.includes(one))),
            })
          }
        />
      ))}
    </div>
  );
}

function ExitFields({
  row,
  onChange,
}: {
  readonly row: Extract<Row, { readonly subject: "exit" }>;
  readonly onChange: (row: Row) => void;
}) {
  return (
    <div className="tw-condition-test">
      <Select
        aria-label="Test"
        value={row.test}
        options={exitTests.map((value) => ({ value, label: exitNames[value] }))}
        onChange={(test) => onChange({ ...row, test, codes: row.codes.length > 0 ? row.codes : [0] })}
      />
      {(row.test === "equals" || row.test === "in") && (
        <CommitInput
          aria-label="Exit codes"
          mono
          value={row.codes.join(", ")}
          onCommit={(text) => {
            const codes = readNumbers(text);
            if (codes === null || codes.length === 0) return "Write whole numbers, for example 0, 1.";
            onChange({ ...row, codes: row.test === "equals" ? codes.slice(0, 1) : codes });
            return null;
          }}
        />
      )}
    </div>
  );
}

type ValueRow = Extract<Row, { readonly path: unknown }>;

function ValueFields({
  row,
  shape,
  onChange,
}: {
  readonly row: ValueRow;
  readonly shape: Shape | undefined;
  readonly onChange: (row: Row) => void;
}) {
  const pathsId = useId();
  const valuesId = useId();
  const at = row.path.reduce<Shape | undefined>((inner, key) => inner && memberOf(inner, key), shape);
  const choices = at?.choices ?? [];
  return (
    <>
      <CommitInput
        aria-label="Path"
        mono
        list={pathsId}
        placeholder="the whole value, or a path such as body.id"
        value={pathText(row.path)}
        onCommit={(text) => {
          const path = readPath(text);
          if (path === null) return "Write names with dots between them, for example body.items[0].id.";
          onChange({ ...row, path });
          return null;
        }}
      />
      <datalist id={pathsId}>
        {(shape === undefined ? [] : pathsIn(shape)).map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <div className="tw-condition-test">
        <Select
          aria-label="Test"
          value={row.test}
          options={valueTests.map((value) => ({ value, label: testNames[value] }))}
          onChange={(test) => onChange(withTest(row, test))}
        />
        {row.test === "exists" ? (
          <Select
            aria-label="Value"
            value={row.value === false ? "no" : "yes"}
            options={[
              { value: "yes", label: "yes" },
              { value: "no", label: "no" },
            ]}
            onChange={(next) => onChange({ ...row, value: next === "yes" })}
          />
        ) : (
          <ValueInput key={row.test === "in" ? "many" : "one"} row={row} list={valuesId} onChange={onChange} />
        )}
        <datalist id={valuesId}>
          {choices.map((choice) => (
            <option key={JSON.stringify(choice)} value={valueText(choice)} />
          ))}
        </datalist>
      </div>
    </>
  );
}

function ValueInput({
  row,
  list,
  onChange,
}: {
  readonly row: ValueRow;
  readonly list: string;
  readonly onChange: (row: Row) => void;
}) {
  const isMany = row.test === "in";
  const read = (text: string) => (isMany ? readValues(text) : readValue(text));
  const written = (value: unknown) => (Array.isArray(value) && isMany ? valuesText(value) : valueText(value as never));
  const [text, setText] = useDraftText(written(row.value), (typed) => ({ ok: true, text: written(read(typed)) }));
  return (
    <TextInput
      aria-label={isMany ? "Values, with commas between them" : "Value"}
      mono
      list={list}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange({ ...row, value: read(next) });
      }}
    />
  );
}
