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
