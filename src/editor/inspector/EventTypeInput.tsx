import { setEventType } from "../../workflow/edits/document.ts";
import { typesOf } from "../../workflow/kinds.ts";
import type { PortName, Step, StepId } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { CommitInput } from "./CommitInput.tsx";

/** The event type that leaves a port; its wires follow a new name. */
export function EventTypeInput({
  id,
  step,
  port,
}: {
  readonly id: StepId;
  readonly step: Step;
  readonly port: PortName;
}) {
  const store = useDocumentStore();
  return (
    <CommitInput
      aria-label={`Event type of ${port}`}
      mono
      placeholder="no event type"
      value={typesOf(step, port)[0] ?? ""}
      onCommit={(type) => {
        const attempt = setEventType(store.getState().workflow, { step: id, port }, type.trim());
        if (!attempt.ok) return attempt.message;
        store.apply(attempt.edit);
        return null;
      }}
    />
  );
}
