import { Spline } from "lucide-react";
import { IconButton } from "../../ui/Button.tsx";
import { changeWorkflow } from "../../workflow/edits/document.ts";
import { startNode } from "../../workflow/wires.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";
import { KindIcon } from "../KindIcon.tsx";
import { ProblemNotices } from "./ProblemNotices.tsx";
import { SchemaField } from "./SchemaField.tsx";

/** The start: which input a run asks for. */
export function StartForm({ workflow }: { readonly workflow: Workflow }) {
  const store = useDocumentStore();
  const { pickTarget } = useEditor();
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <KindIcon kind="start" />
        <div className="tw-inspector-names">
          <h2>Start</h2>
          <p>What a run begins with</p>
        </div>
        <IconButton
          label="Connect to …"
          icon={<Spline aria-hidden />}
          shortcut="C"
          onClick={() => pickTarget(startNode)}
        />
      </header>
      <div className="tw-inspector-body">
        <ProblemNotices id={startNode} />
        <SchemaField
          label="Input form"
          schema={workflow.input}
          onChange={(input) =>
            store.apply(changeWorkflow(store.getState().workflow, { input }, "change input form"), {
              key: "input form",
            })
          }
          empty="Without fields a run starts at once."
        />
        <p className="tw-field-hint">
          Steps read it as <code>input.name</code>, in templates as <code>{"{{ input.name }}"}</code>.
        </p>
      </div>
    </div>
  );
}
