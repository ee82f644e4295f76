import type { StepId } from "../../workflow/workflow.ts";
import type { RunHistory } from "../runHistory.ts";
import type { ShownTime } from "./shownTime.ts";
import { type TimelineRow, timelineRows } from "./timelineBars.ts";

type Source = Pick<RunHistory, "seq" | "attemptsOf" | "touchedSince">;

/** The rows of a run that goes on: those steps are laid out anew of which something was read, or of which a bar grows. */
export class LaidOutRows {
  readonly #steps: readonly StepId[];
  readonly #history: Source;
  readonly #shown: ShownTime | undefined;
  readonly #rows = new Map<StepId, TimelineRow>();
  readonly #growing = new Set<StepId>();
  #seq = 0;

  /** `steps`: all of the run, in the order of their rows. */
  constructor(steps: readonly StepId[], history: Source, shown: ShownTime | undefined) {
    this.#steps = steps;
    this.#history = history;
    this.#shown = shown;
  }

  /** `now`: up to when open bars reach, epoch ms. */
  at(now: number): readonly TimelineRow[] {
    const touched = this.#seq === 0 ? undefined : this.#history.touchedSince(this.#seq);
    this.#seq = this.#history.seq;
    const anew = touched === undefined ? this.#steps : new Set([...touched, ...this.#growing]);
    for (const step of anew) this.#layOut(step, now);
    return this.#steps.flatMap((step) => this.#rows.get(step) ?? []);
  }

  #layOut(step: StepId, now: number): void {
    const [row] = timelineRows([step], (each) => this.#history.attemptsOf(each), {
      now,
      ...(this.#shown && { shown: this.#shown }),
    });
    if (row === undefined) return;
    this.#rows.set(step, row);
    if (row.lanes.some((lane) => lane.some(({ open }) => open))) this.#growing.add(step);
    else this.#growing.delete(step);
  }
}
