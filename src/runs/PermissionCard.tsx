import { ShieldCheck } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { Answer } from "../protocol/engineApi.ts";
import type { WorkflowPermissions } from "../protocol/runnerApi.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { PermissionList } from "./PermissionList.tsx";
import { useRunContext } from "./RunContext.ts";

/** The consent that the runner misses, shown whole before it is given; what is approved is exactly what is shown. */
export function PermissionCard() {
  const { api, stored, readOnly } = useRunContext();
  const [asked, setAsked] = useState<Answer<WorkflowPermissions> | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const heading = useId();
  useEffect(() => {
    let left = false;
    void api.permissions(stored.workflow, stored.summary.workflowId).then((answer) => {
      if (!left) setAsked(answer);
    });
    return () => {
      left = true;
    };
  }, [api, stored]);
  const allow = async () => {
    if (!asked?.ok) return;
    const answer = await api.approve(stored.workflow, asked.value.hash, stored.summary.workflowId);
    if (!answer.ok) setRefused(answer.refusal.message);
  };
  return (
    <section className="ask-card" aria-labelledby={heading}>
      <header className="ask-head">
        <span className="recovery-icon">
          <ShieldCheck aria-hidden />
        </span>
        <h2 id={heading}>The run waits for your permission</h2>
      </header>
      <p>The runner does not know your consent to what this workflow does on your machine.</p>
      {asked?.ok && <PermissionList asked={asked.value} />}
      {asked?.ok === false && <Notice tone="bad" title={asked.refusal.message} />}
      {refused !== null && <Notice tone="bad" title={refused} />}
      {!readOnly && (
        <div className="ask-buttons">
          <Button variant="primary" disabled={!asked?.ok} onClick={() => void allow()}>
            Allow
          </Button>
        </div>
      )}
    </section>
  );
}
