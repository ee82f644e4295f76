import { formatCount, formatDuration, plural } from "../../ui/format.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { type Attempt, tookMs } from "../attempt.ts";
import { attemptWord } from "../attemptWord.ts";
import type { Bar, BarKind, TimelineRow } from "./timelineBars.ts";

const words: Record<BarKind, string> = {
  queued: "queued",
  retry: "waits for its next try",
  waiting: "waits",
  workspace: "waits for the workspace",
  running: "running",
  success: "success",
  failure: "failure",
  stopped: "stopped",
  uncertain: "nobody knows how it ended",
};

/** What a bar stands for, in two lines: what it was, and of which attempt. */
export function barText(bar: Bar, now: number): readonly [string, string] {
  const { attempt } = bar;
  const length = `${formatDuration(Math.max(bar.to, bar.open ? now : 0) - bar.from)}${bar.open ? " so far" : ""}`;
  if (bar.count !== undefined) return [`${formatCount(bar.count)} × ${words[bar.kind]}`, `together ${length}`];
  const queued = attempt.dispatchedAt - attempt.queuedAt;
  const details = [
    `attempt ${attempt.attempt}`,
    attemptWord(attempt).word,
    ...(queued > 0 ? [`queued ${formatDuration(queued)}`] : []),
    `worker ${attempt.worker + 1}`,
    attempt.event?.type ?? "task",
  ];
  return [`${words[bar.kind]}, ${length}`, details.join(" · ")];
}

export interface RowCounts {
  readonly attempts: number;
  readonly failed: number;
  readonly running: number;
  readonly last?: Attempt;
}

export function rowCounts(attempts: readonly Attempt[]): RowCounts {
  const last = attempts.at(-1);
  return {
    attempts: attempts.length,
    failed: attempts.filter(({ end }) => end === "failed" || end === "retrying" || end === "denied").length,
    running: attempts.filter(({ end }) => end === undefined).length,
    ...(last && { last }),
  };
}

/** All of a step's row in one line, for a screen reader. */
export function rowText(
  { step }: TimelineRow,
  { attempts, failed, running, last }: RowCounts,
  title: (step: StepId) => string,
): string {
  const took = last && tookMs(last);
  const parts = [
    plural(attempts, "attempt"),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(running > 0 ? [`${formatCount(running)} running`] : []),
    ...(last ? [`last: ${attemptWord(last).word}${took === undefined ? "" : `, took ${formatDuration(took)}`}`] : []),
  ];
  return `${title(step)}: ${parts.join(", ")}`;
}
