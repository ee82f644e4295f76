import { JsonView } from "../../ui/JsonView.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import type { StepId } from "../../workflow/workflow.ts";
import { useEditor } from "../editorContext.ts";
import { Section } from "./Section.tsx";

/** What the step got and what it handed on in the newest run, beside the settings that made it. */
export function LastRunValues({ id }: { readonly id: StepId }) {
  const { lastRun } = useEditor();
  if (lastRun === null) return null;
  const { run, steps } = lastRun;
  const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
  return (
    <Section title="Last run" summary={step === undefined ? "did not get here" : `#${run.number}`}>
      <p className="tw-muted">
        <a href={`#/r/${run.id}`}>Run #{run.number}</a>, <RelativeTime at={run.createdAt} />
      </p>
      {step?.input !== undefined && (
        <>
          <h4 className="tw-last-head">It got</h4>
          <JsonView value={step.input} label="Input in the last run" />
        </>
      )}
      {step?.output !== undefined && (
        <>
          <h4 className="tw-last-head">It handed on</h4>
          <JsonView value={step.output} label="Output in the last run" />
        </>
      )}
      {step?.input === undefined && step?.output === undefined && (
        <p className="tw-muted">Nothing of this step was seen there.</p>
      )}
    </Section>
  );
}
