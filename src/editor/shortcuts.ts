/** What a key does in the editor. */
export type Command =
  | "undo"
  | "redo"
  | "duplicate"
  | "select-all"
  | "delete"
  | "add"
  | "connect"
  | "tidy"
  | "fit"
  | "run"
  | "save"
  | "find"
  | "escape"
  | "open"
  | "focus-left"
  | "focus-right"
  | "focus-up"
  | "focus-down"
  | "move-left"
  | "move-right"
  | "move-up"
  | "move-down";

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const arrows: Readonly<Record<string, "left" | "right" | "up" | "down">> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * The command of a key press outside of text. Caps lock changes nothing; Delete and Backspace act without modifiers
 * only, so that a habit of text fields (Shift+Backspace, Ctrl+Backspace) never deletes a step.
 */
export function commandOf(key: Key, mac: boolean): Command | null {
  const mod = mac ? key.metaKey : key.ctrlKey;
  const other = mac ? key.ctrlKey : key.metaKey;
  if (other) return null;
  const letter = key.key.length === 1 ? key.key.toLowerCase() : key.key;
  const arrow = arrows[key.key];
  if (arrow !== undefined) {
    if (mod) return null;
    return key.altKey ? `move-${arrow}` : key.shiftKey ? null : `focus-${arrow}`;
  }
  if (key.altKey) return null;
  if (mod) {
    if (letter === "z") return key.shiftKey ? "redo" : "undo";
    if (key.shiftKey) return null;
    return withMod[letter] ?? null;
  }
  if (letter === "?" || key.shiftKey) return null;
  return plain[letter] ?? null;
}

const withMod: Readonly<Record<string, Command>> = {
  y: "redo",
  d: "duplicate",
  a: "select-all",
  s: "save",
  Enter: "run",
};

const plain: Readonly<Record<string, Command>> = {
  Delete: "delete",
  Backspace: "delete",
  a: "add",
  c: "connect",
  t: "tidy",
  f: "fit",
  "/": "find",
  Escape: "escape",
  Enter: "open",
};

/** One element on the way of a key event, from the innermost outwards, as `composedPath` gives it. */
export interface PathElement {
  readonly tag: string;
  readonly role: string | null;
  readonly type: string | null;
  readonly editable: boolean;
}

const keyRoles = new Set([
  "dialog",
  "alertdialog",
  "menu",
  "listbox",
  "combobox",
  "textbox",
  "searchbox",
  "tree",
  "grid",
]);
const textlessInputs = new Set(["button", "checkbox", "radio", "reset", "submit", "file", "color", "image"]);

/** Whether keys belong to what has the focus: a text field, a code editor, a list or a dialog. */
export function ownsKeys(path: readonly PathElement[]): boolean {
  return path.some(
    ({ tag, role, type, editable }) =>
      editable ||
      tag === "TEXTAREA" ||
      tag === "SELECT" ||
      (tag === "INPUT" && !textlessInputs.has(type ?? "text")) ||
      (role !== null && keyRoles.has(role)),
  );
}

/** Whether Enter, Space and arrows already mean something on the focused control, such as a button or a tab. */
export function isControl(path: readonly PathElement[]): boolean {
  const inner = path[0];
  if (inner === undefined) return false;
  return (
    ["BUTTON", "A", "INPUT", "SUMMARY"].includes(inner.tag) ||
    ["button", "tab", "slider", "separator", "checkbox", "switch", "link"].includes(inner.role ?? "")
  );
}

export function pathElements(event: Event): readonly PathElement[] {
  return event
    .composedPath()
    .filter((target): target is HTMLElement => target instanceof HTMLElement)
    .map((element) => ({
      tag: element.tagName,
      role: element.getAttribute("role"),
      type: element.getAttribute("type"),
      editable: element.isContentEditable,
    }));
}
