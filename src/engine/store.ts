import { isJsonObject, type Json } from "../workflow/json.ts";
import type { StorePath } from "./tick.ts";

/** The store with `value` at `path`; containers that are missing on the way are made (R17). `undefined` deletes. */
export function changeStore(store: Json | undefined, path: StorePath, value: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(store) && isIndex(key)) {
    const list = [...store];
    const changed = changeStore(list[Number(key)], rest, value);
    if (changed === undefined) list.splice(Number(key), 1);
    else {
      while (list.length < Number(key)) list.push(null);
      list[Number(key)] = changed;
    }
    return list;
  }
  const held = isJsonObject(store) ? store : {};
  const old = Object.hasOwn(held, key) ? held[key] : undefined;
  if (value === undefined && old === undefined) return store;
  const changed = changeStore(old, rest, value);
  // A literal with a computed key defines it, so that `__proto__` is a key like any other.
  if (changed !== undefined) return { ...held, [key]: changed };
  return Object.fromEntries(Object.entries(held).filter(([name]) => name !== String(key)));
}

function isIndex(key: string | number): boolean {
  const index = Number(key);
  return Number.isInteger(index) && index >= 0 && index < 100_000;
}
