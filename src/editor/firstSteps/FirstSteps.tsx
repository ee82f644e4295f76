import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { wiresOf } from "../../workflow/wires.ts";
import type { Point } from "../../workflow/workflow.ts";
import { useDocument } from "../document/useDocument.ts";
import type { Rect } from "../layout/rect.ts";
import { freeSpot } from "./freeSpot.ts";
import { type Hint, hintAfter, hints, hintTexts } from "./hints.ts";
import "./FirstSteps.css";

/** Of the box, as its style makes it; it is a little lower where the text is shorter. */
const size = { width: 256, height: 150 };
/** Between the box and what it speaks of; the arrow stands in it. */
const gap = 14;
const step = 16;
/** A view that moves has come to rest by then, ms. */
const settledMs = 250;

/**
 * Beside the part of the page that a hint speaks of, over the canvas only: settings and cards stay free. The arrow
 * points there from all along that edge. It stays at `before` as long as nothing comes under it. `null`: there is no
 * room among the cards.
 */
function placeOf(hint: Hint, before: Point | null): Point | null {
  const canvas = rectOf(".tw-canvas");
  const tools = rectOf(".tw-canvas-tools");
  if (canvas === null || tools === null) return null;
  const things = [
    ...document.querySelectorAll(".tw-canvas .react-flow__node, .tw-map:not(.tw-map-away), .tw-search"),
  ].map(toRect);
  return freeSpot([...(before === null ? [] : [before]), ...spotsFor(hint, canvas, tools)], size, things);
}

function spotsFor(hint: Hint, canvas: Rect, tools: Rect): readonly Point[] {
  const right = canvas.x + canvas.width - gap - size.width;
  const [top, bottom] = [canvas.y + gap, tools.y - gap - size.height];
  const along = (from: number, to: number) =>
    Array.from(
      { length: Math.max(1, Math.floor(Math.abs(to - from) / step)) },
      (_, n) => from + n * step * Math.sign(to - from),
    );
  // Above the tools, from their left end to where the arrow still meets them.
  if (hint === "add") return along(tools.x, tools.x + tools.width - 40).map((x) => ({ x, y: bottom }));
  // Beside the settings, from above; below the top bar, from its right end.
  if (hint === "select") return along(top, bottom).map((y) => ({ x: right, y }));
  return along(right, canvas.x + gap).map((x) => ({ x, y: top }));
}

/** Above the tools the box hangs by its lower edge, which the arrow is at. */
function floatAt(hint: Hint, { x, y }: Point) {
  const style = hint === "add" ? { left: x, bottom: window.innerHeight - y - size.height } : { left: x, top: y };
  return { className: `tw-first tw-first-${hint}`, style };
}

function rectOf(selector: string): Rect | null {
  const element = document.querySelector(selector);
  return element === null ? null : toRect(element);
}

function toRect(element: Element): Rect {
  return element.getBoundingClientRect();
}

/**
 * A few hints in the first minutes, each beside what it speaks of. They follow what the person does and end for good.
 * Where cards leave no room, the first one takes a line below the canvas; a later one is not shown until there is room.
 */
export function FirstSteps({ onEnd }: { readonly onEnd: () => void }) {
  const selected = useDocument(({ selection }) => selection.steps.length > 0);
  const size = useDocument(({ workflow }) => Object.keys(workflow.steps).length + wiresOf(workflow).length);
  const undone = useDocument(({ future }) => future.length > 0);
  const first = useRef(size);
  const [at, setAt] = useState(0);
  const next = hintAfter(at, { selected, added: size > first.current, undone });
  useEffect(() => {
    if (next === null) onEnd();
    else setAt(next);
  }, [next, onEnd]);
  const hint = next === null ? undefined : hints[next];
  const [place, setPlace] = useState<Point | "below" | null>(null);
  useEffect(() => {
    if (hint === undefined) return;
    let at: Point | null = null;
    // The first one may stand below a full canvas, and so do those after it: nothing moves again while somebody draws.
    const move = (before: Point | null) => {
      at = placeOf(hint, before);
      const found = at ?? (hint === "select" ? "below" : null);
      setPlace((shown) => (shown === "below" ? shown : found));
    };
    // The canvas brings its cards into view in the first frames.
    let timer = setTimeout(move, settledMs, null);
    // Panels that fold or slide move the canvas as much as the window does.
    const resized = new ResizeObserver(() => move(null));
    const canvas = document.querySelector(".tw-canvas");
    if (canvas !== null) resized.observe(canvas);
    // The view was moved, or a card: it may stand under the hint now.
    const drawn = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => move(at), settledMs);
    });
    const viewport = canvas?.querySelector(".react-flow__viewport");
    if (viewport) drawn.observe(viewport, { subtree: true, childList: true, attributeFilter: ["style"] });
    return () => {
      clearTimeout(timer);
      resized.disconnect();
      drawn.disconnect();
    };
  }, [hint]);
  if (hint === undefined || next === null || place === null) return null;
  const { title, text } = hintTexts[hint];
  const look = place === "below" ? { className: "tw-first-below" } : floatAt(hint, place);
  return (
    <aside {...look} aria-label="First steps">
      <div role="status">
        <p className="tw-first-title">
          {title}
          <small>
            {next + 1} of {hints.length}
          </small>
        </p>
        <p>{text}</p>
      </div>
      <p className="tw-first-actions">
        <Button size="small" variant="quiet" onClick={onEnd}>
          No more hints
        </Button>
        <Button size="small" onClick={() => (next + 1 < hints.length ? setAt(next + 1) : onEnd())}>
          {next + 1 < hints.length ? "Next" : "Got it"}
        </Button>
      </p>
    </aside>
  );
}
