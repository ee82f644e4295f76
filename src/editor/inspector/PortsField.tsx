import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { addPort, removePort, renamePort } from "../../workflow/edits/steps.ts";
import { portsOf, typesOf } from "../../workflow/kinds.ts";
import type { Step, StepId } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { CommitInput } from "./CommitInput.tsx";
import { EventTypeInput } from "./EventTypeInput.tsx";

/** The outputs of a step whose code may have several, with the event type that leaves each. */
export function PortsField({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
  const ports = portsOf(step);
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">Outputs</legend>
      <div className="tw-ports">
        {ports.map((port) => {
          const fixed = port === "done" || port === "error";
          if (port === "error" && typesOf(step, port).length === 0) return null;
          return (
            <div key={port} className="tw-ports-row">
              {fixed ? (
                <span className="tw-ports-name">{port}</span>
              ) : (
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
              )}
              <EventTypeInput id={id} step={step} port={port} />
              {!fixed && (
                <IconButton
                  label={`Remove output ${port}`}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => store.apply(removePort(store.getState().workflow, id, port))}
                />
              )}
            </div>
          );
        })}
      </div>
      <Button
        size="small"
        icon={<Plus aria-hidden />}
        onClick={() => store.apply(addPort(store.getState().workflow, id, freePort(ports)))}
      >
        Add output
      </Button>
    </fieldset>
  );
}

export function portProblem(name: string, ports: readonly string[]): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,62}$/.test(name)) return "Begin with a letter; then letters, digits, _ and -.";
  return ports.includes(name) ? `There is an output “${name}” already.` : null;
}

function freePort(ports: readonly string[]): string {
  let count = 2;
  while (ports.includes(`out${count}`)) count++;
  return `out${count}`;
}
