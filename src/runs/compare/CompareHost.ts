import { allSteps } from "../../workflow/subWorkflows.ts";
import { wiresOf } from "../../workflow/wires.ts";
import { rowCounts } from "../timeline/barText.ts";
import { closeGaps } from "../timeline/shownTime.ts";
import { timelineRows } from "../timeline/timelineBars.ts";
import { type ComparedSide, emittedKey, type FromCompare, type ToCompare } from "./compareMessages.ts";
import { compareRuns, compareSteps } from "./firstDifference.ts";
import { RunDigest } from "./RunDigest.ts";

/** Attempts beyond which bars that lie close are drawn as one. */
const mostBars = 4_000;
/** Stretches of the time of such a run that can be told apart. */
const stretches = 2_000;

/** The worker's side of comparing: it holds two digests, and answers what there is to see. */
export class CompareHost {
  readonly #send: (message: FromCompare) => void;
  #digests: readonly [RunDigest, RunDigest] | undefined;

  constructor(send: (message: FromCompare) => void) {
    this.#send = send;
  }

  hear(message: ToCompare): void {
    if (message.kind === "begin") {
      const [left, right] = message.runs;
      this.#digests = [new RunDigest(left), new RunDigest(right)];
      return;
    }
    if (this.#digests === undefined) return;
    if (message.kind === "ticks") {
      const digest = this.#digests[message.side];
      for (const tick of message.ticks) if (tick.seq === digest.history.seq + 1) digest.add(tick);
      this.#send({ kind: "read", side: message.side, seq: digest.history.seq });
      return;
    }
    const [left, right] = this.#digests;
    const steps = [...new Set([left, right].flatMap(({ run }) => allSteps(run.workflow).map(([path]) => path)))];
    this.#send({
      kind: "compared",
      comparison: compareRuns(left, right),
      rows: compareSteps(steps, left, right),
      sides: [sideOf(left), sideOf(right)],
    });
  }
}

function sideOf({ run: { workflow }, history, gaps }: RunDigest): ComparedSide {
  const steps = allSteps(workflow).map(([path]) => path);
  const lastAt = history.lastAt ?? 0;
  const attempts = [...history.attempts.values()];
  const firstAt = attempts[0]?.queuedAt ?? lastAt;
  const shown = closeGaps(gaps);
  const resolution = attempts.length > mostBars ? (lastAt - firstAt) / stretches : 0;
  return {
    seq: history.seq,
    lastAt,
    timeline: timelineRows(steps, (step) => history.attemptsOf(step), {
      now: lastAt,
      resolution,
      ...(shown && { shown }),
    }),
    counts: Object.fromEntries(steps.map((step) => [step, rowCounts(history.attemptsOf(step))])),
    emitted: Object.fromEntries(
      wiresOf(workflow).map(({ from, type = "" }) => [emittedKey(from, type), history.emitted(from, type)]),
    ),
    lastDone: new Map(
      steps.flatMap((step) => {
        const last = history.lastDone(step);
        return last ? [[step, last] as const] : [];
      }),
    ),
  };
}
