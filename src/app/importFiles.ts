import { create } from "zustand";
import type { Answer, Refusal } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { LogReport } from "../protocol/exports.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";
import type { Problem } from "../workflow/problem.ts";
import { useLibrary } from "./libraryStore.ts";
import { navigate } from "./useRoute.ts";
import { referencedWorkflows } from "./yours/brought.ts";
import { noteForeign } from "./yours/foreignWorkflows.ts";

/** What became of one file that a person gave us. */
export type FileReport =
  | {
      readonly kind: "workflow";
      /** It stands in the place of one that was here. */
      readonly replaced?: true;
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
  /** A workflow of this name is here already: the person says what the file becomes. */
  | {
      readonly kind: "choosing";
      readonly file: string;
      readonly name: string;
      /** Those of this name, newest edit first. */
      readonly here: readonly WorkflowSummary[];
      readonly choose: (choice: ImportChoice) => void;
    }
  | { readonly kind: "report"; readonly reports: readonly FileReport[] };

export type ImportChoice =
  | { readonly kind: "copy" }
  | { readonly kind: "replace"; readonly id: string }
  | { readonly kind: "skip" };

export const useImport = create<ImportFlow>(() => ({ kind: "closed" }));

const set = (flow: ImportFlow): void => useImport.setState(flow, true);

export const openImport = (): void => set({ kind: "asking" });
export const closeImport = (): void => set({ kind: "closed" });

/** What was found damaged is shown as such over the run that opens from it; nothing of it is stored. */
export const damagedLogs = new Map<string, NonNullable<LogReport["damage"]>>();

/** Reads the files one after the other; one file without a finding opens at once, everything else is reported. */
export async function importFiles(api: EngineApi, files: readonly File[]): Promise<void> {
  const { kind } = useImport.getState();
  if (files.length === 0 || kind === "reading" || kind === "choosing") return;
  const reading = (): void => set({ kind: "reading", files: files.map((file) => file.name) });
  reading();
  const reports: FileReport[] = [];
  for (const file of files) {
    const report = await importFile(api, file, async (choice) => {
      const chosen = await choice;
      reading();
      return chosen;
    });
    if (report !== null) reports.push(report);
  }
  const [only] = reports;
  if (reports.length === 0) return closeImport();
  if (reports.length === 1 && only && openAtOnce(only)) set({ kind: "closed" });
  else set({ kind: "report", reports });
}

/** `null`: the person let it be. */
async function importFile(
  api: EngineApi,
  file: File,
  asking: (choice: Promise<ImportChoice>) => Promise<ImportChoice>,
): Promise<FileReport | null> {
  if (isRunLog(file.name, new Uint8Array(await file.slice(0, 4_096).arrayBuffer()))) {
    const answer: Answer<LogReport> = await api.importLog(file);
    if (!answer.ok) return { kind: "refused", file: file.name, refusal: answer.refusal };
    const { damage, runId } = answer.value;
    if (damage) damagedLogs.set(runId, damage);
    return { kind: "log", file: file.name, report: answer.value };
  }
  const name = workflowNameIn(await file.slice(0, largestAsked).text());
  const here = namedLike(name, useLibrary.getState().workflows ?? []);
  const choice: ImportChoice =
    name === null || here.length === 0 ? { kind: "copy" } : await asking(chosenFor({ file: file.name, name, here }));
  if (choice.kind === "skip") return null;
  const answer = await api.importWorkflow(file, choice.kind === "replace" ? choice.id : undefined);
  if (!answer.ok) return { kind: "refused", file: file.name, refusal: answer.refusal };
  const { id, workflow, warnings } = answer.value;
  noteForeign(id, workflow, await referencedWorkflows(api, workflow));
  return {
    kind: "workflow",
    file: file.name,
    id,
    name: workflow.name,
    warnings,
    ...(choice.kind === "replace" && { replaced: true }),
  };
}

function chosenFor(asked: { readonly file: string; readonly name: string; readonly here: readonly WorkflowSummary[] }) {
  return new Promise<ImportChoice>((choose) => set({ kind: "choosing", ...asked, choose }));
}

/** A longer file is no workflow that is asked about; the engine says what is wrong with it. */
const largestAsked = 8 * 1024 * 1024;

/** The name that a workflow file gives itself; `null`: it is none that can be read, which the engine says better. */
export function workflowNameIn(text: string): string | null {
  try {
    const { format, name } = JSON.parse(text) as { readonly format?: unknown; readonly name?: unknown };
    return typeof format === "string" && format.startsWith("tickwork/workflow@") && typeof name === "string"
      ? name
      : null;
  } catch {
    return null;
  }
}

/** Those that a person would take for the same. */
export function namedLike<T extends { readonly name: string; readonly editedAt: number }>(
  name: string | null,
  workflows: readonly T[],
): readonly T[] {
  if (name === null) return [];
  const same = (text: string) => text.trim().toLowerCase() === name.trim().toLowerCase();
  return workflows.filter((workflow) => same(workflow.name)).sort((a, b) => b.editedAt - a.editedAt);
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
