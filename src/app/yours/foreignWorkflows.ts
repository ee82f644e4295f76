import { create } from "zustand";
import type { StoredWorkflow } from "../../protocol/storedWorkflow.ts";
import { permissionsOf } from "../../workflow/permissions.ts";
import type { Workflow } from "../../workflow/workflow.ts";

const key = "tickwork.foreign";

/**
 * Workflows that came from a file in this tab and name things of a machine; nobody has looked at that yet, also not
 * before a reload.
 */
export const useForeign = create<ReadonlySet<string>>(() => new Set(readKept()));
useForeign.subscribe(keep);

function readKept(): readonly string[] {
  try {
    return sessionStorage.getItem(key)?.split(" ") ?? [];
  } catch {
    return [];
  }
}

/** Where the storage refuses, it is known until the next reload. */
function keep(foreign: ReadonlySet<string>): void {
  try {
    if (foreign.size === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, [...foreign].join(" "));
  } catch {}
}

/** Notes an import, when it or a workflow that it brought has something to bind or to allow. */
export function noteForeign(id: string, workflow: Workflow, brought: readonly StoredWorkflow[]): void {
  const asks = (each: Workflow) => permissionsOf(each).length > 0;
  const foreign = brought.filter((each) => asks(each.workflow)).map((each) => each.id);
  if (!asks(workflow) && foreign.length === 0) return;
  useForeign.setState((known) => new Set([...known, id, ...foreign]), true);
}

export function noteSeen(id: string): void {
  useForeign.setState((known) => new Set([...known].filter((other) => other !== id)), true);
}
