/*
 * A secret never reaches the tab. Where a text says `{{ secret.NAME }}` the tab puts a mark, and the runner puts the
 * value in its place after it has seen that the step was approved with that name. Marks carry a random text of their
 * own attempt, so that data of a stranger, which is filled into the same texts, can never be taken for one.
 */

/** Names that a secret may have. */
export const secretName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** What `marks` of a request is: 32 hexadecimal digits, drawn anew for each attempt. */
export const marksShape = /^[0-9a-f]{32}$/;

/** Stands in a text for the value of a secret. Letters, digits, `-` and `_` only: no encoding changes it. */
export function secretMark(marks: string, name: string): string {
  return `secret-${marks}-${name}-`;
}

/** Finds the marks of one attempt; the first group is the name. */
export function markPattern(marks: string): RegExp {
  return new RegExp(`secret-${marks}-([A-Za-z_][A-Za-z0-9_]{0,127})-`, "g");
}
