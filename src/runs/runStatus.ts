import type { RunOutcome } from "../engine/notice.ts";
import type { Lifecycle } from "../engine/view.ts";
import type { Tone } from "../ui/Chip.tsx";

export interface StatusWord {
  readonly tone: Tone;
  readonly word: string;
}

const outcomes = {
  success: { tone: "ok", word: "success" },
  failure: { tone: "bad", word: "failed" },
  denial: { tone: "bad", word: "denied" },
  cancellation: { tone: "neutral", word: "cancelled" },
  blocked: { tone: "bad", word: "blocked" },
  timeout: { tone: "bad", word: "timed out" },
} as const satisfies Record<RunOutcome, StatusWord>;

const lifecycles = {
  planned: { tone: "neutral", word: "planned" },
  running: { tone: "run", word: "running" },
  paused: { tone: "wait", word: "paused" },
  cancelling: { tone: "wait", word: "cancelling" },
  "needs-recovery": { tone: "wait", word: "needs a decision" },
  completed: { tone: "neutral", word: "completed" },
} as const satisfies Record<Lifecycle, StatusWord>;

/** How a run stands, in one word. */
export function lifecycleWord(lifecycle: Lifecycle, outcome: RunOutcome | null): StatusWord {
  return lifecycle === "completed" && outcome !== null ? outcomes[outcome] : lifecycles[lifecycle];
}

/** The same for a list of runs, where what waits for the person comes first. */
export function runWord(run: {
  readonly lifecycle: Lifecycle;
  readonly outcome: RunOutcome | null;
  readonly needsYou: number;
}): StatusWord {
  if (run.needsYou > 0 && run.lifecycle !== "completed") return { tone: "wait", word: "waits for you" };
  return lifecycleWord(run.lifecycle, run.outcome);
}
