import { Checkbox as BaseCheckbox } from "@base-ui/react/checkbox";
import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import "./Checkbox.css";

interface ToggleProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox({ label, hint, checked, onChange, disabled = false }: ToggleProps) {
  const id = useId();
  return (
    <div className="tw-toggle">
      <BaseCheckbox.Root
        aria-labelledby={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="tw-checkbox"
      >
        <BaseCheckbox.Indicator className="tw-checkbox-mark">
          <Check aria-hidden />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <ToggleLabel id={id} label={label} hint={hint} onClick={() => !disabled && onChange(!checked)} />
    </div>
  );
}

function ToggleLabel({
  id,
  label,
  hint,
  onClick,
}: {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly onClick: () => void;
}) {
  return (
    <div className="tw-toggle-text">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a larger target for the mouse; the control itself takes the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <span id={id} onClick={onClick}>
        {label}
      </span>
      {hint !== undefined && <p className="tw-field-hint">{hint}</p>}
    </div>
  );
}
