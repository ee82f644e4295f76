import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useEditor } from "../editorContext.ts";

/** No workspace has this name: names are not empty. */
const first = "";
const other = " ";

/** Which folder of the runner: picked from those that it has while it is connected, else written. */
export function WorkspaceField({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (workspace: string | undefined) => void;
}) {
  const { runner } = useEditor();
  const [writes, setWrites] = useState(false);
  const known = runner.workspaces;
  if (known === null || known.length === 0 || writes)
    return (
      <Field label="Workspace" hint="A folder of the runner, by its name.">
        <TextInput
          mono
          placeholder="the runner’s first"
          value={value ?? ""}
          onChange={(text) => onChange(text === "" ? undefined : text)}
        />
      </Field>
    );
  const isKnown = value === undefined || known.some(({ name }) => name === value);
  return (
    <Field
      label="Workspace"
      error={isKnown ? undefined : `This runner has no workspace “${value}”. Start it with one, or choose another.`}
    >
      <Select
        value={value ?? first}
        options={[
          { value: first, label: "the runner’s first", note: known[0]?.name ?? "" },
          ...known.map(({ name, path }) => ({ value: name, label: name, note: path })),
          ...(isKnown ? [] : [{ value: value ?? first, label: `${value} (not on this runner)` }]),
          { value: other, label: "another name …" },
        ]}
        onChange={(name) => {
          if (name === other) setWrites(true);
          else onChange(name === first ? undefined : name);
        }}
      />
    </Field>
  );
}
