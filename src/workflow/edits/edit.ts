import type { Json } from "../json.ts";
import type { Workflow } from "../workflow.ts";

export type EditPath = readonly (string | number)[];

/** One change at one place. The path begins at the document; missing objects on the way are made. */
export type Change =
  /** A key that exists keeps its place; a new one goes to `index` among the keys, or to the end. */
  | { readonly kind: "set"; readonly path: EditPath; readonly value: Json; readonly index?: number }
  | { readonly kind: "delete"; readonly path: EditPath }
  /** The key keeps its place among the others; `to` must be free. */
  | { readonly kind: "rename"; readonly path: EditPath; readonly to: string };

/** What a person did, as one step of undo. Plain JSON. */
export interface Edit {
  /** For the menu: "Undo add step". */
  readonly label: string;
  readonly changes: readonly Change[];
}

/** An edit, or why it cannot be made, for a person. */
export type Attempted = { readonly ok: true; readonly edit: Edit } | { readonly ok: false; readonly message: string };

export interface Edited {
  readonly workflow: Workflow;
  /** Applied to `workflow` it gives the document before, byte by byte. */
  readonly inverse: Edit;
}

/** Applies an edit; what it does not touch stays the same object. Throws when a path does not fit the document. */
export function applyEdit(workflow: Workflow, edit: Edit): Edited {
  let document = workflow as unknown as Json;
  const undo: Change[] = [];
  for (const change of edit.changes) {
    const changed = changeAt(document, change.path, change, []);
    document = changed.value;
    if (changed.inverse) undo.unshift(changed.inverse);
  }
  return { workflow: document as unknown as Workflow, inverse: { label: edit.label, changes: undo } };
}

/** Several edits, each made for the document that the one before leaves, as one step of undo. */
export function joinEdits(label: string, edits: readonly Edit[]): Edit {
  return { label, changes: edits.flatMap(({ changes }) => changes) };
}

interface Changed {
  readonly value: Json;
  /** Absent: nothing changed. */
  readonly inverse?: Change;
}

type Container = Readonly<Record<string, Json>> | readonly Json[];

function changeAt(value: Json | undefined, rest: EditPath, change: Change, done: EditPath): Changed {
  const [key, ...further] = rest;
  if (key === undefined) throw new Error("An edit needs a path");
  const container = value as Container;
  if (typeof container !== "object" || container === null) {
    throw new Error(`An edit does not fit: nothing can be set below /${done.join("/")}`);
  }
  const path = [...done, key];
  const before = Object.hasOwn(container, key) ? (container as Record<string, Json>)[key] : undefined;
  if (further.length === 0) return changeKey(container, key, before, change, path);
  if (before === undefined) {
    if (change.kind !== "set") return { value: container as Json };
    // The whole branch is new, so undoing removes it at its root.
    const branch = further.reduceRight<Json>((inner, name) => ({ [name]: inner }), change.value);
    return { value: setKey(container, key, branch), inverse: { kind: "delete", path } };
  }
  const inner = changeAt(before, further, change, path);
  return inner.inverse
    ? { value: setKey(container, key, inner.value), inverse: inner.inverse }
    : { value: container as Json };
}

function changeKey(
  container: Container,
  key: string | number,
  before: Json | undefined,
  change: Change,
  path: EditPath,
): Changed {
  switch (change.kind) {
    case "set":
      if (before === change.value) return { value: container as Json };
      return {
        value: setKey(container, key, change.value, change.index),
        inverse: before === undefined ? { kind: "delete", path } : { kind: "set", path, value: before },
      };
    case "delete": {
      if (before === undefined) return { value: container as Json };
      const entries = entriesOf(container, path);
      const index = entries.findIndex(([name]) => name === String(key));
      return {
        value: Object.fromEntries(entries.toSpliced(index, 1)),
        inverse: { kind: "set", path, value: before, index },
      };
    }
    case "rename": {
      if (before === undefined || key === change.to) return { value: container as Json };
      if (Object.hasOwn(container, change.to)) throw new Error(`An edit does not fit: ${change.to} is taken`);
      const entries = entriesOf(container, path).map(
        ([name, entry]) => [name === key ? change.to : name, entry] as const,
      );
      return {
        value: Object.fromEntries(entries),
        inverse: { kind: "rename", path: [...path.slice(0, -1), change.to], to: String(key) },
      };
    }
  }
}

function setKey(container: Container, key: string | number, value: Json, index?: number): Json {
  if (Array.isArray(container)) return container.with(Number(key), value);
  const object = container as Readonly<Record<string, Json>>;
  // A computed key in a literal makes an own property even of `__proto__`.
  if (index === undefined || Object.hasOwn(object, key)) return { ...object, [key]: value };
  return Object.fromEntries(Object.entries(object).toSpliced(index, 0, [String(key), value]));
}

/** Only keys of objects come and go; a list is set as a whole. */
function entriesOf(container: Container, path: EditPath): [string, Json][] {
  if (Array.isArray(container)) throw new Error(`An edit does not fit: /${path.join("/")} is an entry of a list`);
  return Object.entries(container);
}
