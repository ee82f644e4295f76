import { Select as BaseSelect } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { classNames } from "./classNames.ts";
import { useFieldControl } from "./Field.tsx";
import { useFocusBack } from "./useFocusBack.ts";
import "./Popup.css";
import "./Select.css";

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A second, quieter line. */
  readonly note?: ReactNode;
}

/** Chooses one of a few known values. */
export function Select<T extends string>({
  value,
  onChange,
  options,
  disabled = false,
  className,
  "aria-label": ariaLabel,
}: {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly SelectOption<T>[];
  readonly disabled?: boolean;
  readonly className?: string;
  readonly "aria-label"?: string;
}) {
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  useFocusBack(open, popup);
  return (
    <BaseSelect.Root
      open={open}
      onOpenChange={setOpen}
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <BaseSelect.Trigger
        {...useFieldControl()}
        {...(ariaLabel !== undefined && { "aria-label": ariaLabel })}
        className={classNames("tw-select", className)}
      >
        <BaseSelect.Value className="tw-cut" />
        <BaseSelect.Icon className="tw-select-icon">
          <ChevronDown aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="tw-layer">
          <BaseSelect.Popup ref={popup} className="tw-popup tw-select-popup">
            <BaseSelect.List>
              {options.map((option) => (
                <BaseSelect.Item key={option.value} value={option.value} className="tw-item tw-select-item">
                  <span className="tw-select-check">
                    <BaseSelect.ItemIndicator>
                      <Check aria-hidden />
                    </BaseSelect.ItemIndicator>
                  </span>
                  <span>
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    {option.note !== undefined && <small className="tw-item-note">{option.note}</small>}
                  </span>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
