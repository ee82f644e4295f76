import type { Json } from "../json.ts";
import type { Workflow } from "../workflow.ts";
import { applyEdit, type Change, type Edit, type EditPath } from "./edit.ts";

/** Collects changes, each decided on the document that the ones before it leave. */
export class Draft {
  workflow: Workflow;
  private readonly changes: Change[] = [];

  constructor(workflow: Workflow) {
    this.workflow = workflow;
  }

  /** `undefined` deletes. */
  set(path: EditPath, value: unknown, index?: number): void {
    if (value === undefined) this.change({ kind: "delete", path });
    else this.change({ kind: "set", path, value: value as Json, ...(index !== undefined && { index }) });
  }

  rename(path: EditPath, to: string): void {
    this.change({ kind: "rename", path, to });
  }

  include(edit: Edit): void {
    for (const change of edit.changes) this.change(change);
  }

  edit(label: string): Edit {
    return { label, changes: this.changes };
  }

  /** Leaves an equal value alone. */
  replace(path: EditPath, value: unknown): void {
    const before = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], this.workflow);
    if (JSON.stringify(before) !== JSON.stringify(value)) this.set(path, value);
  }

  private change(change: Change): void {
    const { workflow, inverse } = applyEdit(this.workflow, { label: "", changes: [change] });
    if (inverse.changes.length === 0) return;
    this.workflow = workflow;
    this.changes.push(change);
  }
}
