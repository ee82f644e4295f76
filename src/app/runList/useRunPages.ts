import { useCallback, useEffect, useRef, useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { RunListPage, RunQuery } from "../../protocol/runList.ts";
import type { RunSummary } from "../../protocol/storedRun.ts";

/** Rows that are asked for at once. */
export const pageRows = 100;
/** A list that changes all the time is read anew this often, ms. */
const readEveryMs = 300;

export interface RunPages {
  /** `null`: the first page is not here yet. */
  readonly page: Omit<RunListPage, "from" | "rows"> | null;
  /** `undefined`: it is on its way. */
  row(index: number): RunSummary | undefined;
  /** These rows are looked at. */
  show(from: number, to: number): void;
}

/**
 * The rows of a query that are looked at, page by page. `version` changes with any run: what is shown is read again, and
 * stays until the new rows are here.
 */
export function useRunPages(api: EngineApi, query: RunQuery, version: number): RunPages {
  const [state, setState] = useState<{
    readonly page: RunPages["page"];
    readonly rows: ReadonlyMap<number, RunSummary>;
  }>({ page: null, rows: new Map() });
  const shown = useRef({ from: 0, to: pageRows });
  /** Counts reads: an answer of an older one is late. */
  const reads = useRef(0);
  const readAt = useRef(Number.NEGATIVE_INFINITY);

  const read = useCallback(
    async (fresh: boolean) => {
      const { from, to } = shown.current;
      const number = ++reads.current;
      readAt.current = performance.now();
      const answer = await api.listRuns(query, from, to);
      if (!answer.ok || number !== reads.current) return;
      const { rows, from: first, ...page } = answer.value;
      setState((before) => {
        const known = new Map(fresh ? [] : before.rows);
        for (const [index, run] of rows.entries()) known.set(first + index, run);
        return { page, rows: known };
      });
    },
    [api, query],
  );

  /** What waits for its turn reads what is asked for then, not what was when the list changed. */
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
    shown.current = { from: 0, to: pageRows };
    void read(true);
  }, [read]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the list has changed
  useEffect(() => {
    const wait = readAt.current + readEveryMs - performance.now();
    const timer = setTimeout(() => void latest.current(true), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [version]);

  const { rows } = state;
  return {
    page: state.page,
    row: (index) => rows.get(index),
    show: useCallback(
      (from, to) => {
        const first = Math.floor(from / pageRows) * pageRows;
        const last = Math.ceil(to / pageRows) * pageRows;
        if (first === shown.current.from && last === shown.current.to) return;
        shown.current = { from: first, to: last };
        void read(false);
      },
      [read],
    ),
  };
}
