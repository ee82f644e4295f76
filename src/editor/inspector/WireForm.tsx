import { Plus, Trash2 } from "lucide-react";
import { IconButton } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { KeyValues } from "../../ui/KeyValues.tsx";
import { startNode, type Wire } from "../../workflow/wires.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { useEditor } from "../editorContext.ts";
import { EventTypeInput } from "./EventTypeInput.tsx";

/** One wire: what it carries, from where to where. */
export function WireForm({ wire, workflow }: { readonly wire: Wire; readonly workflow: Workflow }) {
  const { actions, pickInsert } = useEditor();
  const source = workflow.steps[wire.from];
  const titleOf = (id: string) => (id === startNode ? "Start" : (workflow.steps[id]?.title ?? id));
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <div className="tw-inspector-names">
          <h2 className="tw-cut">{wire.type ?? "needs"}</h2>
          <p>Wire</p>
        </div>
        {wire.kind === "event" && (
          <IconButton
            label="Insert a step …"
            icon={<Plus aria-hidden />}
            shortcut="A"
            onClick={() => pickInsert(wire.id)}
          />
        )}
        <IconButton label="Delete" icon={<Trash2 aria-hidden />} shortcut="Del" onClick={actions.remove} />
      </header>
      <div className="tw-inspector-body">
        <KeyValues
          rows={[
            ["From", `${titleOf(wire.from)}${wire.port === "done" ? "" : `, ${wire.port}`}`],
            ["To", titleOf(wire.to)],
          ]}
        />
        {source !== undefined && wire.type !== undefined && (
          <Field
            label="Event type"
            hint={
              wire.alone ? "Steps that accept this type are joined to this output." : "Several outputs make this type."
            }
          >
            <EventTypeInput key={`${wire.from} ${wire.port}`} id={wire.from} step={source} port={wire.port} />
          </Field>
        )}
      </div>
    </div>
  );
}
