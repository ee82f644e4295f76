import { useMemo } from "react";
import { reasonText } from "../engine/reasonText.ts";
import { formatDuration, plural } from "../ui/format.ts";
import { KeyValues } from "../ui/KeyValues.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { allSteps } from "../workflow/subWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { Lineage } from "./Lineage.tsx";
import { looseEnds } from "./looseEnds.ts";
import { usePast, useRunContext, useShown } from "./RunContext.ts";
import { ValueView } from "./ValueView.tsx";

/** The details of the run itself, while no step is selected. */
export function RunOverview() {
  const { stored, title } = useRunContext();
  const { summary, digest, input, workflow } = stored;
  const result = useShown(({ view }) => view.result) ?? null;
  const reason = useShown(({ view }) => view.reason) ?? null;
  const steps = useMemo(() => stepCount(workflow), [workflow]);
  const endedAt = useShown(({ summary }) => summary.endedAt);
  const isOver = useShown(({ view }) => view.lifecycle === "completed") ?? false;
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
      {isOver && result === null && <LastHandedOn />}
      <KeyValues
        rows={[
          ["Why", reason === null ? null : reasonText(reason, workflow, title)],
          ["Started", <RelativeTime key="started" at={summary.createdAt} />],
          ["Took", endedAt === undefined ? undefined : formatDuration(endedAt - summary.createdAt)],
          ["Steps", steps],
          ["Journal", <TickCount key="ticks" />],
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

/** It alone is another one with each update of a run that goes on. */
function TickCount() {
  const { stored } = useRunContext();
  return plural(useShown(({ seq }) => seq) ?? stored.summary.seq, "tick");
}

/** Drawn at once; a workflow may have hundreds of ends. */
const maxEnds = 5;

/** What a run without a result came to (R46): what its last steps handed on and nobody took. */
function LastHandedOn() {
  const { stored, select, title } = useRunContext();
  const past = usePast();
  const ends = looseEnds(stored.workflow, past).filter(({ kind }) => kind === "untaken");
  if (ends.length === 0) return null;
  const isTasks = ends.every(({ step }) => stored.workflow.steps[step]?.needs !== undefined);
  return (
    <section className="details-part" aria-label="Handed on last">
      <h3>Handed on last</h3>
      {ends.slice(0, maxEnds).map(({ step, attempt }) => (
        <div key={step}>
          <p>
            <button type="button" className="link-button" onClick={() => select(step, { show: true })}>
              {title(step)}
            </button>
            {typeof attempt.returned === "string" && <span className="tw-muted"> as {attempt.returned}</span>}
          </p>
          <ValueView value={attempt.output ?? null} label={`What ${title(step)} handed on`} />
        </div>
      ))}
      {ends.length > maxEnds && <p className="tw-muted">and {plural(ends.length - maxEnds, "further step")}</p>}
      <p className="tw-muted">
        The run has no result.{" "}
        {isTasks
          ? "To give it one, name these outputs as exports in the settings of the workflow."
          : "To give it one, lead the last wire to a stop step."}
      </p>
    </section>
  );
}

/** Those of workflows inside it are told apart: its own canvas does not show them (R79). */
function stepCount(workflow: Workflow): string {
  const own = Object.keys(workflow.steps).length;
  const inner = allSteps(workflow).length - own;
  return inner === 0 ? String(own) : `${own}, and ${inner} in workflows inside it`;
}
