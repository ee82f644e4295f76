import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { addPort, changeStep, removePort, renamePort } from "../../workflow/edits/steps.ts";
import { kindOf, portsOf, typesOf } from "../../workflow/kinds.ts";
import type { PortName, Step, StepId } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { CommitInput } from "./CommitInput.tsx";
import { EventTypeInput } from "./EventTypeInput.tsx";
import { portProblem } from "./portProblem.ts";

/** The outputs of a step with the event type that leaves each; a step whose code has its own may get more. */
export function OutputsField({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
  const { ownPorts, canFail } = kindOf(step);
  const ports = portsOf(step).filter((port) => port !== "error");
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">
        Outputs <span className="tw-field-aside">and the event type of each</span>
      </legend>
      <div className="tw-ports">
        {ports.map((port) => (
          <div key={port} className="tw-ports-row">
            {ownPorts && port !== "done" ? (
              <CommitInput
                aria-label={`Name of output ${port}`}
                mono
                value={port}
                onCommit={(name) => {
                  const problem = portProblem(name, ports);
                  if (problem === null) store.apply(renamePort(store.getState().workflow, id, port, name));
                  return problem;
                }}
              />
            ) : (
              <span className="tw-ports-name tw-mono tw-cut" title={port}>
                {port}
              </span>
            )}
            <EventTypeInput id={id} step={step} port={port} />
            {ownPorts && port !== "done" && (
              <IconButton
                label={`Remove output ${port}`}
                icon={<Trash2 aria-hidden />}
                onClick={() => store.apply(removePort(store.getState().workflow, id, port))}
              />
            )}
            {ownPorts && typesOf(step, port).length > 0 && <ListPort id={id} step={step} port={port} />}
          </div>
        ))}
        {canFail && <ErrorPort id={id} step={step} />}
      </div>
      {ownPorts && (
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => store.apply(addPort(store.getState().workflow, id, freePort(ports)))}
        >
          Add output
        </Button>
      )}
    </fieldset>
  );
}

/** Whether lists leave a port: then each of their members is an event of a batch (R31). */
function ListPort({ id, step, port }: { readonly id: StepId; readonly step: Step; readonly port: PortName }) {
  const store = useDocumentStore();
  const isList = step.batches !== undefined && Object.hasOwn(step.batches, port);
  return (
    <div className="tw-ports-more">
      <Checkbox
        label="hands on a list: a batch, one event for each member"
        checked={isList}
        onChange={(next) => {
          const [type] = typesOf(step, port);
          if (type === undefined) return;
          const [into, from] = next ? (["batches", "emits"] as const) : (["emits", "batches"] as const);
          const { [port]: _, ...left } = step[from] ?? {};
          store.apply(
            changeStep(store.getState().workflow, id, {
              [into]: { ...step[into], [port]: type },
              [from]: Object.keys(left).length === 0 ? undefined : left,
            }),
          );
        }}
      />
    </div>
  );
}

/** Failures leave by the `error` port only while it has an event type; without one they are not taken away (R23). */
function ErrorPort({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
  if (typesOf(step, "error").length === 0)
    return (
      <div className="tw-ports-row tw-ports-error">
        <span className="tw-ports-name tw-mono">error</span>
        <span className="tw-muted">not wired: “On failure” decides</span>
        <Button size="small" onClick={() => store.apply(addPort(store.getState().workflow, id, "error"))}>
          Use it
        </Button>
      </div>
    );
  return (
    <div className="tw-ports-row">
      <span className="tw-ports-name tw-mono">error</span>
      <EventTypeInput id={id} step={step} port="error" />
      <IconButton
        label="Do not use output error"
        icon={<Trash2 aria-hidden />}
        onClick={() => store.apply(removePort(store.getState().workflow, id, "error"))}
      />
    </div>
  );
}

function freePort(ports: readonly string[]): string {
  let count = 2;
  while (ports.includes(`out${count}`)) count++;
  return `out${count}`;
}
