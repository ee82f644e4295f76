export interface FoundValue {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Places that are listed. */
const mostFound = 100;

/**
 * Where a text stands in a JSON value, capital letters or not: in the name of a member, or in a text, a number or a
 * word. In the order of the value; `more`: there are others.
 */
export function findInValue(
  value: unknown,
  wanted: string,
): { readonly found: readonly FoundValue[]; readonly more: boolean } {
  const found: FoundValue[] = [];
  if (wanted === "") return { found, more: false };
  const text = wanted.toLowerCase();
  const has = (part: unknown): boolean => String(part).toLowerCase().includes(text);
  // A stack of its own: a value may be nested deeper than calls can be.
  const rest: FoundValue[] = [{ path: [], value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { path, value } = next;
    const name = path.at(-1);
    const isBranch = typeof value === "object" && value !== null;
    if ((typeof name === "string" && has(name)) || (!isBranch && has(value))) {
      if (found.length === mostFound) return { found, more: true };
      found.push(next);
    }
    if (!isBranch) continue;
    const members: FoundValue[] = Array.isArray(value)
      ? value.map((member, index) => ({ path: [...path, index], value: member }))
      : Object.entries(value).map(([key, member]) => ({ path: [...path, key], value: member }));
    for (const member of members.reverse()) rest.push(member);
  }
  return { found, more: false };
}
