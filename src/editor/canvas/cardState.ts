import type { StepOutcome } from "../../engine/view.ts";
import type { Tone } from "../../ui/Chip.tsx";
import { formatDuration, plural } from "../../ui/format.ts";
import type { StepLive, Waiting } from "./live.ts";

/** The words and marks of the strip at the bottom of a card. */
export interface CardState {
  readonly tone: Tone;
  readonly mark: "dot" | "check" | "cross" | "pause" | "skip" | "none";
  /** What it is doing or how it ended. */
  readonly main: string;
  /** A quieter word behind it. */
  readonly aside?: string;
  /** At the right end. */
  readonly right: string;
}

const outcomes: Record<StepOutcome, { readonly tone: Tone; readonly mark: CardState["mark"] }> = {
  success: { tone: "ok", mark: "check" },
  failure: { tone: "bad", mark: "cross" },
  denial: { tone: "bad", mark: "cross" },
  timeout: { tone: "bad", mark: "cross" },
  blocked: { tone: "wait", mark: "pause" },
  cancellation: { tone: "neutral", mark: "cross" },
  skipped: { tone: "neutral", mark: "skip" },
};

/**
 * A step of a run in words. A card always says preparing, running or not running (DESIGN.md §1); one that waits
 * says for what. `limit` is the number of its workers, `now` epoch ms.
 */
export function cardState(live: StepLive, limit: number, now: number): CardState {
  const queued = live.queued + live.delayed;
  const inLine = queued > 0 ? ` · ${queued} queued` : "";
  const asleep = live.waiting > 1 ? ` · ${live.waiting} wait` : "";
  if (live.status === "running") {
    const attempt = Math.max(1, ...live.workers.map((worker) => worker.attempt));
    const hold = live.waitingFor === null ? undefined : waitingText(live.waitingFor, now);
    // The strip has room for one of the two.
    const aside = hold ?? (attempt > 1 && queued === 0 ? `attempt ${attempt}` : undefined);
    return {
      tone: hold === undefined ? "run" : "wait",
      mark: "dot",
      main: "running",
      ...(aside !== undefined && { aside }),
      right: hold === undefined ? `${live.running}/${limit}${inLine}${asleep}` : `${live.running}/${limit}`,
    };
  }
  if (live.waitingFor !== null)
    return {
      tone: live.waitingFor.for === "retry" ? "run" : "wait",
      mark: "pause",
      main: waitingText(live.waitingFor, now),
      right: `${words[live.status]}${live.status === "preparing" ? (queued > 1 ? ` · ${queued}` : "") : asleep}`,
    };
  if (live.status === "preparing") return { tone: "run", mark: "dot", main: "preparing", right: `${queued} queued` };
  const outcome = live.lastOutcome ?? outcomeOfTask(live.task);
  if (outcome === null) return { tone: "neutral", mark: "none", main: "not running", right: "" };
  return {
    ...outcomes[outcome],
    main: outcome,
    right: `not running${live.lastMs === undefined ? "" : ` · ${formatDuration(live.lastMs)}`}`,
  };
}

const words = { preparing: "preparing", running: "running", "not-running": "not running" } as const;

function outcomeOfTask(task: StepLive["task"]): StepOutcome | null {
  return task === null || task === "pending" || task === "ready" || task === "running" ? null : task;
}

/** What a step waits for, as its card says it. */
export function waitingText(waiting: Waiting, now: number): string {
  switch (waiting.for) {
    case "you":
      return "waits for you";
    case "decision":
      return "needs your decision";
    case "retry":
      return waiting.until === undefined || waiting.until <= now
        ? "retries now"
        : `retry in ${formatDuration(Math.ceil((waiting.until - now) / 1000) * 1000)}`;
    case "workspace":
      return waiting.what === undefined ? "waits for the workspace" : `workspace held by ${waiting.what}`;
    case "runner":
      return "waits for the runner";
    case "event":
      return waiting.what === undefined ? "waits for an event" : `waits for ${waiting.what}`;
  }
}

/** The attributes of the contract for tests and assistive technology (`ui.md`). */
export function cardAttributes(step: string, kind: string, live: StepLive | undefined) {
  const outcome = live === undefined ? null : (live.lastOutcome ?? outcomeOfTask(live.task));
  return {
    "data-step": step,
    "data-kind": kind,
    "data-status": live?.status ?? "not-running",
    "data-queued": live === undefined ? 0 : live.queued + live.delayed,
    "data-running": live?.running ?? 0,
    ...(outcome !== null && { "data-outcome": outcome }),
    ...(live?.waitingFor && { "data-waiting": live.waitingFor.for }),
  };
}

/** A card in one sentence, for a screen reader. */
export function cardName(title: string, kind: string, state: CardState | null, problems: number): string {
  const trouble = problems > 0 ? `, ${plural(problems, "problem")}` : "";
  if (state === null) return `${title}, ${kind}${trouble}`;
  return `${title}, ${kind}, ${[state.main, state.aside, state.right].filter(Boolean).join(", ")}${trouble}`;
}
