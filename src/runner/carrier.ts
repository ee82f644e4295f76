import type { AttemptRequest, AttemptState, RunnerRefusal } from "../protocol/runnerApi.ts";
import type { HostClient } from "./host/hostClient.ts";
import type { AcceptedRecord } from "./ledger.ts";
import type { Prepared } from "./prepareStart.ts";

/** What the attempts need from the rest of the runner. */
export interface AttemptsWorld {
  readonly dataFolder: string;
  readonly hostScript: string;
  readonly boot: string;
  /** Why it may not run, or `null` (T16). Asked before it is accepted and again before it is spawned. */
  refusal(key: string, request: AttemptRequest): Promise<RunnerRefusal | null>;
  /** The real path that the gate orders. */
  gatePath(request: AttemptRequest): string;
  prepare(request: AttemptRequest): Promise<Prepared>;
  readonly log: (line: string) => void;
}

/** Commands on their way, from acceptance to end. */
export interface Carrier {
  state(key: string): AttemptState;
  isActive(key: string): boolean;
  /** The host may have output of it that no file holds yet. */
  isWithHost(key: string): boolean;
  wantsOwner(key: string): boolean;
  /** Durable when it resolves; then it goes its way to the end. Rejects (disk full) when it did not happen. */
  accept(accepted: Omit<AcceptedRecord, "phase" | "boot" | "order" | "waited">): Promise<void>;
  cancel(key: string): Promise<void>;
  /** An attempt that was not spawned never will be; others are left alone. */
  seal(key: string): Promise<void>;
  readonly host: Pick<HostClient, "askIfThere">;
  /** How many are with the host. */
  running(): number;
  /** Commands go on. */
  close(): void;
}
