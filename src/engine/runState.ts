/** The state of one run. Persistent and copy-on-write; `encodeState` makes it plain JSON for a snapshot. */
export interface RunState {
  readonly lifecycle: "planned" | "running" | "paused" | "cancelling" | "needs-recovery" | "completed";
}
