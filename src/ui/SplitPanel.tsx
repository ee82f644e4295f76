import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useId, useRef, useState } from "react";
import { classNames } from "./classNames.ts";
import { clampPanel, type PanelBounds, type PanelState, parsePanel } from "./panelSize.ts";
import "./SplitPanel.css";

/**
 * A panel of a size in px beside content that takes the rest. The edge between them is dragged, or moved with
 * arrow keys; Enter or a double click folds the panel away. Size and folding are remembered under `id`.
 */
export function SplitPanel({
  id,
  side,
  label,
  panel,
  children,
  ...bounds
}: PanelBounds & {
  readonly id: string;
  /** Where the panel stands. */
  readonly side: "left" | "right" | "bottom";
  /** Names the panel. */
  readonly label: string;
  readonly panel: ReactNode;
  readonly children: ReactNode;
}) {
  const { state, resize, toggle } = usePanel(id, bounds);
  const panelId = useId();
  const from = useRef<{ readonly at: number; readonly size: number } | null>(null);
  const horizontal = side !== "bottom";
  const towards = side === "left" ? 1 : -1;

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { at: horizontal ? event.clientX : event.clientY, size: state.collapsed ? bounds.min : state.size };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (from.current === null) return;
    const moved = (horizontal ? event.clientX : event.clientY) - from.current.at;
    if (state.collapsed && Math.abs(moved) < 8) return;
    resize(from.current.size + towards * moved);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16;
    const growing = horizontal ? (side === "left" ? "ArrowRight" : "ArrowLeft") : "ArrowUp";
    const shrinking = horizontal ? (side === "left" ? "ArrowLeft" : "ArrowRight") : "ArrowDown";
    if (event.key === growing) resize(state.size + step);
    else if (event.key === shrinking) resize(state.size - step);
    else if (event.key === "Enter" || event.key === " ") toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const edge = (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves needs a focus and a value, which <hr> has not
    <div
      role="separator"
      tabIndex={0}
      aria-label={`Size of ${label}`}
      aria-orientation={horizontal ? "vertical" : "horizontal"}
      aria-controls={panelId}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      aria-valuenow={state.collapsed ? bounds.min : state.size}
      aria-valuetext={state.collapsed ? "folded away" : `${state.size} pixels`}
      className="tw-split-edge"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null;
      }}
      onDoubleClick={toggle}
      onKeyDown={onKeyDown}
    />
  );
  const aside = (
    <section
      id={panelId}
      aria-label={label}
      className="tw-split-panel"
      hidden={state.collapsed}
      style={horizontal ? { width: state.size } : { height: state.size }}
    >
      {panel}
    </section>
  );
  return (
    <div className={classNames("tw-split", `tw-split-${side}`)}>
      {side === "left" && aside}
      {side === "left" && edge}
      <div className="tw-split-rest">{children}</div>
      {side !== "left" && edge}
      {side !== "left" && aside}
    </div>
  );
}

function usePanel(id: string, bounds: PanelBounds) {
  const key = `tickwork.panel.${id}`;
  const [state, setState] = useState<PanelState>(() => parsePanel(read(key), bounds));
  const change = useCallback(
    (next: PanelState) => {
      setState(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Forgetting a panel's size is no harm.
      }
    },
    [key],
  );
  return {
    state,
    resize: (size: number) => change({ size: clampPanel(size, bounds), collapsed: false }),
    toggle: () => change({ ...state, collapsed: !state.collapsed }),
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
