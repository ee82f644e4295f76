import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { EngineApi, RunSummary } from "../protocol/engineApi.ts";
import { exportRunAs } from "../runs/exportRunAs.ts";
import { originText } from "../runs/lineageOf.ts";
import { runWord } from "../runs/runStatus.ts";
import { TrialChips } from "../runs/TrialChips.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { plural } from "../ui/format.ts";
import { Menu } from "../ui/Menu.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { routeHash } from "./route.ts";

const page = 20;

/** The runs of this browser, newest first. */
export function RunsTable({
  api,
  runs,
  onDelete,
}: {
  readonly api: EngineApi;
  readonly runs: readonly RunSummary[];
  readonly onDelete: (run: RunSummary) => void;
}) {
  const [shown, setShown] = useState(page);
  return (
    <>
      <div className="runs-frame">
        <table className="runs">
          <thead className="tw-hidden">
            <tr>
              <th>State</th>
              <th>Run</th>
              <th>Started</th>
              <th>What it said</th>
              <th>More</th>
            </tr>
          </thead>
          <tbody>
            {runs.slice(0, shown).map((run) => (
              <Row key={run.id} api={api} run={run} onDelete={() => onDelete(run)} />
            ))}
          </tbody>
        </table>
      </div>
      {runs.length > shown && (
        <Button variant="quiet" onClick={() => setShown(shown + page * 5)}>
          {plural(runs.length - shown, "older run")} …
        </Button>
      )}
    </>
  );
}

function Row({
  api,
  run,
  onDelete,
}: {
  readonly api: EngineApi;
  readonly run: RunSummary;
  readonly onDelete: () => void;
}) {
  const { tone, word } = runWord(run);
  const origin = originText(run);
  return (
    <tr>
      <td className="runs-state">
        <Chip tone={tone} dot>
          {word}
        </Chip>
      </td>
      <td>
        <a className="runs-link" href={routeHash({ kind: "run", run: run.id })}>
          {run.name} <span>run {run.number}</span>
        </a>
        {run.imported && <Chip className="runs-imported">imported</Chip>}
        {origin !== null && <span className="runs-origin">{origin}</span>}
        <TrialChips trial={run.trial} />
      </td>
      <td className="runs-time">
        <RelativeTime at={run.createdAt} />
      </td>
      <td className="runs-line" title={run.line}>
        {run.line ?? "–"}
      </td>
      <td className="runs-more">
        <Menu
          align="end"
          trigger={
            <IconButton
              label={`More for ${run.name}, run ${run.number}`}
              size="small"
              icon={<Ellipsis aria-hidden />}
            />
          }
          entries={[
            { kind: "action", id: "export", label: "Export log", onChoose: () => void exportRunAs(api, run, "log") },
            { kind: "line", id: "line" },
            { kind: "action", id: "delete", label: "Delete", danger: true, onChoose: onDelete },
          ]}
        />
      </td>
    </tr>
  );
}
