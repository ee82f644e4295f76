import { Zip, ZipDeflate } from "fflate";
import type { Answer } from "../protocol/answer.ts";
import type { ExportedFile, SecretsChecked } from "../protocol/exports.ts";
import { done } from "./answers.ts";
import { exportRun } from "./exportRun.ts";
import type { TabContext } from "./tabContext.ts";

/** The logs of these runs in one zip, each under the name and number of its run. */
export async function exportRuns(tab: TabContext, ids: readonly string[]): Promise<Answer<ExportedFile>> {
  const parts: Blob[] = [];
  let failed: unknown;
  const zip = new Zip((error, chunk) => {
    if (error) failed ??= error;
    else parts.push(new Blob([new Uint8Array(chunk)]));
  });
  const names = new Set<string>();
  let secrets: SecretsChecked = { kind: "no-runner" };
  for (const id of ids) {
    const exported = await exportRun(tab, id, "log");
    if (!exported.ok) return exported;
    const { file } = exported.value;
    // What could not be checked of one cannot be said of all.
    if (secrets.kind !== "unchecked") secrets = exported.value.secrets;
    const run = tab.library.runOf(id);
    const entry = new ZipDeflate(entryName(run ? `${run.name} ${run.number}` : id, names));
    // Zip has no earlier date; the log says when the run was.
    entry.mtime = Math.max(run?.createdAt ?? 0, Date.UTC(1980, 0, 2));
    zip.add(entry);
    const reader = file.stream().getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) entry.push(next.value);
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  if (failed !== undefined) throw failed;
  return done({ file: new Blob(parts, { type: "application/zip" }), secrets, notes: [] });
}

function entryName(name: string, taken: Set<string>): string {
  const safe = name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, "-").slice(0, 100);
  for (let count = 1; ; count++) {
    const entry = `${safe}${count === 1 ? "" : ` (${count})`}.runlog.jsonl`;
    if (taken.has(entry)) continue;
    taken.add(entry);
    return entry;
  }
}
