import type { Workflow } from "../workflow/workflow.ts";

/** Gives the workflow to the person as a `*.workflow.json` file. */
export function downloadWorkflow(workflow: Workflow): void {
  const blob = new Blob([`${JSON.stringify(workflow, null, 2)}\n`], { type: "application/json" });
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = `${fileName(workflow.name)}.workflow.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name that every file system takes. */
export function fileName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/[^\w .-]+/g, "")
    .trim()
    .replaceAll(/\s+/g, "-")
    .slice(0, 80);
  return /^[.\s-]*$/.test(plain) ? "workflow" : plain;
}
