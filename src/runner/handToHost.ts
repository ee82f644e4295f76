import { setTimeout as sleep } from "node:timers/promises";
import { type HostClient, HostUnavailable } from "./host/hostClient.ts";
import type { HostStart } from "./host/hostMessages.ts";

const retryMs = 100;

/** What came of handing a command over. */
export type HandedOver =
  | { readonly kind: "started" }
  /** No host can be had. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "cancelled" }
  /** Nobody asks any more. */
  | { readonly kind: "abandoned" };

/** Asks the host to start a command until it is known what became of that. */
export async function handToHost(
  host: HostClient,
  start: HostStart,
  attempt: {
    isWanted(): boolean;
    isCancelled(): boolean;
    /** The files say that it was spawned, or is over. */
    isSeen(): boolean;
  },
): Promise<HandedOver> {
  while (attempt.isWanted()) {
    if (attempt.isCancelled()) return { kind: "cancelled" };
    try {
      await host.ask({ op: "start", start });
      if (attempt.isCancelled()) await host.askIfThere({ op: "cancel", key: start.key });
      return { kind: "started" };
    } catch (error) {
      if (!attempt.isWanted()) break;
      if (error instanceof HostUnavailable) return { kind: "refused", message: error.message };
      // The connection broke in between. Asking again is safe, and the files say what became of the first time.
      if (attempt.isSeen()) return { kind: "started" };
      await sleep(retryMs);
    }
  }
  return { kind: "abandoned" };
}
