import type { EngineApi } from "../../protocol/engineApi.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { plural } from "../../ui/format.ts";
import { deleteLater } from "./deleteLater.ts";

/** Asks before runs are deleted. `ids` `null`: it is closed. */
export function DeleteRunsDialog({
  api,
  ids,
  onClose,
  onDeleted,
}: {
  readonly api: EngineApi;
  readonly ids: readonly string[] | null;
  readonly onClose: () => void;
  readonly onDeleted: (ids: readonly string[]) => void;
}) {
  const remove = async () => {
    if (ids === null) return;
    await deleteLater(api, ids);
    onDeleted(ids);
  };
  const count = ids?.length ?? 0;
  return (
    <ConfirmDialog
      open={ids !== null}
      title={`Delete ${plural(count, "run")}?`}
      action="Delete"
      onConfirm={remove}
      onClose={onClose}
    >
      {count === 1 ? "Its journal, answers and outputs are" : "Their journals, answers and outputs are"} deleted from
      this browser; what still runs is cancelled first. You can undo it for ten seconds: only then it is done, and a tab
      that is closed before deletes nothing.
    </ConfirmDialog>
  );
}
