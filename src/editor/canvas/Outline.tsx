import { memo, useDeferredValue, useMemo } from "react";
import type { Wire } from "../../workflow/wires.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { outlineOf } from "./outlineOf.ts";

/** The graph as a list in words, for screen readers; everybody else sees the canvas. */
export const Outline = memo(function Outline({
  workflow,
  wires,
}: {
  readonly workflow: Workflow;
  readonly wires: readonly Wire[];
}) {
  // A thousand sentences can wait until the letter that was typed is on the screen.
  const [seenWorkflow, seenWires] = [useDeferredValue(workflow), useDeferredValue(wires)];
  const lines = useMemo(() => outlineOf(seenWorkflow, seenWires), [seenWorkflow, seenWires]);
  return (
    <ul className="tw-hidden" aria-label="Outline of the workflow">
      {lines.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
});
