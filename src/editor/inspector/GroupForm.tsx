import { FoldVertical, UnfoldVertical, Ungroup } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { plural } from "../../ui/format.ts";
import { TextInput } from "../../ui/TextInput.tsx";
import type { Group, Workflow } from "../../workflow/workflow.ts";
import { useEditor } from "../editorContext.ts";
import { ColorField } from "./ColorField.tsx";

/** A frame: its title, its colour, and the steps in it. */
export function GroupForm({ group, workflow }: { readonly group: Group; readonly workflow: Pick<Workflow, "steps"> }) {
  const { actions } = useEditor();
  const steps = group.steps.flatMap((id) => {
    const step = workflow.steps[id];
    return step === undefined ? [] : [{ id, title: step.title ?? id }];
  });
  const folded = group.collapsed === true;
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <div className="tw-inspector-names">
          <h2 className="tw-cut">{group.title ?? "Group"}</h2>
          <p>Group of {plural(steps.length, "step")}</p>
        </div>
      </header>
      <div className="tw-inspector-body">
        <Field label="Title">
          <TextInput
            value={group.title ?? ""}
            placeholder="Group"
            onChange={(title) => actions.renameGroup(group.id, title)}
          />
        </Field>
        <ColorField color={group.color} otherwise="grey" onColor={(color) => actions.colorGroup(group.id, color)} />
        <div className="tw-inspector-row">
          <Button
            icon={folded ? <UnfoldVertical aria-hidden /> : <FoldVertical aria-hidden />}
            onClick={() => actions.fold(group.id, !folded)}
          >
            {folded ? "Unfold" : "Fold"}
          </Button>
          <Button icon={<Ungroup aria-hidden />} onClick={actions.ungroup}>
            Ungroup
          </Button>
        </div>
        <ul className="tw-group-steps" aria-label="Steps in the group">
          {steps.map(({ id, title }) => (
            <li key={id}>
              <Button variant="quiet" size="small" onClick={() => actions.show(id)}>
                {title}
              </Button>
            </li>
          ))}
        </ul>
        {steps.length === 0 && <p className="tw-muted">Drag steps into the frame, or select some and press G.</p>}
      </div>
    </div>
  );
}
