import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { RunAnswers } from "../runs/RunAnswers.tsx";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { formatCount, plural } from "../ui/format.ts";
import { askForNotifications, useNotificationState } from "../ui/notifications.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { askConsent, beginOther } from "./startFlow.ts";
import { navigate } from "./useRoute.ts";
import "./NeedsYou.css";

/** So many runs are shown at once; the others follow as these are answered. */
const shownRuns = 8;

/** Questions, failed items and uncertain attempts of all runs, answered where they stand. */
export function NeedsYou({ api, runs }: { readonly api: EngineApi; readonly runs: readonly RunSummary[] }) {
  const waiting = runs.filter(({ needsYou }) => needsYou > 0);
  // What is answered stays until the person has seen that nothing more comes of it.
  const [open, setOpen] = useState<string | null>(waiting.length === 1 ? (waiting[0]?.id ?? null) : null);
  const shown = waiting.slice(0, shownRuns);
  if (waiting.length === 0) return null;
  const count = waiting.reduce((sum, { needsYou }) => sum + needsYou, 0);
  return (
    <section className="home-section needs-you" aria-labelledby="home-needs">
      <header className="needs-head">
        <h2 id="home-needs">Needs you</h2>
        <Chip tone="wait">{formatCount(count)}</Chip>
        <AskToNotify />
      </header>
      <ul className="needs-list">
        {shown.map((run) => (
          <WaitingRun
            key={run.id}
            api={api}
            run={run}
            open={run.id === open}
            onToggle={() => setOpen(run.id === open ? null : run.id)}
          />
        ))}
      </ul>
      {waiting.length > shown.length && (
        <p className="tw-muted">{plural(waiting.length - shown.length, "other run")} in the list below.</p>
      )}
    </section>
  );
}

function WaitingRun({
  api,
  run,
  open,
  onToggle,
}: {
  readonly api: EngineApi;
  readonly run: RunSummary;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const { id, name, number, needsYou, createdAt } = run;
  const ways = useMemo(
    () => ({
      onOpen: () => navigate({ kind: "run", run: id }),
      askConsent: (go: () => Promise<void>) => {
        void api.loadRun(id).then((answer) => {
          if (!answer.ok) return;
          const { workflow, summary } = answer.value;
          const { workflowId } = summary;
          void askConsent(api, { workflow, ...(workflowId !== undefined && { workflowId }) }, go);
        });
      },
      begin: (workflow: Parameters<typeof beginOther>[1]["workflow"], start: Parameters<typeof beginOther>[2]) =>
        beginOther(api, { workflow }, start),
    }),
    [api, id],
  );
  return (
    <li className="needs-run" data-needs={id}>
      <div className="needs-row">
        <button type="button" className="needs-toggle" aria-expanded={open} onClick={onToggle}>
          {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          <span className="tw-cut">{name}</span>
          <span className="tw-muted">run {number}</span>
        </button>
        <Chip tone="wait" dot>
          {needsYou === 1 ? "1 thing waits" : `${formatCount(needsYou)} things wait`}
        </Chip>
        <span className="needs-since tw-muted">
          started <RelativeTime at={createdAt} />
        </span>
        <Button size="small" onClick={() => navigate({ kind: "run", run: id })}>
          Open the run
        </Button>
      </div>
      {open && (
        <div className="needs-body">
          <RunAnswers api={api} runId={id} ways={ways} />
        </div>
      )}
    </li>
  );
}

/** Notifications come only while the page is not looked at, and only after the person asked for them here. */
function AskToNotify() {
  const state = useNotificationState();
  if (state !== "default") return null;
  return (
    <Button size="small" variant="quiet" onClick={() => void askForNotifications()}>
      Tell me when this tab is hidden
    </Button>
  );
}
