import type { StepOutcome } from "../../engine/view.ts";
import type { Tone } from "../../ui/Chip.tsx";
import { formatCount, formatDuration, plural } from "../../ui/format.ts";
import type { BatchProgress, StepLive, Waiting } from "./live.ts";

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
  /** More about it, on hover. */
  readonly hint?: string;
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
  const state = stateWords(live, limit, now);
  const hint = [
    ...(live.whyNot ?? []),
    ...(live.joinWait?.long ?? []),
    ...(live.batch ? [batchText(live.batch)] : []),
  ].join("\n");
  return hint === "" ? state : { ...state, hint };
}

/** `3 of 200 done`, and in how many batches, or how many lists of a `forEach` come after this one. */
export function batchText({ done, members, batches, moreLists }: BatchProgress): string {
  const where = batches > 1 ? ` in ${batches} batches` : moreLists ? `, ${plural(moreLists, "more list")}` : "";
  return `${formatCount(done)} of ${formatCount(members)} done${where}`;
}

/** `24 items`, or `24 items, 2 failed`. */
function eachText({ total, failed }: NonNullable<StepLive["each"]>): string {
  return `${plural(total, "item")}${failed > 0 ? `, ${failed} failed` : ""}`;
}

function stateWords(live: StepLive, limit: number, now: number): CardState {
  const queued = live.queued + live.delayed;
  const inLine = queued > 0 ? ` · ${formatCount(queued)} queued` : "";
  // Parked items are named by what they wait for.
  const sleeping = live.waiting - (live.parkedCount ?? 0);
  const asleep = sleeping > 1 ? ` · ${sleeping} wait` : "";
  if (live.status === "running") {
    const attempt = Math.max(1, ...live.workers.map((worker) => worker.attempt));
    const hold = live.waitingFor === null ? undefined : waitingText(live.waitingFor, now);
    // The strip has room for one of the two.
    const aside =
      hold ??
      (live.batch && queued === 0 ? batchText(live.batch) : undefined) ??
      (attempt > 1 && queued === 0 ? `attempt ${attempt}` : undefined);
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
      tone: restless.has(live.waitingFor.for) ? "run" : "wait",
      mark: "pause",
      main: waitingText(live.waitingFor, now),
      right: `${words[live.status]}${live.status === "preparing" ? (queued > 1 ? ` · ${formatCount(queued)}` : "") : asleep}`,
    };
  if (live.status === "preparing")
    return { tone: "run", mark: "dot", main: "preparing", right: `${formatCount(queued)} queued` };
  if (live.joinWait) return { tone: "wait", mark: "pause", main: live.joinWait.short, right: words[live.status] };
  const outcome = live.lastOutcome ?? outcomeOfTask(live.task);
  if (live.batch) return { tone: "run", mark: "none", main: batchText(live.batch), right: words[live.status] };
  if (outcome === null) return { tone: "neutral", mark: "none", main: "not running", right: "" };
  return {
    ...outcomes[outcome],
    main: outcome,
    ...(live.each !== undefined && { aside: eachText(live.each) }),
    right: `${live.lastMs === undefined ? "" : `${formatDuration(live.lastMs)} · `}not running`,
  };
}

/** It goes on by itself, and soon. */
const restless: ReadonlySet<Waiting["for"]> = new Set(["retry", "pace"]);

const words = { preparing: "preparing", running: "running", "not-running": "not running" } as const;

function outcomeOfTask(task: StepLive["task"]): StepOutcome | null {
  return task === null || task === "pending" || task === "ready" || task === "running" ? null : task;
}

/** What a step waits for, as its card says it. */
export function waitingText(waiting: Waiting, now: number): string {
  switch (waiting.for) {
    case "you":
      return waiting.what === undefined ? "waits for you" : `${waiting.what} for you`;
    case "decision":
      return "needs a decision";
    case "retry":
      return waiting.until === undefined || waiting.until <= now
        ? "retries now"
        : `retry in ${formatDuration(Math.ceil((waiting.until - now) / 1000) * 1000)}`;
    case "pace":
      return waiting.until === undefined || waiting.until <= now ? "next one now" : "held by its rate";
    case "workspace":
      return waiting.what === undefined ? "waits for the workspace" : `workspace held by ${waiting.what}`;
    case "runner":
      return "waits for the runner";
    case "time":
      return waiting.until === undefined || waiting.until <= now
        ? "goes on now"
        : `goes on in ${formatDuration(Math.ceil((waiting.until - now) / 1000) * 1000)}`;
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
    ...waitingAttribute(live),
  };
}

/** A rate is nothing to wait for in the contract; a join waits for events, and a delay for that of the clock. */
function waitingAttribute(live: StepLive | undefined) {
  const waits = live?.waitingFor?.for ?? (live?.joinWait ? "event" : undefined);
  if (waits === undefined || waits === "pace") return {};
  return { "data-waiting": waits === "time" ? "event" : waits };
}

/** A card in one sentence, for a screen reader. */
export function cardName(title: string, kind: string, state: CardState | null, problems: number): string {
  const trouble = problems > 0 ? `, ${plural(problems, "problem")}` : "";
  if (state === null) return `${title}, ${kind}${trouble}`;
  const words = [state.main, state.aside, state.right, state.hint?.replaceAll("\n", ", ")];
  return `${title}, ${kind}, ${words.filter(Boolean).join(", ")}${trouble}`;
}
