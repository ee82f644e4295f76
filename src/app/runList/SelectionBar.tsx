import { Columns2, Download, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import { exportRunsAsZip } from "../../runs/exportRunAs.ts";
import { Button } from "../../ui/Button.tsx";
import { formatCount, plural } from "../../ui/format.ts";
import { navigate } from "../useRoute.ts";
import type { RunSelection } from "./useSelection.ts";

interface Exporting {
  readonly done: number;
  readonly of: number;
  readonly stop: AbortController;
}

/** What can be done with the chosen runs together; absent when none is. */
export function SelectionBar({
  api,
  selection,
  onTag,
  onDelete,
}: {
  readonly api: EngineApi;
  readonly selection: RunSelection;
  readonly onTag: () => void;
  readonly onDelete: () => void;
}) {
  const [exporting, setExporting] = useState<Exporting | null>(null);
  const count = selection.ids.size;
  if (count === 0) return null;
  const exportAll = async () => {
    const ids = [...selection.ids];
    const stop = new AbortController();
    const of = ids.length;
    setExporting({ done: 0, of, stop });
    try {
      await exportRunsAsZip(api, ids, (done) => setExporting({ done, of, stop }), stop);
    } finally {
      setExporting(null);
    }
  };
  const [left, right] = selection.ids;
  return (
    <div className="runs-selection" role="toolbar" aria-label="Selected runs">
      <b role="status">{plural(count, "run")} selected</b>
      {count === 2 && left !== undefined && right !== undefined && (
        <Button size="small" icon={<Columns2 aria-hidden />} onClick={() => navigate({ kind: "compare", left, right })}>
          Compare
        </Button>
      )}
      <Button size="small" icon={<Tag aria-hidden />} onClick={onTag}>
        Tags …
      </Button>
      {exporting === null ? (
        <Button size="small" icon={<Download aria-hidden />} onClick={() => void exportAll()}>
          Export as zip
        </Button>
      ) : (
        <Button size="small" icon={<X aria-hidden />} onClick={() => exporting.stop.abort()}>
          Stop the export ({formatCount(exporting.done)} of {formatCount(exporting.of)})
        </Button>
      )}
      <Button size="small" variant="danger" icon={<Trash2 aria-hidden />} onClick={onDelete}>
        Delete
      </Button>
      <Button size="small" variant="quiet" onClick={() => selection.replace([])}>
        Clear selection
      </Button>
    </div>
  );
}
