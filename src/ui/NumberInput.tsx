import { useId, useState } from "react";
import { useFieldControl, useFieldName } from "./Field.tsx";
import { useKeptText } from "./keptText.ts";
import { type NumberBounds, parseNumber } from "./parseNumber.ts";
import { TextInput } from "./TextInput.tsx";
import "./NumberInput.css";

/**
 * A number, or `null` for an empty field. Text that is no number stays in the field with a sentence below it and
 * is not handed on; a wheel or an arrow key never changes a value by accident.
 */
export function NumberInput({
  value,
  onChange,
  unit,
  placeholder,
  disabled = false,
  "aria-label": ariaLabel,
  ...bounds
}: NumberBounds & {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly unit?: string;
  /** What holds when it is empty. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly "aria-label"?: string;
}) {
  const shown = value === null ? "" : String(value);
  const name = useFieldName();
  const [left, keep] = useKeptText(ariaLabel ?? name, shown);
  const [typed, setTyped] = useState<string | null>(left?.text ?? null);
  const control = useFieldControl();
  const errorId = useId();
  const parsed = typed === null ? null : parseNumber(typed, bounds);
  const message = parsed !== null && !parsed.ok ? parsed.message : undefined;
  return (
    <div className="tw-number">
      <div className="tw-number-row">
        <TextInput
          {...control}
          {...(ariaLabel !== undefined && { "aria-label": ariaLabel })}
          {...(message !== undefined && { "aria-invalid": true, "aria-describedby": errorId })}
          inputMode="decimal"
          disabled={disabled}
          placeholder={placeholder}
          value={typed ?? shown}
          onChange={(text) => {
            setTyped(text);
            const next = parseNumber(text, bounds);
            keep(text, next.ok ? null : next.message);
            if (next.ok) onChange(next.value);
          }}
          onBlur={() => {
            if (message === undefined) setTyped(null);
          }}
        />
        {unit !== undefined && <span className="tw-number-unit">{unit}</span>}
      </div>
      {message !== undefined && (
        <p id={errorId} className="tw-field-error">
          {message}
        </p>
      )}
    </div>
  );
}
