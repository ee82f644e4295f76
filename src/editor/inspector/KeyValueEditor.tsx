import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { CommitInput } from "./CommitInput.tsx";

type Values = Readonly<Record<string, string>>;

/** Named texts, such as an environment. */
export function KeyValueEditor({
  label,
  values,
  onChange,
}: {
  readonly label: string;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}) {
  const entries = Object.entries(values);
  const write = (next: readonly (readonly [string, string])[]) => onChange(Object.fromEntries(next));
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">{label}</legend>
      {entries.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry keeps its focus while its name changes
        <div key={index} className="tw-ports-row">
          <CommitInput
            aria-label="Name"
            mono
            value={name}
            onCommit={(next) => {
              if (next.trim() === "") return "A name is missing.";
              if (next !== name && Object.hasOwn(values, next)) return `“${next}” stands here already.`;
              write(entries.with(index, [next.trim(), value]));
              return null;
            }}
          />
          <TextInput
            aria-label={`Value of ${name}`}
            mono
            value={value}
            onChange={(next) => write(entries.with(index, [name, next]))}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => write(entries.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size="small" icon={<Plus aria-hidden />} onClick={() => write([...entries, [freeName(values), ""]])}>
        Add variable
      </Button>
    </fieldset>
  );
}

function freeName(values: Values): string {
  let name = "NAME";
  for (let count = 2; Object.hasOwn(values, name); count++) name = `NAME_${count}`;
  return name;
}
