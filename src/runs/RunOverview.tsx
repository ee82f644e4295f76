import { formatDuration, plural } from "../ui/format.ts";
import { KeyValues } from "../ui/KeyValues.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { allSteps } from "../workflow/subWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { Lineage } from "./Lineage.tsx";
import { useRunContext, useShown } from "./RunContext.ts";
import { ValueView } from "./ValueView.tsx";

/** The details of the run itself, while no step is selected. */
export function RunOverview() {
  const { stored } = useRunContext();
  const { summary, digest, input, workflow } = stored;
  const result = useShown(({ view }) => view.result) ?? null;
  const reason = useShown(({ view }) => view.reason) ?? null;
  const seq = useShown(({ seq }) => seq) ?? summary.seq;
  const endedAt = useShown(({ summary }) => summary.endedAt);
  return (
    <div className="details">
      <header className="details-head">
        <h2>{summary.name}</h2>
        <p className="tw-muted">run {summary.number} · select a step to see its details</p>
      </header>
      {result !== null && (
        <section className="details-part">
          <h3>Result</h3>
          <ValueView value={result} label="Result" />
        </section>
      )}
      <KeyValues
        rows={[
          ["Why", reason],
          ["Started", <RelativeTime key="started" at={summary.createdAt} />],
          ["Took", endedAt === undefined ? undefined : formatDuration(endedAt - summary.createdAt)],
          ["Steps", stepCount(workflow)],
          ["Journal", plural(seq, "tick")],
          [
            "Workflow",
            <code key="digest" className="details-digest" title={digest}>
              {digest.slice(0, 19)}…
            </code>,
          ],
        ]}
      />
      <Lineage />
      {input !== null && (
        <section className="details-part">
          <h3>Input</h3>
          <ValueView value={input} label="Input" />
        </section>
      )}
    </div>
  );
}

/** Those of workflows inside it are told apart: its own canvas does not show them (R79). */
function stepCount(workflow: Workflow): string {
  const own = Object.keys(workflow.steps).length;
  const inner = allSteps(workflow).length - own;
  return inner === 0 ? String(own) : `${own}, and ${inner} in workflows inside it`;
}
