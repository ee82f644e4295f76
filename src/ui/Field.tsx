import { createContext, type ReactNode, use, useId } from "react";
import { classNames } from "./classNames.ts";
import "./Field.css";

interface FieldIds {
  /** The label, where it is a text. */
  readonly name: string | undefined;
  readonly control: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** The attributes that tie a control to the label, the hint and the error of the field around it. */
export function useFieldControl(): {
  readonly id?: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
} {
  const ids = use(FieldContext);
  if (ids === null) return {};
  return {
    id: ids.control,
    ...(ids.describedBy !== undefined && { "aria-describedby": ids.describedBy }),
    ...(ids.invalid && { "aria-invalid": true }),
  };
}

/** What the field around is called: a text that is no value yet is kept under it. */
export function useFieldName(): string | undefined {
  return use(FieldContext)?.name;
}

/** A label, one control, and below it a hint or what is wrong and what to do. */
export function Field({
  label,
  aside,
  hint,
  error,
  hideLabel = false,
  className,
  children,
}: {
  readonly label: ReactNode;
  /** Small text beside the label, such as a unit or "optional". */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly hideLabel?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== false && error !== "";
  const note = wrong ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined;
  return (
    <div className={classNames("tw-field", className)}>
      <div className={hideLabel ? "tw-hidden" : "tw-field-head"}>
        <label htmlFor={id} className="tw-field-label">
          {label}
        </label>
        {aside !== undefined && <span className="tw-field-aside">{aside}</span>}
      </div>
      <FieldContext
        value={{ name: typeof label === "string" ? label : undefined, control: id, describedBy: note, invalid: wrong }}
      >
        {children}
      </FieldContext>
      {wrong ? (
        <p id={note} className="tw-field-error">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={note} className="tw-field-hint">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
