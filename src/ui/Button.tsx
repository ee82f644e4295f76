import { Button as BaseButton } from "@base-ui/react/button";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./classNames.ts";
import { Tooltip } from "./Tooltip.tsx";
import "./Button.css";

export type ButtonVariant = "plain" | "primary" | "quiet" | "danger";

export interface ButtonProps extends Omit<ComponentProps<"button">, "className" | "style"> {
  readonly variant?: ButtonVariant;
  readonly size?: "small" | "normal";
  readonly icon?: ReactNode;
  readonly className?: string;
}

export function Button({ variant = "plain", size = "normal", icon, className, children, ...rest }: ButtonProps) {
  return (
    <BaseButton
      {...rest}
      className={classNames("tw-button", `tw-button-${variant}`, size === "small" && "tw-button-small", className)}
    >
      {icon}
      {icon === undefined || children === undefined ? children : <span className="tw-button-text">{children}</span>}
    </BaseButton>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
  /** Its accessible name and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Shown in the tooltip, for example `Ctrl Z`. */
  readonly shortcut?: string;
}

/** A button that shows only an icon; its name is in the tooltip. */
export function IconButton({ label, icon, shortcut, variant = "quiet", className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut !== undefined && { shortcut })}>
      <Button
        {...rest}
        variant={variant}
        aria-label={label}
        icon={icon}
        className={classNames("tw-button-icon", className)}
      />
    </Tooltip>
  );
}
