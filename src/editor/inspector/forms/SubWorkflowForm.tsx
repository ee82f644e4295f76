import { SquareArrowOutUpRight } from "lucide-react";
import { useEffect, useState } from "react";
import type { StoredWorkflow } from "../../../protocol/storedWorkflow.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { plural } from "../../../ui/format.ts";
import { JsonView } from "../../../ui/JsonView.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { Json, JsonObject, JsonSchema } from "../../../workflow/json.ts";
import { inlinedIn } from "../../../workflow/subWorkflows.ts";
import { useEditor } from "../../editorContext.ts";
import { ExpressionField } from "../ExpressionField.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { Row } from "../Section.tsx";

/** The choice that keeps a workflow which stands in the step itself. */
const inTheStep = "";

/** Another workflow as one step: which one, and what it gets. */
export function SubWorkflowForm({ id, step, config, onConfig, onFields }: KindFormProps<"workflow">) {
  const { others } = useEditor();
  const inner = inlinedIn(step);
  const chosen = typeof config.workflow === "string" ? config.workflow : inTheStep;
  const stored = useStored(chosen);
  const options = [
    inner === undefined
      ? { value: inTheStep, label: "Choose a workflow" }
      : { value: inTheStep, label: inner.name ?? "The workflow in this step", note: "stands in the step itself" },
    ...others.list.map((other) => ({
      value: other.id,
      label: other.name,
      note: plural(other.steps, "step"),
    })),
  ];
  const choose = (workflow: string) => {
    const nameOf = (other: string) => others.list.find((each) => each.id === other)?.name;
    if (workflow === chosen) return;
    onConfig({ workflow });
    // A title that a person gave stays.
    if (step.title === undefined || step.title === nameOf(chosen)) onFields({ title: nameOf(workflow) });
  };
  const missing = chosen !== "" && stored === null;
  return (
    <>
      <Field
        label="Workflow"
        hint="Its own steps, events and store stay inside; its result is what this step hands on."
      >
        <Select value={chosen} options={options} onChange={choose} />
      </Field>
      {missing && (
        <Notice tone="bad" title="This workflow is not here">
          It was deleted, or it belongs to another browser. Choose another one, or import its file.
        </Notice>
      )}
      {stored && (
        <p className="tw-muted">
          Revision {stored.revision}, saved <RelativeTime at={stored.editedAt} />, would run now. A run that began keeps
          the revision it began with.
        </p>
      )}
      {stored && (
        <Row>
          <Button size="small" icon={<SquareArrowOutUpRight aria-hidden />} onClick={() => others.open(stored.id)}>
            Open
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() => onConfig({ workflow: stored.workflow as unknown as JsonObject })}
          >
            Keep a copy here
          </Button>
        </Row>
      )}
      <ExpressionField
        step={id}
        path={["config", "input"]}
        language="expression"
        label="Input"
        aside="JSONata"
        hint="What the workflow is started with. Left empty: the data of the event."
        placeholder="event.data"
        value={config.input ?? ""}
        onChange={(text) => onConfig({ input: text === "" ? undefined : text })}
      />
      <InputSchema schema={inner?.input ?? stored?.workflow.input} />
    </>
  );
}

function InputSchema({ schema }: { readonly schema: JsonSchema | undefined }) {
  if (schema === undefined) return null;
  return (
    <Field label="It asks for" hint="An input of another shape is a failure of this step.">
      <JsonView value={schema as Json} label="Schema of its input" />
    </Field>
  );
}

/** `undefined`: nothing is chosen, or it is not known yet; `null`: it is not here. */
function useStored(id: string): StoredWorkflow | null | undefined {
  const { others } = useEditor();
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly stored: StoredWorkflow | null }>();
  useEffect(() => {
    let left = false;
    if (id !== "") {
      void others.load(id).then((stored) => {
        if (!left) setLoaded({ id, stored });
      });
    }
    return () => {
      left = true;
    };
  }, [id, others]);
  return loaded?.id === id ? loaded.stored : undefined;
}
