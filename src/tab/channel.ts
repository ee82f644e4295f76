import type { Hold } from "../protocol/runUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";

/** What the tabs of one origin tell each other. Pings only: the truth is in the database. */
export type TabMessage =
  /** The journal of a run has grown up to `seq`. */
  | { readonly kind: "segments"; readonly runId: string; readonly seq: number }
  /** Somebody left a request for a run. */
  | { readonly kind: "request"; readonly runId: string }
  /** A run is there that has to be driven. */
  | { readonly kind: "run-added"; readonly runId: string }
  | { readonly kind: "run-changed"; readonly summary: RunSummary }
  | { readonly kind: "run-gone"; readonly runId: string }
  | { readonly kind: "run-tags"; readonly runIds: readonly string[] }
  | { readonly kind: "workflow-changed"; readonly id: string }
  /** What a run waits for, from its owner; nothing of it is in the journal. */
  | { readonly kind: "holds"; readonly runId: string; readonly holds: readonly Hold[] }
  /** A person wants the run to be driven by that tab: its owner lets go when what it commits is durable. */
  | { readonly kind: "hand-over"; readonly runId: string; readonly to: string }
  /** The owner drives it no more; that tab takes the lock from it. */
  | { readonly kind: "handed-over"; readonly runId: string; readonly to: string }
  /** Somebody began to watch: the owner tells its holds. */
  | { readonly kind: "watching"; readonly runId: string }
  /** The log of an execution has grown in the database. */
  | { readonly kind: "output"; readonly runId: string; readonly execution: string }
  /** The runner's token was set or removed. */
  | { readonly kind: "paired" };

export interface TabChannel {
  /** To every other tab. */
  send(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
  close(): void;
}

export function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    onMessage(listener) {
      channel.addEventListener("message", (event: MessageEvent<TabMessage>) => listener(event.data));
    },
    close: () => channel.close(),
  };
}
