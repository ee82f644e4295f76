import { CircleHelp } from "lucide-react";
import { useId, useState } from "react";
import type { Decision } from "../engine/tick.ts";
import type { UncertainView } from "../engine/view.ts";
import { Button } from "../ui/Button.tsx";
import { KeyValues } from "../ui/KeyValues.tsx";
import { Notice } from "../ui/Notice.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { findStep } from "../workflow/subWorkflows.ts";
import { usePast, useRunContext } from "./RunContext.ts";
import { SucceededDialog } from "./SucceededDialog.tsx";

/** An attempt of which nobody knows how it ended: what is known, and the three decisions (T21). */
export function RecoveryCard({ attempt }: { readonly attempt: UncertainView }) {
  const { api, stored, title, readOnly } = useRunContext();
  const history = usePast();
  const known = history.attempt(attempt.execution);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const heading = useId();
  const runId = stored.summary.id;
  const decide = async (decision: Decision) => {
    setBusy(true);
    setRefused(null);
    const answer = await api.decide(runId, { execution: attempt.execution, decision });
    setBusy(false);
    if (!answer.ok) setRefused(answer.refusal.message);
  };
  return (
    <section className="ask-card recovery" data-recovery={attempt.step} aria-labelledby={heading}>
      <header className="ask-head">
        <span className="recovery-icon">
          <CircleHelp aria-hidden />
        </span>
        <h2 id={heading}>{title(attempt.step)}: how did it end?</h2>
      </header>
      <p>
        Nobody can tell whether this attempt ran to its end. It is not repeated by itself, because it may have done its
        work. Look at what it should have changed, then decide.
      </p>
      <KeyValues
        rows={[
          ["Attempt", String(attempt.attempt)],
          ["Started by", attempt.event],
          ["Began", known && <RelativeTime key="at" at={known.startedAt ?? known.dispatchedAt} />],
          ["Why", attempt.cause ?? known?.failure?.message],
        ]}
      />
      {refused !== null && <Notice tone="bad" title={refused} />}
      {!readOnly && (
        <div className="ask-buttons">
          <Button variant="primary" disabled={busy} onClick={() => void decide({ kind: "rerun" })}>
            Run again
          </Button>
          <Button disabled={busy} onClick={() => setAsking(true)}>
            It succeeded
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => void decide({ kind: "failed" })}>
            It failed
          </Button>
        </div>
      )}
      {asking && (
        <SucceededDialog
          title={`“${title(attempt.step)}” succeeded`}
          schema={findStep(stored.workflow, attempt.step)?.output}
          onClose={() => setAsking(false)}
          onDecide={(output) =>
            api.decide(runId, { execution: attempt.execution, decision: { kind: "succeeded", output } })
          }
        />
      )}
    </section>
  );
}
