import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { wiresOf } from "../../workflow/wires.ts";
import { useDocument } from "../document/useDocument.ts";
import { type Hint, hintAfter, hints, hintTexts } from "./hints.ts";
import "./FirstSteps.css";

interface Place {
  readonly left?: number;
  readonly right?: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** Beside the part of the page that a hint speaks of, over the canvas only: settings stay free. */
function placeOf(hint: Hint): Place | null {
  const tools = document.querySelector(".tw-canvas-tools")?.getBoundingClientRect();
  const canvas = document.querySelector(".tw-canvas")?.getBoundingClientRect();
  if (hint === "add") return tools ? { left: tools.left, bottom: window.innerHeight - tools.top + 14 } : null;
  return canvas ? { right: window.innerWidth - canvas.right + 14, top: canvas.top + 14 } : null;
}

/** A few hints in the first minutes, each beside what it speaks of. They follow what the person does and end for good. */
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
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    if (hint === undefined) return;
    const move = () => setPlace(placeOf(hint));
    // Panels that fold or slide move the canvas as much as the window does; observing begins with a call.
    const observer = new ResizeObserver(move);
    const canvas = document.querySelector(".tw-canvas");
    if (canvas !== null) observer.observe(canvas);
    return () => observer.disconnect();
  }, [hint]);
  if (hint === undefined || next === null || place === null) return null;
  const { title, text } = hintTexts[hint];
  return (
    <aside className={`tw-first tw-first-${hint}`} style={place} aria-label="First steps">
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
