/** The first line that is not blank. */
export function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.trim() ?? "";
}

/** An expression over several lines begins with a bracket that says nothing. */
export function inOneLine(expression: string): string {
  return expression.trim().replace(/\s+/g, " ");
}

/** The first line of code that says what it does: not the frame around it. */
export function firstTelling(source: string): string {
  const lines = source.split("\n").map((line) => line.trim());
  const isFrame = (line: string) => line === "" || /^(import\b|export default\b.*\{$|[{}()[\];,]+$)/.test(line);
  const first = lines.find((line) => !isFrame(line)) ?? "";
  return first.replace(/^\/\/\s*/, "").replace(/^export default\s*/, "");
}

/** An argument as a shell would want it written. */
export function asArgument(argument: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(argument) ? argument : JSON.stringify(argument);
}

/** `1 s`, `1.5 min`, `2 h`. */
export function duration(ms: number): string {
  const [unit, size] =
    ms < 1000 ? ["ms", 1] : ms < 60_000 ? ["s", 1000] : ms < 3_600_000 ? ["min", 60_000] : ["h", 3_600_000];
  return `${Number((ms / (size as number)).toFixed(1))} ${unit}`;
}
