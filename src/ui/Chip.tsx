import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./classNames.ts";
import "./Chip.css";

export type Tone = "neutral" | "accent" | "run" | "ok" | "bad" | "wait";

/** A word about a state. The tone only repeats what the word says. */
export function Chip({
  tone = "neutral",
  dot = false,
  icon,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"span">, "style"> & {
  readonly tone?: Tone;
  readonly dot?: boolean;
  readonly icon?: ReactNode;
}) {
  return (
    <span {...rest} className={classNames("tw-chip", `tw-chip-${tone}`, className)}>
      {dot && <span className="tw-dot" aria-hidden />}
      {icon}
      {children}
    </span>
  );
}
