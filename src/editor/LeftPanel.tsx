import { type ReactNode, Suspense } from "react";
import { loadLater } from "../ui/loadLater.ts";
import "./LeftPanel.css";

const OutlinePanel = loadLater(() => import("./outline/OutlinePanel.tsx").then((module) => module.OutlinePanel));

/** What stands left of the canvas. */
export type LeftSide = "palette" | "outline";

/** The kinds of steps to add, or the outline of the graph. */
export function LeftPanel({
  side,
  onSide,
  focusAsked,
  palette,
}: {
  readonly side: LeftSide;
  readonly onSide: (side: LeftSide) => void;
  /** See `OutlinePanel`. */
  readonly focusAsked: number;
  readonly palette: ReactNode;
}) {
  return (
    <div className="tw-left">
      <div className="tw-left-sides">
        {(["palette", "outline"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={side === one}
            className="tw-left-side"
            onClick={() => onSide(one)}
          >
            {one === "palette" ? "Add" : "Outline"}
          </button>
        ))}
      </div>
      {side === "palette" ? (
        palette
      ) : (
        <Suspense>
          <OutlinePanel focusAsked={focusAsked} />
        </Suspense>
      )}
    </div>
  );
}
