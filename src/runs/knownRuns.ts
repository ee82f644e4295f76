import { create } from "zustand";
import type { RunSummary } from "../protocol/storedRun.ts";

/** The runs of this browser, newest first, as the page hears of them. */
export const useKnownRuns = create<{ readonly runs: readonly RunSummary[] }>(() => ({ runs: [] }));
