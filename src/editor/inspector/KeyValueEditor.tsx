import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { CommitInput } from "./CommitInput.tsx";

type Values = Readonly<Record<string, string>>;

/** Named texts, such as an environment, in the order in which they stand in the document. */
export function KeyValueEditor({
  label,
  noun,
  newName,
  values,
  onChange,
  valueField,
}: {
  readonly label: string;
  /** What one of them is called: `variable`. */
  readonly noun: string;
  /** What a new one is called until it has its name. */
  readonly newName: string;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** The field for one value. */
  readonly valueField: (name: string, value: string, onValue: (value: string) => void) => ReactNode;
}) {
  const entries = Object.entries(values);
  // `fromEntries` makes an own key even of `__proto__`.
  const write = (next: readonly (readonly [string, string])[]) => onChange(Object.fromEntries(next));
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">{label}</legend>
      {entries.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry keeps its focus while its name changes
        <div key={index} className="tw-named">
          <CommitInput
            aria-label={`Name of ${noun} ${name}`}
            mono
            value={name}
            onCommit={(next) => {
              const given = next.trim();
              if (given === "") return "A name is missing.";
              if (given !== name && Object.hasOwn(values, given)) return `“${given}” stands here already.`;
              write(entries.with(index, [given, value]));
              return null;
            }}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => write(entries.toSpliced(index, 1))}
          />
          {valueField(name, value, (next) => write(entries.with(index, [name, next])))}
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus aria-hidden />}
        onClick={() => write([...entries, [freeName(values, newName), ""]])}
      >
        Add {noun}
      </Button>
    </fieldset>
  );
}

function freeName(values: Values, base: string): string {
  let name = base;
  for (let count = 2; Object.hasOwn(values, name); count++) name = `${base}${count}`;
  return name;
}
