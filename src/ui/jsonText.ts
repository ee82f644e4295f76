/** JSON with two blanks of indentation; `undefined` reads as nothing. */
export function jsonText(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

/** A value on one line, cut at `most` characters. */
export function jsonLine(value: unknown, most = 80): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** A path as it is written in an expression: `a.b[0]."odd key"`. */
export function jsonPath(path: readonly (string | number)[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else {
      const name = /^[A-Za-z_][A-Za-z0-9_]*$/.test(part) ? part : `\`${part}\``;
      text += text === "" ? name : `.${name}`;
    }
  }
  return text;
}
