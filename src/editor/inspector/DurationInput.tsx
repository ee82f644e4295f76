import { useId } from "react";
import { useFieldControl, useFieldName } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { durationText, readDuration } from "./durationText.ts";
import { useDraftText } from "./useDraftText.ts";

/** A duration with its unit; the value is in ms, `null` for an empty field. */
export function DurationInput({
  value,
  onChange,
  placeholder,
}: {
  readonly value: number | null;
  readonly onChange: (ms: number | null) => void;
  /** What holds when it is empty. */
  readonly placeholder?: string;
}) {
  const canonical = value === null ? "" : durationText(value);
  const [text, setText] = useDraftText(
    canonical,
    (typed) => {
      const read = readDuration(typed);
      return read.ok ? { ok: true, text: read.ms === null ? "" : durationText(read.ms) } : read;
    },
    useFieldName(),
  );
  const errorId = useId();
  const read = readDuration(text);
  return (
    <div>
      <TextInput
        {...useFieldControl()}
        {...(!read.ok && { "aria-invalid": true, "aria-describedby": errorId })}
        placeholder={placeholder}
        value={text}
        onChange={(next) => {
          setText(next);
          const meant = readDuration(next);
          if (meant.ok) onChange(meant.ms);
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
