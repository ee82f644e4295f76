import { isJsonObject, type Json } from "./json.ts";
import type { Step, StepId, Workflow } from "./workflow.ts";

/** One thing in which two versions of a workflow differ. Titles are those that a person sees on the cards. */
export type Difference =
  | { readonly kind: "added"; readonly step: StepId; readonly title: string }
  | { readonly kind: "removed"; readonly step: StepId; readonly title: string }
  | { readonly kind: "renamed"; readonly from: StepId; readonly step: StepId; readonly title: string }
  | { readonly kind: "changed"; readonly step: StepId; readonly title: string; readonly fields: readonly FieldChange[] }
  /** It starts on, needs, or leads to something else. */
  | { readonly kind: "rewired"; readonly step: StepId; readonly title: string; readonly fields: readonly FieldChange[] }
  | { readonly kind: "workflow"; readonly fields: readonly FieldChange[] }
  | { readonly kind: "reordered" }
  /** Something stands elsewhere; `fields`: notes and titles of groups that say something else. */
  | { readonly kind: "layout"; readonly fields: readonly FieldChange[] };

/** A value at a path of the step or of the workflow; `undefined`: it is not there. */
export interface FieldChange {
  readonly path: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

const wiring = new Set(["accepts", "needs", "emits", "batches"]);

/** What makes `after` out of `before`, in the order of the steps of `after`; `[]` when they are the same document. */
export function compareWorkflows(before: Workflow, after: Workflow): readonly Difference[] {
  const renamed = renamedSteps(before, after);
  const nameBefore = new Map([...renamed].map(([from, to]) => [to, from]));
  const gone = Object.keys(before.steps).filter((id) => !Object.hasOwn(after.steps, id) && !renamed.has(id));
  const differences: Difference[] = [];
  for (const [id, step] of Object.entries(after.steps)) {
    const from = nameBefore.get(id) ?? id;
    const old = Object.hasOwn(before.steps, from) ? before.steps[from] : undefined;
    const title = step.title ?? id;
    if (old === undefined) {
      differences.push({ kind: "added", step: id, title });
      continue;
    }
    if (from !== id) differences.push({ kind: "renamed", from, step: id, title });
    const fields = fieldChanges(old as unknown as Json, step as unknown as Json, 2);
    const settings = fields.filter(({ path }) => !wiring.has(path[0] ?? ""));
    const wires = fields.filter(({ path }) => wiring.has(path[0] ?? ""));
    if (settings.length > 0) differences.push({ kind: "changed", step: id, title, fields: settings });
    // The wires of a renamed step follow its name.
    if (wires.length > 0 && from === id) differences.push({ kind: "rewired", step: id, title, fields: wires });
  }
  for (const id of gone) differences.push({ kind: "removed", step: id, title: before.steps[id]?.title ?? id });
  const own = fieldChanges(withoutSteps(before), withoutSteps(after), 1);
  if (own.length > 0) differences.push({ kind: "workflow", fields: own });
  if (isReordered(before, after, renamed)) differences.push({ kind: "reordered" });
  if (!isSame(before.layout as Json | undefined, after.layout as Json | undefined))
    differences.push({ kind: "layout", fields: fieldChanges(layoutTexts(before), layoutTexts(after), 2) });
  return differences;
}

/** In words, for a list of versions: `2 steps added, “Count” changed`. */
export function differenceText(differences: readonly Difference[]): string {
  const told = new Set<string>();
  const said = (kind: Difference["kind"], verb: string): string | null => {
    const titles = differences.flatMap((one) => (one.kind === kind && "title" in one ? [one] : []));
    const fresh = titles.filter(({ step }) => !told.has(`${step}`));
    for (const { step } of titles) told.add(step);
    if (fresh.length === 0) return null;
    if (fresh.length > 2) return `${fresh.length} steps ${verb}`;
    return `${fresh.map(({ title }) => `“${title}”`).join(" and ")} ${verb}`;
  };
  const workflow = differences.find((one) => one.kind === "workflow");
  const texts = [
    said("added", "added"),
    said("removed", "removed"),
    said("renamed", "renamed"),
    said("changed", "changed"),
    said("rewired", "rewired"),
    workflow === undefined ? null : workflowText(workflow.fields),
    differences.some(({ kind }) => kind === "reordered") ? "order changed" : null,
    layoutText(differences),
  ].filter((text) => text !== null);
  if (texts.length > 0) return texts.join(", ");
  return differences.length > 0 ? "layout changed" : "nothing changed";
}

const fieldNames: Readonly<Record<string, string>> = {
  name: "workflow renamed",
  description: "description changed",
  input: "input changed",
  events: "event types changed",
  limits: "limits changed",
  store: "store changed",
  exports: "exports changed",
  hooks: "hooks changed",
};

function workflowText(fields: readonly FieldChange[]): string {
  return [...new Set(fields.map(({ path }) => fieldNames[path[0] ?? ""] ?? `${path[0]} changed`))].join(", ");
}

function layoutText(differences: readonly Difference[]): string | null {
  const kinds = differences.flatMap((one) => (one.kind === "layout" ? one.fields.map(({ path }) => path[0]) : []));
  const texts = [kinds.includes("note") && "notes changed", kinds.includes("group") && "groups changed"];
  return texts.filter((text) => text !== false).join(", ") || null;
}

/** What notes and groups say, by their ids. */
function layoutTexts({ layout }: Workflow): Json {
  return {
    note: Object.fromEntries((layout?.notes ?? []).map(({ id, text }) => [id, text])),
    group: Object.fromEntries((layout?.groups ?? []).map(({ id, title = "" }) => [id, title])),
  };
}

/** Steps that are gone under one name and came under another with the same kind and settings. */
function renamedSteps(before: Workflow, after: Workflow): ReadonlyMap<StepId, StepId> {
  const renamed = new Map<StepId, StepId>();
  const came = new Set(Object.keys(after.steps).filter((id) => !Object.hasOwn(before.steps, id)));
  for (const [from, old] of Object.entries(before.steps)) {
    if (Object.hasOwn(after.steps, from)) continue;
    const to = [...came].find((id) => isSameWork(old, after.steps[id]));
    if (to === undefined) continue;
    came.delete(to);
    renamed.set(from, to);
  }
  return renamed;
}

function isSameWork(a: Step, b: Step | undefined): boolean {
  return b !== undefined && a.kind === b.kind && isSame(a.config as unknown as Json, b.config as unknown as Json);
}

function isReordered(before: Workflow, after: Workflow, renamed: ReadonlyMap<StepId, StepId>): boolean {
  const old = Object.keys(before.steps).map((id) => renamed.get(id) ?? id);
  const both = new Set(old.filter((id) => Object.hasOwn(after.steps, id)));
  const now = Object.keys(after.steps).filter((id) => both.has(id));
  return old.filter((id) => both.has(id)).join("\n") !== now.join("\n");
}

function withoutSteps(workflow: Workflow): Json {
  const { steps: _, layout: __, format: ___, ...rest } = workflow;
  return rest as unknown as Json;
}

/** Down to `depth` keys: what is deeper is shown as a whole. */
function fieldChanges(before: Json, after: Json, depth: number, path: readonly string[] = []): readonly FieldChange[] {
  if (isSame(before, after)) return [];
  if (depth === 0 || !isJsonObject(before) || !isJsonObject(after)) return [{ path, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const [a, b] = [ownOf(before, key), ownOf(after, key)];
    const inner = [...path, key];
    if (a === undefined || b === undefined) return isSame(a, b) ? [] : [{ path: inner, before: a, after: b }];
    return fieldChanges(a, b, depth - 1, inner);
  });
}

function ownOf(object: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether two values are the same JSON; the order of keys means nothing here. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || typeof a !== typeof b) return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isSame(each, b[index]));
  if (a === null || b === null || !isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], ownOf(b, key)));
}
