import { parseWorkflow } from "../../workflow/parseWorkflow.ts";
import type { Workflow } from "../../workflow/workflow.ts";

/*
 * A page that goes away cannot wait for the database. What was not saved then is put where it can be written at once,
 * and the next editor of the workflow begins with it. Each tab has a place of its own.
 */

export interface UnsavedDocument {
  /** The revision that the document was made of. */
  readonly basedOn: number;
  readonly workflow: Workflow;
}

const prefix = "tickwork.unsaved.";
const tabKey = "tickwork.tab";
/** A tab that reloads is back by then, ms. What is older was left by a tab that was closed. */
const reloadMs = 20_000;

/** Answers whether it is kept: a storage may be full, or refuse everything. */
export function keepUnsaved(id: string, unsaved: UnsavedDocument, now = Date.now()): boolean {
  try {
    localStorage.setItem(ownKey(id), JSON.stringify({ ...unsaved, at: now }));
    return true;
  } catch {
    return false;
  }
}

/** What this tab, or one that was closed, could not save of a workflow. It stays until it is forgotten. */
export function findUnsaved(id: string, now = Date.now()): UnsavedDocument | null {
  return ours(id, now).find(({ unsaved }) => unsaved !== null)?.unsaved ?? null;
}

/** It is saved, or another document was taken in its place. */
export function forgetUnsaved(id: string, now = Date.now()): void {
  for (const { key } of ours(id, now)) localStorage.removeItem(key);
}

interface Kept {
  readonly key: string;
  /** `null`: nothing that can be read. */
  readonly unsaved: UnsavedDocument | null;
}

/** What this tab kept, first, and what closed tabs did; never what belongs to a tab that is there. */
function ours(id: string, now: number): readonly Kept[] {
  try {
    const own = ownKey(id);
    const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    const left = all.filter((key) => key !== own && key.startsWith(`${prefix}${id}.`));
    return [own, ...left].flatMap((key) => {
      const text = localStorage.getItem(key);
      if (text === null) return [];
      const { unsaved, at } = readKept(text);
      return key === own || now - at > reloadMs ? [{ key, unsaved }] : [];
    });
  } catch {
    return [];
  }
}

function ownKey(id: string): string {
  const tab = sessionStorage.getItem(tabKey) ?? crypto.randomUUID();
  sessionStorage.setItem(tabKey, tab);
  return `${prefix}${id}.${tab}`;
}

function readKept(text: string): { readonly unsaved: UnsavedDocument | null; readonly at: number } {
  try {
    const value = JSON.parse(text) as {
      readonly basedOn?: unknown;
      readonly at?: unknown;
      readonly workflow?: unknown;
    };
    const parsed = parseWorkflow(value.workflow);
    const at = typeof value.at === "number" ? value.at : 0;
    if (!parsed.ok || typeof value.basedOn !== "number") return { unsaved: null, at };
    return { unsaved: { basedOn: value.basedOn, workflow: parsed.value }, at };
  } catch {
    return { unsaved: null, at: 0 };
  }
}
