import { memo } from "react";
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
  return (
    <ul className="tw-hidden" aria-label="Outline of the workflow">
      {outlineOf(workflow, wires).map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
});
