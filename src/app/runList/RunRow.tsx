import { Ellipsis } from "lucide-react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { RunSummary } from "../../protocol/storedRun.ts";
import { exportForms, exportRunAs } from "../../runs/exportRunAs.ts";
import { originText } from "../../runs/lineageOf.ts";
import { runWord } from "../../runs/runStatus.ts";
import { TrialChips } from "../../runs/TrialChips.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { formatDuration } from "../../ui/format.ts";
import { Menu } from "../../ui/Menu.tsx";
import { RelativeTime, useNow } from "../../ui/RelativeTime.tsx";
import { routeHash } from "../route.ts";

/** One run of the list. Only the active row is reached with Tab; the list takes the arrow keys. */
export function RunRow({
  api,
  run,
  index,
  active,
  chosen,
  onChoose,
  onActive,
  onTag,
  onDelete,
}: {
  readonly api: EngineApi;
  readonly run: RunSummary;
  readonly index: number;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly onActive: () => void;
  readonly onTag: () => void;
  readonly onDelete: () => void;
}) {
  const { tone, word } = runWord(run);
  const origin = originText(run);
  const name = `${run.name}, run ${run.number}`;
  const tabIndex = active ? 0 : -1;
  return (
    <tr aria-rowindex={index + 2} aria-selected={chosen} data-run-row={run.id} onFocus={onActive}>
      <td className="runs-choose">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          tabIndex={tabIndex}
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </td>
      <td className="runs-state">
        <Chip tone={tone} dot>
          {word}
          {run.needsYou > 1 && ` · ${run.needsYou}`}
        </Chip>
      </td>
      <td className="runs-name">
        <a className="runs-link" tabIndex={tabIndex} href={routeHash({ kind: "run", run: run.id })}>
          {run.name} <span>run {run.number}</span>
        </a>
        {run.imported && <Chip>imported</Chip>}
        {run.tags?.map((tag) => (
          <Chip key={tag} tone="accent" className="runs-tag">
            {tag}
          </Chip>
        ))}
        {origin !== null && <span className="runs-origin">{origin}</span>}
        <TrialChips trial={run.trial} />
      </td>
      <td className="runs-time">
        <RelativeTime at={run.createdAt} />
      </td>
      <td className="runs-took">
        <Took run={run} />
      </td>
      <td className="runs-line" title={run.line}>
        {run.line ?? "–"}
      </td>
      <td className="runs-more">
        <Menu
          align="end"
          trigger={
            <IconButton label={`More for ${name}`} size="small" tabIndex={tabIndex} icon={<Ellipsis aria-hidden />} />
          }
          entries={[
            { kind: "action", id: "export", label: "Export log", onChoose: () => void exportRunAs(api, run, "log") },
            ...exportForms
              .filter(({ form }) => form !== "log")
              .map(({ form, label }) => ({
                kind: "action" as const,
                id: form,
                label: `Export as: ${label}`,
                onChoose: () => void exportRunAs(api, run, form),
              })),
            { kind: "line", id: "line" },
            { kind: "action", id: "tags", label: "Tags …", onChoose: onTag },
            { kind: "action", id: "delete", label: "Delete", danger: true, onChoose: onDelete },
          ]}
        />
      </td>
    </tr>
  );
}

function Took({ run }: { readonly run: RunSummary }) {
  return run.endedAt === undefined && !run.imported ? (
    <SoFar from={run.createdAt} />
  ) : (
    formatDuration((run.endedAt ?? Number.NaN) - run.createdAt)
  );
}

function SoFar({ from }: { readonly from: number }) {
  return <span className="tw-muted">{formatDuration(Math.max(0, useNow() - from))} so far</span>;
}
