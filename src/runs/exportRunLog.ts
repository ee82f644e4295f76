import type { EngineApi, RunSummary } from "../protocol/engineApi.ts";
import { download } from "../ui/download.ts";
import { showToast } from "../ui/toast.ts";

/** Hands the run's log to the person as a file. */
export async function exportRunLog(api: EngineApi, run: RunSummary): Promise<void> {
  const answer = await api.exportLog(run.id);
  if (answer.ok) download(answer.value, `${run.name} ${run.number}.runlog.jsonl`);
  else showToast({ tone: "bad", text: answer.refusal.message });
}
