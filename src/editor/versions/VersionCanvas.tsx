import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import { Canvas } from "../canvas/Canvas.tsx";
import { MarkedStepsContext } from "../canvas/markedSteps.ts";
import { nothingSelected } from "../canvas/selection.ts";

/** An earlier version as it is looked at. */
export interface ShownVersion {
  readonly revision: number;
  readonly workflow: Workflow;
  /** Epoch ms. */
  readonly editedAt: number;
  /** What became of its steps (`versionMarks.ts`). */
  readonly marks: ReadonlyMap<StepId, string>;
}

/** Lies over the canvas of the editor and shows another version in its place, to look at only. */
export function VersionCanvas({ version, onClose }: { readonly version: ShownVersion; readonly onClose: () => void }) {
  const [selection, setSelection] = useState(nothingSelected);
  return (
    <div className="tw-version-canvas">
      <MarkedStepsContext value={version.marks}>
        <Canvas
          key={version.revision}
          workflow={version.workflow}
          label="Canvas of an earlier version"
          selection={selection}
          onSelect={(next) => {
            setSelection(next);
            const [step] = next.steps;
            // What is said of it stands beside.
            if (step !== undefined)
              document.querySelector(`[data-difference="${CSS.escape(step)}"]`)?.scrollIntoView({ block: "nearest" });
          }}
        >
          <p className="tw-version-mark">
            <span className="tw-cut">
              As it was <RelativeTime at={version.editedAt} />, to look at
            </span>
            <Button size="small" variant="quiet" onClick={onClose}>
              Back to now
            </Button>
          </p>
        </Canvas>
      </MarkedStepsContext>
    </div>
  );
}
