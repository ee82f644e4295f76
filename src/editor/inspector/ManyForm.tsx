import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  Copy,
  Group,
  Power,
  Trash2,
} from "lucide-react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { plural } from "../../ui/format.ts";
import type { Selection } from "../canvas/selection.ts";
import { useDocument } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";

/** Several things are selected: what can be done with all of them. */
export function ManyForm({ selection }: { readonly selection: Selection }) {
  const { actions } = useEditor();
  const { steps, wires, notes = [], groups = [] } = selection;
  const isOn = useDocument(({ workflow }) =>
    steps.some((id) => Object.hasOwn(workflow.steps, id) && workflow.steps[id]?.disabled !== true),
  );
  const nodes = steps.length + notes.length + groups.length;
  const parts = [
    steps.length > 0 && plural(steps.length, "card"),
    wires.length > 0 && plural(wires.length, "wire"),
    notes.length > 0 && plural(notes.length, "note"),
    groups.length > 0 && plural(groups.length, "group"),
  ].filter(Boolean);
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <div className="tw-inspector-names">
          <h2>{parts.join(", ")}</h2>
          <p>selected</p>
        </div>
      </header>
      <div className="tw-inspector-body tw-inspector-buttons">
        {nodes > 1 && (
          <>
            <div className="tw-align" role="toolbar" aria-label="Align">
              <IconButton
                label="Align left"
                icon={<AlignStartVertical aria-hidden />}
                onClick={() => actions.align("left")}
              />
              <IconButton
                label="Align centre"
                icon={<AlignCenterVertical aria-hidden />}
                onClick={() => actions.align("centre")}
              />
              <IconButton
                label="Align right"
                icon={<AlignEndVertical aria-hidden />}
                onClick={() => actions.align("right")}
              />
              <IconButton
                label="Align top"
                icon={<AlignStartHorizontal aria-hidden />}
                onClick={() => actions.align("top")}
              />
              <IconButton
                label="Align middle"
                icon={<AlignCenterHorizontal aria-hidden />}
                onClick={() => actions.align("middle")}
              />
              <IconButton
                label="Align bottom"
                icon={<AlignEndHorizontal aria-hidden />}
                onClick={() => actions.align("bottom")}
              />
              <IconButton
                label="Distribute horizontally"
                icon={<AlignHorizontalDistributeCenter aria-hidden />}
                disabled={nodes < 3}
                onClick={() => actions.distribute("horizontal")}
              />
              <IconButton
                label="Distribute vertically"
                icon={<AlignVerticalDistributeCenter aria-hidden />}
                disabled={nodes < 3}
                onClick={() => actions.distribute("vertical")}
              />
            </div>
            <Button icon={<Group aria-hidden />} onClick={() => actions.group()}>
              Group
            </Button>
            <Button icon={<Copy aria-hidden />} onClick={actions.duplicate}>
              Duplicate
            </Button>
          </>
        )}
        {steps.length > 0 && (
          <Button icon={<Power aria-hidden />} onClick={actions.toggleDisabled}>
            {isOn ? "Switch off" : "Switch on"}
          </Button>
        )}
        <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={actions.remove}>
          Delete
        </Button>
      </div>
    </div>
  );
}
