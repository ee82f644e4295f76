/** An entry of a record whose keys users choose: `constructor` and `__proto__` are keys like any other. */
export function ownEntry<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
