import { useState } from "react";
import type { Decision } from "../engine/tick.ts";
import type { ParkedView } from "../engine/view.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { plural } from "../ui/format.ts";
import { KeyValues } from "../ui/KeyValues.tsx";
import { Notice } from "../ui/Notice.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { findStep } from "../workflow/subWorkflows.ts";
import type { StepId } from "../workflow/workflow.ts";
import { FailureView } from "./FailureView.tsx";
import { usePast, useRunContext } from "./RunContext.ts";
import { SucceededDialog } from "./SucceededDialog.tsx";
import { ValueView } from "./ValueView.tsx";

/** One parked item: what it was about, what went wrong, and the three decisions (R70). */
export function ParkedItem({ step, parked }: { readonly step: StepId; readonly parked: ParkedView }) {
  const { api, stored, title, readOnly } = useRunContext();
  const history = usePast();
  const last = history.lastOfItem(parked.item);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [open, setOpen] = useState<"succeeded" | "give-up" | null>(null);
  const runId = stored.summary.id;
  const decide = async (decision: Decision) => {
    setBusy(true);
    setRefused(null);
    const answer = await api.decide(runId, { item: parked.item, decision });
    setBusy(false);
    if (!answer.ok) setRefused(answer.refusal.message);
  };
  const element = last?.context.element;
  const value = element?.item ?? last?.event?.data;
  // What began the line and what reached this step are often one and the same value.
  const arrived = last?.event?.data;
  const differs = element !== undefined && JSON.stringify(arrived ?? null) !== JSON.stringify(element.item);
  return (
    <div className="parked-item" data-parked={parked.item}>
      {value !== undefined && (
        <section className="details-part">
          <h3>
            {element ? "Item" : "Event"}
            <span>{parked.member ? ` ${parked.member.index + 1}` : ""}</span>
          </h3>
          <ValueView value={value} label="Item" />
        </section>
      )}
      {differs && arrived !== undefined && (
        <details>
          <summary>What reached this step ({parked.event})</summary>
          <ValueView value={arrived} label="Event" />
        </details>
      )}
      <FailureView failure={last?.failure ?? parked.error} step={step} />
      <KeyValues
        rows={[
          ["Attempts", `${plural(parked.attempt, "attempt")}, ${plural(parked.failures, "failure")}`],
          ["Waits since", last?.endedAt !== undefined && <RelativeTime key="at" at={last.endedAt} />],
        ]}
      />
      {refused !== null && <Notice tone="bad" title={refused} />}
      {!readOnly && (
        <div className="ask-buttons">
          <Button variant="primary" disabled={busy} onClick={() => void decide({ kind: "rerun" })}>
            Run again
          </Button>
          <Button disabled={busy} onClick={() => setOpen("succeeded")}>
            It succeeded
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => setOpen("give-up")}>
            Give up
          </Button>
        </div>
      )}
      {open === "succeeded" && (
        <SucceededDialog
          title={`“${title(step)}” succeeded`}
          schema={findStep(stored.workflow, step)?.output}
          onClose={() => setOpen(null)}
          onDecide={(output) => api.decide(runId, { item: parked.item, decision: { kind: "succeeded", output } })}
        />
      )}
      <GiveUpDialog
        open={open === "give-up"}
        step={step}
        items={1}
        onClose={() => setOpen(null)}
        onConfirm={() => decide({ kind: "failed" })}
      />
    </div>
  );
}

/** Giving up fails the step for good, and with it, unless it is a task, the run (R70). */
export function GiveUpDialog({
  open,
  step,
  items,
  onConfirm,
  onClose,
}: {
  readonly open: boolean;
  readonly step: StepId;
  readonly items: number;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { stored, title } = useRunContext();
  const isTask = findStep(stored.workflow, step)?.needs !== undefined;
  return (
    <ConfirmDialog
      open={open}
      title={items === 1 ? "Give this item up?" : `Give ${items} items up?`}
      action={items === 1 ? "Give up" : "Give up all"}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {isTask
        ? `“${title(step)}” then counts as failed, and what needs it does not run.`
        : `“${title(step)}” then fails for good, and the run ends as failed; whatever else is under way stops. To go on without ${items === 1 ? "it" : "them"}, say that it succeeded and hand on another value.`}
    </ConfirmDialog>
  );
}
