import { useId } from "react";
import { useFieldControl } from "../../ui/Field.tsx";
import { jsonText } from "../../ui/jsonText.ts";
import { TextArea } from "../../ui/TextInput.tsx";
import type { Json } from "../../workflow/json.ts";
import { readJsonText } from "../../workflow/jsonText.ts";
import { useDraftText } from "./useDraftText.ts";

/** A JSON value as text; an empty field is no value. What does not parse stays in the field, with the reason. */
export function JsonInput({
  value,
  onChange,
  placeholder,
}: {
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly placeholder?: string;
}) {
  const [text, setText] = useDraftText(jsonText(value), (typed) => {
    const read = readJson(typed);
    return read.ok ? jsonText(read.value) : null;
  });
  const errorId = useId();
  const read = readJson(text);
  return (
    <div>
      <TextArea
        mono
        minRows={1}
        {...useFieldControl()}
        {...(!read.ok && { "aria-invalid": true, "aria-describedby": errorId })}
        placeholder={placeholder}
        value={text}
        onChange={(next) => {
          setText(next);
          const meant = readJson(next);
          if (meant.ok) onChange(meant.value);
        }}
      />
      {!read.ok && (
        <p id={errorId} className="tw-field-error">
          {read.message}
        </p>
      )}
    </div>
  );
}

function readJson(
  text: string,
): { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly message: string } {
  if (text.trim() === "") return { ok: true, value: undefined };
  const { value, findings } = readJsonText(text);
  const [first] = findings;
  if (first !== undefined) return { ok: false, message: `Line ${first.line}: ${first.message}` };
  return value === undefined ? { ok: false, message: "This is no JSON." } : { ok: true, value: value as Json };
}
