import { useEffect, useId, useRef } from "react";
import { useFieldControl, useFieldName } from "../../ui/Field.tsx";
import { jsonText } from "../../ui/jsonText.ts";
import { TextArea } from "../../ui/TextInput.tsx";
import type { Json } from "../../workflow/json.ts";
import { readJsonText } from "../../workflow/jsonText.ts";
import { useDraftText } from "./useDraftText.ts";

/**
 * A JSON value as text; an empty field is no value. What does not parse stays in the field with the reason, until it is
 * mended or taken back, also while another step is looked at.
 */
export function JsonInput({
  value,
  onChange,
  refuse,
  whyNotEmpty,
  name,
  onReadable,
  placeholder,
}: {
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** What is wrong with a value that is JSON; `null`: nothing. */
  readonly refuse?: (value: Json) => string | null;
  /** What is wrong with an empty field; left out: it is no value, and that is all right. */
  readonly whyNotEmpty?: string;
  /** What it is called to a person who is told of it elsewhere; left out: as its label. */
  readonly name?: string;
  /** Says whether the text is a value: what is none stands in this field only. */
  readonly onReadable?: (isReadable: boolean) => void;
  readonly placeholder?: string;
}) {
  const label = useFieldName();
  const readText = (typed: string) => readJson(typed, refuse, whyNotEmpty);
  const canonical = jsonText(value);
  const [text, setText] = useDraftText(
    canonical,
    (typed) => {
      const meant = readText(typed);
      return meant.ok ? { ok: true, text: jsonText(meant.value) } : meant;
    },
    name ?? label,
  );
  const errorId = useId();
  const read = readText(text);
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
          const meant = readText(next);
          if (meant.ok) onChange(meant.value);
        }}
      />
      {!read.ok && (
        <p id={errorId} className="tw-field-error">
          {read.message}{" "}
          <button type="button" className="tw-link" onClick={() => setText(canonical)}>
            Take it back
          </button>
        </p>
      )}
    </div>
  );
}

function readJson(
  text: string,
  refuse: ((value: Json) => string | null) | undefined,
  whyNotEmpty: string | undefined,
): { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly message: string } {
  if (text.trim() === "")
    return whyNotEmpty === undefined ? { ok: true, value: undefined } : { ok: false, message: whyNotEmpty };
  const { value, findings } = readJsonText(text);
  const [first] = findings;
  if (first !== undefined) return { ok: false, message: `Line ${first.line}: ${first.message}` };
  if (value === undefined) return { ok: false, message: "This is no JSON." };
  const message = refuse?.(value) ?? null;
  return message === null ? { ok: true, value } : { ok: false, message };
}
