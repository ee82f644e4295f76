import { useRef } from "react";

/** The value before, as long as the new one says the same: what depends on it is not computed anew. */
export function useKept<T>(value: T, isSame: (a: T, b: T) => boolean): T {
  const kept = useRef(value);
  if (kept.current !== value && !isSame(kept.current, value)) kept.current = value;
  return kept.current;
}
