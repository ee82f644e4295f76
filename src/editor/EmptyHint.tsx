import { Plus } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Keys } from "../ui/Keys.tsx";
import "./EmptyHint.css";

/** Lies over a canvas that has no step yet, beside the start. */
export function EmptyHint({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <div className="tw-empty-hint">
      <h2>What should happen first?</h2>
      <p>
        Drag a step from the left onto the canvas, or pull a wire out of the dot of <b>Start</b> and let it go.
      </p>
      <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
        Add the first step
      </Button>
      <p className="tw-empty-keys">
        <Keys keys="A" /> adds a step, <Keys keys="C" /> connects, arrows move between cards
      </p>
    </div>
  );
}
