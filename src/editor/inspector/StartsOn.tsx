import { Plus, X } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { changeStep } from "../../workflow/edits/steps.ts";
import { outputsOf, startNode } from "../../workflow/wires.ts";
import type { EventType, Step, StepId, Workflow } from "../../workflow/workflow.ts";
import { useDocument, useDocumentStore } from "../document/useDocument.ts";

/** The event types that start a step, as chips; a type is the same thing as its wires. */
export function StartsOn({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
  const workflow = useDocument((state) => state.workflow);
  if (step.needs !== undefined) return <Needs id={id} needs={step.needs} />;
  const accepts = step.accepts ?? [];
  const write = (next: readonly EventType[]) =>
    store.apply(changeStep(store.getState().workflow, id, { accepts: next }, "change what starts it"));
  return (
    <div className="tw-field">
      <div className="tw-field-head">
        <span className="tw-field-label">Starts on</span>
        <span className="tw-field-aside">event types</span>
      </div>
      <div className="tw-starts">
        {accepts.map((type) => (
          <span key={type} className="tw-starts-chip" title={sourcesText(workflow, type)}>
            {type}
            <button
              type="button"
              aria-label={`Do not start on ${type}`}
              onClick={() => write(accepts.filter((other) => other !== type))}
            >
              <X aria-hidden />
            </button>
          </span>
        ))}
        {accepts.length === 0 && <span className="tw-muted">nothing yet: draw a wire to it or add a type</span>}
        <Menu
          trigger={
            <Button size="small" variant="quiet" icon={<Plus aria-hidden />}>
              Add
            </Button>
          }
          entries={offered(workflow, accepts, (type) => write([...accepts, type]))}
        />
      </div>
    </div>
  );
}

function Needs({ id, needs }: { readonly id: StepId; readonly needs: readonly StepId[] }) {
  const store = useDocumentStore();
  return (
    <div className="tw-field">
      <div className="tw-field-head">
        <span className="tw-field-label">Runs after</span>
        <span className="tw-field-aside">tasks that must be finished</span>
      </div>
      <div className="tw-starts">
        {needs.map((need) => (
          <span key={need} className="tw-starts-chip">
            {need}
            <button
              type="button"
              aria-label={`Do not wait for ${need}`}
              onClick={() =>
                store.apply(
                  changeStep(store.getState().workflow, id, { needs: needs.filter((other) => other !== need) }),
                )
              }
            >
              <X aria-hidden />
            </button>
          </span>
        ))}
        {needs.length === 0 && <span className="tw-muted">nothing: it runs at once</span>}
      </div>
    </div>
  );
}

function offered(
  workflow: Workflow,
  accepts: readonly EventType[],
  add: (type: EventType) => void,
): readonly MenuEntry[] {
  const types = new Set([
    ...outputsOf(workflow).map(({ type }) => type),
    ...Object.keys(workflow.events ?? {}),
    "StepFailed",
  ]);
  const entries = [...types]
    .filter((type) => !accepts.includes(type))
    .map(
      (type): MenuEntry => ({
        kind: "action",
        id: type,
        label: type,
        note: sourcesText(workflow, type),
        onChoose: () => add(type),
      }),
    );
  return entries.length > 0
    ? entries
    : [{ kind: "action", id: "none", label: "It starts on every type there is", disabled: true, onChoose: () => {} }];
}

/** Where events of a type come from, in words. */
export function sourcesText(workflow: Workflow, type: EventType): string {
  const titleOf = (id: StepId) => (id === startNode ? "the start" : (workflow.steps[id]?.title ?? id));
  const from = outputsOf(workflow).filter((output) => output.type === type);
  if (from.length > 0)
    return `from ${from.map((output) => (output.port === "done" ? titleOf(output.from) : `${titleOf(output.from)}, ${output.port}`)).join("; ")}`;
  if (type === "StepFailed") return "when any step fails";
  return workflow.events?.[type]?.role === "external" ? "from outside" : "nothing makes it yet";
}
