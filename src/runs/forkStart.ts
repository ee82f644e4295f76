import { create } from "zustand";
import type { ShownRun } from "./runFeed.ts";

/** The fork that a person is about to make; `null`: none. */
export interface ForkStart {
  readonly runId: string;
  /** The tick that is looked at. */
  readonly seq: number;
  /** The item whose event is edited at once (*edit and fork*). */
  readonly edit?: string;
}

export const useForkStart = create<{ readonly start: ForkStart | null }>(() => ({ start: null }));

/** The last tick up to the one that is shown from which a run can go its own way: behind its end nothing goes on. */
export function forkableSeq({ seq, view }: ShownRun): number {
  return Math.max(1, view.lifecycle === "completed" ? seq - 1 : seq);
}

export function openFork(start: ForkStart): void {
  useForkStart.setState({ start });
}

export function closeFork(): void {
  useForkStart.setState({ start: null });
}
