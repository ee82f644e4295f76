import type { RunTrial } from "../protocol/storedRun.ts";
import { Chip } from "../ui/Chip.tsx";

/** Says of a run that it only tried something: with pinned outputs, or of a part of the workflow. */
export function TrialChips({ trial }: { readonly trial: RunTrial | undefined }) {
  if (trial === undefined) return null;
  const { pins, upTo } = trial;
  return (
    <>
      {pins !== undefined && (
        <Chip tone="wait" title={`Pinned outputs stood for ${pins.join(", ")}`}>
          with pins · {pins.length}
        </Chip>
      )}
      {upTo !== undefined && <Chip title="Only what leads to this step was run">up to {upTo}</Chip>}
    </>
  );
}
