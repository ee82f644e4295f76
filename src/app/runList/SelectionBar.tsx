import { Columns2, Download, Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import { exportRunsAsZip } from "../../runs/exportRunAs.ts";
import { Button } from "../../ui/Button.tsx";
import { plural } from "../../ui/format.ts";
import { navigate } from "../useRoute.ts";
import type { RunSelection } from "./useSelection.ts";

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
  const [busy, setBusy] = useState(false);
  const count = selection.ids.size;
  if (count === 0) return null;
  const exportAll = async () => {
    setBusy(true);
    try {
      await exportRunsAsZip(api, [...selection.ids]);
    } finally {
      setBusy(false);
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
      <Button size="small" icon={<Download aria-hidden />} disabled={busy} onClick={() => void exportAll()}>
        {busy ? "Exporting …" : "Export as zip"}
      </Button>
      <Button size="small" variant="danger" icon={<Trash2 aria-hidden />} onClick={onDelete}>
        Delete
      </Button>
      <Button size="small" variant="quiet" onClick={() => selection.replace([])}>
        Clear selection
      </Button>
    </div>
  );
}
