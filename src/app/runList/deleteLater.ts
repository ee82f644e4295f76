import type { EngineApi } from "../../protocol/engineApi.ts";
import { plural } from "../../ui/format.ts";
import { showToast } from "../../ui/toast.ts";

/** How long a deletion can be undone, ms. */
const undoableMs = 10_000;

/**
 * Takes runs out of the list at once and deletes them a little later: until then *Undo* brings them back, and nothing of
 * them is touched. A tab that goes before deletes nothing.
 */
export async function deleteLater(
  api: Pick<EngineApi, "deleteRuns" | "hideRuns">,
  ids: readonly string[],
  afterMs = undoableMs,
): Promise<void> {
  const hidden = await api.hideRuns(ids, true);
  if (!hidden.ok) return showToast({ tone: "bad", text: hidden.refusal.message });
  const timer = setTimeout(() => void deleteNow(api, ids), afterMs);
  showToast({
    tone: "ok",
    text: `${plural(ids.length, "run")} deleted.`,
    staysMs: afterMs,
    action: {
      label: "Undo",
      onChoose() {
        clearTimeout(timer);
        void api.hideRuns(ids, false);
      },
    },
  });
}

async function deleteNow(api: Pick<EngineApi, "deleteRuns" | "hideRuns">, ids: readonly string[]): Promise<void> {
  const answer = await api.deleteRuns(ids);
  const refused = answer.ok ? answer.value.refused : ids.map((id) => ({ id, message: answer.refusal.message }));
  const [first] = refused;
  if (first === undefined) return;
  await api.hideRuns(
    refused.map(({ id }) => id),
    false,
  );
  showToast({ tone: "bad", text: `${plural(refused.length, "run")} could not be deleted: ${first.message}` });
}
