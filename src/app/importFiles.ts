import { create } from "zustand";
import type { Answer, EngineApi, LogReport, Refusal } from "../protocol/engineApi.ts";
import type { Problem } from "../workflow/problem.ts";
import { navigate } from "./useRoute.ts";
import { noteForeign } from "./yours/foreignWorkflows.ts";

/** What became of one file that a person gave us. */
export type FileReport =
  | {
      readonly kind: "workflow";
      readonly file: string;
      readonly id: string;
      readonly name: string;
      readonly warnings: readonly Problem[];
    }
  | { readonly kind: "log"; readonly file: string; readonly report: LogReport }
  | { readonly kind: "refused"; readonly file: string; readonly refusal: Refusal };

export type ImportFlow =
  | { readonly kind: "closed" }
  | { readonly kind: "asking" }
  | { readonly kind: "reading"; readonly files: readonly string[] }
  | { readonly kind: "report"; readonly reports: readonly FileReport[] };

export const useImport = create<ImportFlow>(() => ({ kind: "closed" }));

const set = (flow: ImportFlow): void => useImport.setState(flow, true);

export const openImport = (): void => set({ kind: "asking" });
export const closeImport = (): void => set({ kind: "closed" });

/** What was found damaged is shown as such over the run that opens from it; nothing of it is stored. */
export const damagedLogs = new Map<string, NonNullable<LogReport["damage"]>>();

/** Reads the files one after the other; one file without a finding opens at once, everything else is reported. */
export async function importFiles(api: EngineApi, files: readonly File[]): Promise<void> {
  if (files.length === 0 || useImport.getState().kind === "reading") return;
  set({ kind: "reading", files: files.map((file) => file.name) });
  const reports: FileReport[] = [];
  for (const file of files) reports.push(await importFile(api, file));
  const [only] = reports;
  if (reports.length === 1 && only && openAtOnce(only)) set({ kind: "closed" });
  else set({ kind: "report", reports });
}

async function importFile(api: EngineApi, file: File): Promise<FileReport> {
  if (isRunLog(file.name, new Uint8Array(await file.slice(0, 4_096).arrayBuffer()))) {
    const answer: Answer<LogReport> = await api.importLog(file);
    if (!answer.ok) return { kind: "refused", file: file.name, refusal: answer.refusal };
    const { damage, runId } = answer.value;
    if (damage) damagedLogs.set(runId, damage);
    return { kind: "log", file: file.name, report: answer.value };
  }
  const answer = await api.importWorkflow(file);
  if (!answer.ok) return { kind: "refused", file: file.name, refusal: answer.refusal };
  const { id, workflow, warnings } = answer.value;
  noteForeign(id, workflow);
  return { kind: "workflow", file: file.name, id, name: workflow.name, warnings };
}

/** A run log by its first bytes, whatever its name: gzip, or a header line that names the format. */
export function isRunLog(name: string, head: Uint8Array): boolean {
  if (head[0] === 0x1f && head[1] === 0x8b) return true;
  const text = new TextDecoder().decode(head);
  return (
    /"format"\s*:\s*"tickwork\/runlog@/.test(text) ||
    (/\.runlog\.jsonl?(\.gz)?$/i.test(name) && !/"tickwork\/workflow@/.test(text))
  );
}

function openAtOnce(report: FileReport): boolean {
  if (report.kind === "workflow" && report.warnings.length === 0) {
    navigate({ kind: "workflow", workflow: report.id });
    return true;
  }
  if (report.kind === "log" && report.report.how === "new" && !report.report.damage) {
    navigate({ kind: "run", run: report.report.runId });
    return true;
  }
  return false;
}
