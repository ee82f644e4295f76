import type { Json } from "../../workflow/json.ts";

/** What differs between expected and actual trace lines, as lines marked `-`, `+` or blank; empty: nothing does. */
export function compareLines(expected: readonly string[], actual: readonly string[]): readonly string[] {
  if (expected.length === actual.length && expected.every((line, index) => sameLine(line, actual[index]))) return [];
  return diff(expected, actual);
}

/** The same as multisets. */
export function compareUnordered(expected: readonly string[], actual: readonly string[]): readonly string[] {
  const left = [...actual];
  const missing = expected.filter((line) => {
    const found = left.findIndex((other) => sameLine(line, other));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
  return [...missing.map((line) => `- ${line}`), ...left.map((line) => `+ ${line}`)];
}

/** `end blocked` without a reason matches any reason. */
function sameLine(expected: string, actual: string | undefined): boolean {
  if (expected === actual) return true;
  return expected === "end blocked" && actual !== undefined && actual.startsWith("end blocked ");
}

function diff(expected: readonly string[], actual: readonly string[]): readonly string[] {
  // Longest common subsequence; entries are short.
  const lengths = expected.map(() => new Array<number>(actual.length + 1).fill(0));
  lengths.push(new Array<number>(actual.length + 1).fill(0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = expected.length - 1; row >= 0; row--) {
    for (let column = actual.length - 1; column >= 0; column--) {
      const same = sameLine(expected[row] ?? "", actual[column]);
      const length = same ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      const line = lengths[row];
      if (line) line[column] = length;
    }
  }
  const lines: string[] = [];
  let row = 0;
  let column = 0;
  while (row < expected.length || column < actual.length) {
    const wanted = expected[row];
    const given = actual[column];
    if (wanted !== undefined && given !== undefined && sameLine(wanted, given)) {
      lines.push(`  ${given}`);
      row++;
      column++;
    } else if (wanted !== undefined && (given === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(`- ${wanted}`);
      row++;
    } else {
      lines.push(`+ ${given}`);
      column++;
    }
  }
  return lines;
}

/** Where `actual` is not a superset of `expected`: objects by the keys given, lists equal in length. */
export function compareSubset(expected: Json, actual: Json | undefined, path: string): readonly string[] {
  if (Array.isArray(expected)) {
    const list = expected as readonly Json[];
    if (!Array.isArray(actual)) return [wanted(path, expected, actual)];
    if (actual.length !== list.length) return [wanted(path, expected, actual as Json)];
    return list.flatMap((entry, index) => compareSubset(entry, (actual as readonly Json[])[index], `${path}/${index}`));
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return [wanted(path, expected, actual)];
    const members = actual as Readonly<Record<string, Json>>;
    return Object.entries(expected).flatMap(([key, value]) =>
      compareSubset(value, Object.hasOwn(members, key) ? members[key] : undefined, `${path}/${key}`),
    );
  }
  return expected === actual ? [] : [wanted(path, expected, actual)];
}

function wanted(path: string, expected: Json, actual: Json | undefined): string {
  return `${path}: expected ${JSON.stringify(expected)}, found ${actual === undefined ? "nothing" : JSON.stringify(actual)}`;
}
