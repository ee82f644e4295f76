import type { EngineApi } from "../../protocol/engineApi.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { plural } from "../../ui/format.ts";
import { showToast } from "../../ui/toast.ts";

/** Asks before runs are deleted, and says which could not be. `ids` `null`: it is closed. */
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
    const answer = await api.deleteRuns(ids);
    if (!answer.ok) return showToast({ tone: "bad", text: answer.refusal.message });
    const { deleted, refused } = answer.value;
    const stayed = new Set(refused.map(({ id }) => id));
    onDeleted(ids.filter((id) => !stayed.has(id)));
    const [first] = refused;
    if (first === undefined) showToast({ tone: "ok", text: `${plural(deleted, "run")} deleted.` });
    else {
      const text = `${plural(deleted, "run")} deleted, ${refused.length} not: ${first.message}`;
      showToast({ tone: "bad", text });
    }
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
      this browser for good; what still runs is cancelled first. Export {count === 1 ? "its log" : "them"} before, to
      keep {count === 1 ? "it" : "them"}.
    </ConfirmDialog>
  );
}
