import { useCallback, useMemo, useState } from "react";

/** Chosen runs, by id, whatever of the list is shown. */
export interface RunSelection {
  readonly ids: ReadonlySet<string>;
  set(id: string, chosen: boolean): void;
  replace(ids: Iterable<string>): void;
}

export function useSelection(): RunSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const set = useCallback((id: string, chosen: boolean) => {
    setIds((before) => {
      const after = new Set(before);
      if (chosen) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const replace = useCallback((next: Iterable<string>) => setIds(new Set(next)), []);
  return useMemo(() => ({ ids, set, replace }), [ids, set, replace]);
}
