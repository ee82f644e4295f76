import { create } from "zustand";
import { permissionsOf } from "../../workflow/permissions.ts";
import type { Workflow } from "../../workflow/workflow.ts";

/** Workflows that came from a file in this tab and name things of a machine; nobody has looked at that yet. */
export const useForeign = create<ReadonlySet<string>>(() => new Set<string>());

/** Notes an import, when there is something to bind or to allow. */
export function noteForeign(id: string, workflow: Pick<Workflow, "steps">): void {
  if (permissionsOf(workflow).length > 0) useForeign.setState((known) => new Set([...known, id]), true);
}

export function noteSeen(id: string): void {
  useForeign.setState((known) => new Set([...known].filter((other) => other !== id)), true);
}
