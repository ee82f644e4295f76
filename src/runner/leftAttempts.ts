import { ledgerPhase } from "./attemptState.ts";
import type { AcceptedRecord, Ledger } from "./ledger.ts";

/** What was under way when the runner of before ended, each list in the order of acceptance. */
export interface LeftAttempts {
  /** The greatest one that was given. */
  readonly lastOrder: number;
  /** With the host, or over while processes of it may still be there (`isHeld`). */
  readonly spawned: readonly { readonly accepted: AcceptedRecord; readonly isHeld: boolean }[];
  /** Nothing was spawned, and they may be. */
  readonly unspawned: readonly AcceptedRecord[];
  /** The host may have been asked under another start of the machine: nobody knows. */
  readonly unknown: readonly AcceptedRecord[];
}

export function leftAttempts(ledger: Ledger, boot: string): LeftAttempts {
  const spawned: { accepted: AcceptedRecord; isHeld: boolean }[] = [];
  const unspawned: AcceptedRecord[] = [];
  const unknown: AcceptedRecord[] = [];
  let lastOrder = 0;
  for (const entry of ledger.entries().toSorted((a, b) => (a.accepted?.order ?? 0) - (b.accepted?.order ?? 0))) {
    const { accepted } = entry;
    if (accepted === undefined) continue;
    lastOrder = Math.max(lastOrder, accepted.order);
    const phase = ledgerPhase(entry, boot);
    if (phase === "over") continue;
    if (phase !== "unspawned") spawned.push({ accepted, isHeld: phase === "held" });
    else if (accepted.boot === boot || accepted.phase === "waiting") unspawned.push(accepted);
    else unknown.push(accepted);
  }
  return { lastOrder, spawned, unspawned, unknown };
}
