import { AlignHorizontalJustifyStart, AlignVerticalJustifyStart, Copy, Trash2 } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { plural } from "../../ui/format.ts";
import { useEditor } from "../editorContext.ts";

/** Several things are selected: what can be done with all of them. */
export function ManyForm({ steps, wires }: { readonly steps: number; readonly wires: number }) {
  const { actions } = useEditor();
  const parts = [steps > 0 && plural(steps, "card"), wires > 0 && plural(wires, "wire")].filter(Boolean);
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <div className="tw-inspector-names">
          <h2>{parts.join(", ")}</h2>
          <p>selected</p>
        </div>
      </header>
      <div className="tw-inspector-body tw-inspector-buttons">
        <Button icon={<AlignHorizontalJustifyStart aria-hidden />} onClick={() => actions.align("left")}>
          Align left
        </Button>
        <Button icon={<AlignVerticalJustifyStart aria-hidden />} onClick={() => actions.align("top")}>
          Align top
        </Button>
        <Button icon={<Copy aria-hidden />} onClick={actions.duplicate}>
          Duplicate
        </Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={actions.remove}>
          Delete
        </Button>
      </div>
    </div>
  );
}
