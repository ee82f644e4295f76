import { useCallback } from "react";
import { create } from "zustand";
import type { HookReport } from "../protocol/hooks.ts";

/** What came of the calls of hooks, by run and tick: in memory only, of calls that this tab made. */
const useHookReports = create<Readonly<Record<string, HookReport>>>(() => ({}));

export function addHookReports(reports: readonly HookReport[]): void {
  useHookReports.setState(Object.fromEntries(reports.map((report) => [nameOf(report), report])));
}

/** The reports of one run, by tick. */
export function useReportsOfRun(run: string): (seq: number) => HookReport | undefined {
  const reports = useHookReports();
  return useCallback((seq: number) => reports[nameOf({ run, seq })], [reports, run]);
}

function nameOf({ run, seq }: Pick<HookReport, "run" | "seq">): string {
  return `${run} ${seq}`;
}
