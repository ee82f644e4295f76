import { useRef } from "react";

/** The value; while `live` is false the last one of the time when it was true. */
export function useLastWhile<T>(live: boolean, value: T): T {
  const last = useRef(value);
  if (live) last.current = value;
  return last.current;
}
