import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/toast.ts";
import { changeStep } from "../../workflow/edits/steps.ts";
import { canBeTask, makeEventStep, makeTask, possibleNeeds } from "../../workflow/edits/tasks.ts";
import { connect } from "../../workflow/edits/wiring.ts";
import { emittersOf, outputsOf, startNode } from "../../workflow/wires.ts";
import type { EventType, Step, StepId, Workflow } from "../../workflow/workflow.ts";
import { useDocument, useDocumentStore } from "../document/useDocument.ts";

/** What starts a step: events, or that other tasks are finished. */
export function StartsOn({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
  const isTask = step.needs !== undefined;
  const turn = (to: "events" | "task") => {
    const { workflow } = store.getState();
    if ((to === "task") === isTask) return;
    store.apply(to === "task" ? makeTask(workflow, id) : makeEventStep(workflow, id));
    const waited = Object.values(workflow.steps).filter(({ needs }) => needs?.includes(id)).length;
    if (to === "events" && waited > 0)
      showToast({ tone: "info", text: `${waited === 1 ? "A task waits" : `${waited} tasks wait`} for it no more.` });
  };
  return (
    <>
      {(isTask || canBeTask(step.kind)) && (
        <Field label="Runs">
          <Select
            value={isTask ? "task" : "events"}
            options={[
              { value: "events", label: "for each event", note: "as often as one arrives" },
              { value: "task", label: "once, after other tasks", note: "a task, joined by dashed wires" },
            ]}
            onChange={turn}
          />
        </Field>
      )}
      {step.needs === undefined ? <Accepts id={id} step={step} /> : <Needs id={id} needs={step.needs} />}
    </>
  );
}

/** The event types that start a step, as chips; a type is the same thing as its wires. */
function Accepts({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
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
          <AcceptedType key={type} type={type}>
            <button
              type="button"
              aria-label={`Do not start on ${type}`}
              onClick={() => write(accepts.filter((other) => other !== type))}
            >
              <X aria-hidden />
            </button>
          </AcceptedType>
        ))}
        {accepts.length === 0 && <span className="tw-muted">nothing yet: draw a wire to it or add a type</span>}
        <Menu
          trigger={
            <Button size="small" variant="quiet" icon={<Plus aria-hidden />}>
              Add
            </Button>
          }
          entries={() => offered(store.getState().workflow, accepts, (type) => write([...accepts, type]))}
        />
      </div>
      {accepts.length > 1 && step.kind !== "join" && <WhenSeveral id={id} step={step} />}
    </div>
  );
}

/** A second wire is meant as “and” as often as “or”: says which it is, and offers the other. */
function WhenSeveral({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
  const { join = "each" } = step;
  if (typeof join === "object") return null;
  const write = (next: "one-of-each" | undefined) =>
    store.apply(changeStep(store.getState().workflow, id, { join: next }, "change what starts it"));
  return join === "each" ? (
    <p className="tw-field-hint">
      Each of these starts it by itself.{" "}
      <button type="button" className="link-button" onClick={() => write("one-of-each")}>
        Wait for all of them
      </button>
    </p>
  ) : (
    <p className="tw-field-hint">
      It starts when one of each has arrived.{" "}
      <button type="button" className="link-button" onClick={() => write(undefined)}>
        Start on each by itself
      </button>
    </p>
  );
}

/** It follows where its events come from, and nothing else of the workflow. */
function AcceptedType({ type, children }: { readonly type: EventType; readonly children: ReactNode }) {
  const sources = useDocument(({ workflow }) => sourcesText(workflow, type));
  return (
    <span className="tw-starts-chip" title={sources}>
      {type}
      {children}
    </span>
  );
}

function Needs({ id, needs }: { readonly id: StepId; readonly needs: readonly StepId[] }) {
  const store = useDocumentStore();
  const workflow = useDocument((state) => state.workflow);
  const titleOf = (need: StepId) => workflow.steps[need]?.title ?? need;
  const add = (need: StepId) => {
    const attempt = connect(store.getState().workflow, { from: need, port: "done", to: id });
    if (attempt.ok) store.apply(attempt.edit);
    else showToast({ tone: "bad", text: attempt.message });
  };
  const possible = possibleNeeds(workflow, id);
  return (
    <div className="tw-field">
      <div className="tw-field-head">
        <span className="tw-field-label">Runs after</span>
        <span className="tw-field-aside">tasks that must be finished</span>
      </div>
      <div className="tw-starts">
        {needs.map((need) => (
          <span key={need} className="tw-starts-chip" title={need}>
            {titleOf(need)}
            <button
              type="button"
              aria-label={`Do not wait for ${titleOf(need)}`}
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
        {possible.length > 0 && (
          <Menu
            trigger={
              <Button size="small" variant="quiet" icon={<Plus aria-hidden />}>
                Add
              </Button>
            }
            entries={possible.map((need) => ({
              kind: "action",
              id: need,
              label: titleOf(need),
              note: need,
              onChoose: () => add(need),
            }))}
          />
        )}
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
function sourcesText(workflow: Workflow, type: EventType): string {
  const titleOf = (id: StepId) => (id === startNode ? "the start" : (workflow.steps[id]?.title ?? id));
  const from = emittersOf(workflow, type);
  if (from.length > 0)
    return `from ${from.map((output) => (output.port === "done" ? titleOf(output.from) : `${titleOf(output.from)}, ${output.port}`)).join("; ")}`;
  if (type === "StepFailed") return "when any step fails";
  return workflow.events?.[type]?.role === "external" ? "from outside" : "nothing makes it yet";
}
