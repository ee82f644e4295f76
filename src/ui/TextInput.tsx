import { Input } from "@base-ui/react/input";
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { classNames } from "./classNames.ts";
import { useFieldControl } from "./Field.tsx";
import "./TextInput.css";

export interface TextInputProps extends Omit<ComponentProps<"input">, "className" | "style" | "value" | "onChange"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
  readonly className?: string;
}

export function TextInput({ value, onChange, mono = false, className, defaultValue: _, ...rest }: TextInputProps) {
  return (
    <Input
      autoComplete="off"
      spellCheck={!mono}
      {...useFieldControl()}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames("tw-input", mono && "tw-input-mono", className)}
    />
  );
}

export interface TextAreaProps
  extends Omit<ComponentProps<"textarea">, "className" | "style" | "value" | "onChange" | "rows"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
  /** Grows with its text between these. */
  readonly minRows?: number;
  readonly maxRows?: number;
  readonly className?: string;
}

export function TextArea({
  value,
  onChange,
  mono = false,
  minRows = 2,
  maxRows = 12,
  className,
  ...rest
}: TextAreaProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text, which the effect reads from the element
  useLayoutEffect(() => {
    const area = element.current;
    if (area === null) return;
    const line = Number.parseFloat(getComputedStyle(area).lineHeight) || 18;
    area.style.height = "auto";
    area.style.height = `${Math.min(Math.max(area.scrollHeight + 2, minRows * line + 14), maxRows * line + 14)}px`;
  }, [value, minRows, maxRows]);
  return (
    <textarea
      spellCheck={!mono}
      {...useFieldControl()}
      {...rest}
      ref={element}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames("tw-input tw-textarea", mono && "tw-input-mono", className)}
    />
  );
}
