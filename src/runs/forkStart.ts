import { create } from "zustand";

/** The fork that a person is about to make; `null`: none. */
export interface ForkStart {
  readonly runId: string;
  /** The tick that is looked at. */
  readonly seq: number;
  /** The item whose event is edited at once (*edit and fork*). */
  readonly edit?: string;
}

export const useForkStart = create<{ readonly start: ForkStart | null }>(() => ({ start: null }));

export function openFork(start: ForkStart): void {
  useForkStart.setState({ start });
}

export function closeFork(): void {
  useForkStart.setState({ start: null });
}
