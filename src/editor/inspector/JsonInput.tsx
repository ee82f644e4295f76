import { useEffect, useId, useRef } from "react";
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
  refuse,
  onReadable,
  placeholder,
}: {
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** What is wrong with a value that is JSON; `null`: nothing. */
  readonly refuse?: (value: Json) => string | null;
  /** Says whether the text is a value: what is none stands in this field only. */
  readonly onReadable?: (isReadable: boolean) => void;
  readonly placeholder?: string;
}) {
  const [text, setText] = useDraftText(jsonText(value), (typed) => {
    const read = readJson(typed, refuse);
    return read.ok ? jsonText(read.value) : null;
  });
  const errorId = useId();
  const read = readJson(text, refuse);
  const tell = useRef(onReadable);
  useEffect(() => {
    tell.current = onReadable;
  });
  useEffect(() => tell.current?.(read.ok), [read.ok]);
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
          const meant = readJson(next, refuse);
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
  refuse: ((value: Json) => string | null) | undefined,
): { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly message: string } {
  if (text.trim() === "") return { ok: true, value: undefined };
  const { value, findings } = readJsonText(text);
  const [first] = findings;
  if (first !== undefined) return { ok: false, message: `Line ${first.line}: ${first.message}` };
  if (value === undefined) return { ok: false, message: "This is no JSON." };
  const message = refuse?.(value) ?? null;
  return message === null ? { ok: true, value } : { ok: false, message };
}
