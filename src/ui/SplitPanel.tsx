import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { classNames } from "./classNames.ts";
import { clampPanel, type PanelBounds, type PanelState, parsePanel } from "./panelSize.ts";
import { registerPanel } from "./panels.ts";
import { useMediaQuery } from "./useMediaQuery.ts";
import "./SplitPanel.css";

type Side = "left" | "right" | "bottom";

/** Windows in which a panel beside the content would leave no room for it. */
const narrowWindow: Record<Side, string> = {
  left: "(max-width: 900px)",
  right: "(max-width: 900px)",
  bottom: "(max-height: 560px)",
};

/**
 * A panel of a size in px beside content that takes the rest. The edge between them is dragged, or moved with
 * arrow keys; Enter or a double click folds the panel away. Size and folding are remembered under `id`.
 *
 * What is folded away leaves a rail with a button. In a small window the panel is a drawer: it begins folded and slides
 * in over the content, until its rail, Escape or a click beside it puts it away.
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
  readonly side: Side;
  /** Names the panel. */
  readonly label: string;
  readonly panel: ReactNode;
  readonly children: ReactNode;
}) {
  const { state, resize, fold } = usePanel(id, bounds);
  const drawer = useMediaQuery(narrowWindow[side]);
  const [slidIn, setSlidIn] = useState(false);
  const hidden = drawer ? !slidIn : state.collapsed;
  const setHidden = drawer ? (hide: boolean) => setSlidIn(!hide) : fold;
  const panelId = useId();
  const section = useRef<HTMLElement>(null);
  const rail = useRef<HTMLButtonElement>(null);
  const from = useRef<{ readonly at: number; readonly size: number } | null>(null);
  const horizontal = side !== "bottom";
  const towards = side === "left" ? 1 : -1;

  useEffect(() =>
    registerPanel(id, {
      // At once: who asks for the panel puts the focus into it next.
      show: () => hidden && flushSync(() => setHidden(false)),
      slideAway: () => drawer && slidIn && flushSync(() => setSlidIn(false)),
    }),
  );

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { at: horizontal ? event.clientX : event.clientY, size: state.size };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (from.current === null) return;
    const moved = (horizontal ? event.clientX : event.clientY) - from.current.at;
    resize(from.current.size + towards * moved);
  };
  const foldByHand = () => {
    // The edge goes with the panel; its rail takes the focus over.
    flushSync(() => setHidden(true));
    rail.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16;
    const growing = horizontal ? (side === "left" ? "ArrowRight" : "ArrowLeft") : "ArrowUp";
    const shrinking = horizontal ? (side === "left" ? "ArrowLeft" : "ArrowRight") : "ArrowDown";
    if (event.key === growing) resize(state.size + step);
    else if (event.key === shrinking) resize(state.size - step);
    else if (event.key === "Enter" || event.key === " ") foldByHand();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPanelKey = (event: KeyboardEvent) => {
    if (!drawer || event.key !== "Escape" || event.defaultPrevented) return;
    const inside = section.current?.contains(document.activeElement) === true;
    flushSync(() => setSlidIn(false));
    // What is inside may have led to the content already.
    if (inside) rail.current?.focus();
  };

  const edge = !drawer && !state.collapsed && (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves needs a focus and a value, which <hr> has not
    <div
      role="separator"
      tabIndex={0}
      aria-label={`Size of ${label}`}
      aria-orientation={horizontal ? "vertical" : "horizontal"}
      aria-controls={panelId}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      aria-valuenow={state.size}
      aria-valuetext={`${state.size} pixels`}
      className="tw-split-edge"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null;
      }}
      onDoubleClick={foldByHand}
      onKeyDown={onKeyDown}
    />
  );
  const handle = (drawer || state.collapsed) && (
    <div className="tw-split-rail">
      <button
        ref={rail}
        type="button"
        aria-label={`Panel ${label}`}
        aria-expanded={!hidden}
        aria-controls={panelId}
        onClick={() => setHidden(!hidden)}
      >
        <Chevron side={side} hidden={hidden} />
        <span className="tw-cut">{label}</span>
      </button>
    </div>
  );
  const aside = (
    <section
      ref={section}
      id={panelId}
      aria-label={label}
      className="tw-split-panel"
      hidden={hidden}
      style={horizontal ? { width: state.size } : { height: state.size }}
      onKeyDown={onPanelKey}
    >
      {panel}
    </section>
  );
  const covered = drawer && slidIn;
  return (
    <div
      className={classNames("tw-split", `tw-split-${side}`, drawer && "tw-split-drawer")}
      onPointerDown={(event) => covered && event.target === event.currentTarget && setSlidIn(false)}
    >
      {side === "left" && handle}
      {side === "left" && aside}
      {side === "left" && edge}
      <div className="tw-split-rest" inert={covered}>
        {children}
      </div>
      {side !== "left" && edge}
      {side !== "left" && handle}
      {side !== "left" && aside}
    </div>
  );
}

/** Points to where the panel goes. */
function Chevron({ side, hidden }: { readonly side: Side; readonly hidden: boolean }) {
  if (side === "bottom") return hidden ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />;
  return (side === "left") === hidden ? <ChevronRight aria-hidden /> : <ChevronLeft aria-hidden />;
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
    fold: (collapsed: boolean) => change({ ...state, collapsed }),
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
