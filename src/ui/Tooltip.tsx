import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Keys } from "./Keys.tsx";
import "./Tooltip.css";

/** A hint for `children` (one element that takes a ref) on hover and focus; never the only place of a fact. */
export function Tooltip({
  text,
  shortcut,
  side = "bottom",
  children,
}: {
  readonly text: ReactNode;
  readonly shortcut?: string;
  readonly side?: "top" | "bottom" | "left" | "right";
  readonly children: ReactElement;
}) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6} side={side} className="tw-layer">
          <BaseTooltip.Popup className="tw-tooltip">
            {text}
            {shortcut !== undefined && <Keys keys={shortcut} />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
