import { JsonView } from "../../ui/JsonView.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import type { StepId } from "../../workflow/workflow.ts";
import { useEditor } from "../editorContext.ts";

/** What the step got and what it handed on in the newest run, beside the settings that made it. */
export function LastRunValues({ id }: { readonly id: StepId }) {
  const { lastRun } = useEditor();
  if (lastRun === null) return null;
  const { run, steps } = lastRun;
  const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
  return (
    <>
      <p className="tw-muted">
        <a href={`#/r/${run.id}`}>Run #{run.number}</a>, <RelativeTime at={run.createdAt} />
      </p>
      {step?.input !== undefined && (
        <section>
          <h3 className="tw-last-head">It got</h3>
          <JsonView value={step.input} label="Input in the last run" />
        </section>
      )}
      {step?.output !== undefined && (
        <section>
          <h3 className="tw-last-head">It handed on</h3>
          <JsonView value={step.output} label="Output in the last run" />
        </section>
      )}
      {step === undefined && <p className="tw-muted">The run did not get here.</p>}
      {step !== undefined && step.input === undefined && step.output === undefined && (
        <p className="tw-muted">Nothing of this step was seen there.</p>
      )}
    </>
  );
}
