import type { Json } from "../workflow/json.ts";

/** What a hook is told, as a webhook gets it in its body and a command on its standard input. */
export interface HookMessage {
  readonly format: "tickwork/hook@1";
  readonly hook: string;
  /** `run started`, `step finished`, … */
  readonly observed: string;
  readonly run: string;
  readonly workflow: { readonly name: string; readonly digest: string };
  /** Of the tick `hook-observed` in the run's journal. */
  readonly seq: number;
  /** Epoch ms. */
  readonly at: number;
  readonly step?: string;
  readonly execution?: string;
  readonly attempt?: number;
  readonly outcome?: string;
  readonly durationMs?: number;
  readonly artifacts?: Json;
}

/** What came of a call. Known only where it was made, and only as long as that lives. */
export interface HookReport {
  readonly run: string;
  /** Of its tick `hook-observed`. */
  readonly seq: number;
  readonly state: "calling" | "done" | "failed";
  /** For a person, without a full stop: `answered 204`, `exit 1`, … */
  readonly said: string;
}

/** A notification that a hook asks for. */
export interface HookNotification {
  readonly run: string;
  readonly seq: number;
  readonly title: string;
  readonly text: string;
}

/** Who hears of what hooks do. */
export interface HookAudience {
  notify(notification: HookNotification): void;
  report(report: HookReport): void;
}
