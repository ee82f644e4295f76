/** Whether an object is part of another one, by identity. */
export function isIn(object: object, whole: unknown): boolean {
  const seen = new Set<object>();
  const rest: unknown[] = [whole];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    if (next === object) return true;
    seen.add(next);
    for (const member of Object.values(next)) rest.push(member);
  }
  return false;
}
