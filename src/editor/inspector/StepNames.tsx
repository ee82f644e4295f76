import { kindOf } from "../../workflow/kinds.ts";
import type { Step, StepId } from "../../workflow/workflow.ts";
import { KindIcon } from "../KindIcon.tsx";

/** Which step the settings are of: there before its form is. */
export function StepNames({ id, step }: { readonly id: StepId; readonly step: Step }) {
  return (
    <>
      <KindIcon kind={step.kind} />
      <div className="tw-inspector-names">
        <h2 className="tw-cut" title={step.title ?? id}>
          {step.title ?? id}
        </h2>
        <p className="tw-cut">
          {kindOf(step).title} · <span className="tw-mono">{id}</span>
        </p>
      </div>
    </>
  );
}
