import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import { changeWorkflow } from "../../workflow/edits/document.ts";
import { defaultLimits, type Limits, type Workflow } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { DurationInput } from "./DurationInput.tsx";
import { ExportsForm } from "./ExportsForm.tsx";
import { HooksFields } from "./hooks/HooksFields.tsx";
import { Row, Section } from "./Section.tsx";

/** Nothing is selected: the workflow itself. */
export function WorkflowForm({ workflow }: { readonly workflow: Workflow }) {
  const store = useDocumentStore();
  const change = (fields: Parameters<typeof changeWorkflow>[1]) =>
    store.apply(changeWorkflow(store.getState().workflow, fields), {
      key: `workflow ${Object.keys(fields).join(" ")}`,
    });
  const limits = workflow.limits ?? {};
  const limit = (patch: { readonly [K in keyof Limits]?: Limits[K] | undefined }) => {
    const next = Object.fromEntries(Object.entries({ ...limits, ...patch }).filter(([, value]) => value !== undefined));
    change({ limits: Object.keys(next).length === 0 ? undefined : (next as Limits) });
  };
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <div className="tw-inspector-names">
          <h2 className="tw-cut" title={workflow.name}>
            {workflow.name}
          </h2>
          <p>Workflow. Select a step to see its settings.</p>
        </div>
      </header>
      <div className="tw-inspector-body">
        <Field label="Name">
          <TextInput value={workflow.name} onChange={(name) => change({ name })} />
        </Field>
        <Field label="Description" aside="Markdown">
          <TextArea
            minRows={3}
            value={workflow.description ?? ""}
            onChange={(description) => change({ description: description === "" ? undefined : description })}
          />
        </Field>
        <ExportsForm workflow={workflow} onChange={(exports) => change({ exports })} />
        <HooksFields workflow={workflow} onChange={(hooks) => change({ hooks })} />
        <Section title="Advanced" summary="limits of a run">
          <Field label="Time limit of a run" hint="Counted while the run is alive.">
            <DurationInput
              value={limits.timeoutMs ?? null}
              placeholder="none"
              onChange={(ms) => limit({ timeoutMs: ms ?? undefined })}
            />
          </Field>
          <Row>
            <Field label="Steps at once">
              <NumberInput
                whole
                min={1}
                placeholder={String(defaultLimits.maxParallel)}
                value={limits.maxParallel ?? null}
                onChange={(value) => limit({ maxParallel: value ?? undefined })}
              />
            </Field>
            <Field label="Commands at once">
              <NumberInput
                whole
                min={1}
                placeholder={String(defaultLimits.maxParallelCommands)}
                value={limits.maxParallelCommands ?? null}
                onChange={(value) => limit({ maxParallelCommands: value ?? undefined })}
              />
            </Field>
          </Row>
          <Field label="Executions at most" hint="Stops a loop without end.">
            <NumberInput
              whole
              min={1}
              placeholder={defaultLimits.maxExecutions.toLocaleString("en")}
              value={limits.maxExecutions ?? null}
              onChange={(value) => limit({ maxExecutions: value ?? undefined })}
            />
          </Field>
        </Section>
      </div>
    </div>
  );
}
