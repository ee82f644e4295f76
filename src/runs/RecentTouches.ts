import type { StepId } from "../workflow/workflow.ts";

/** Of so many changes it is known which steps they were of: who draws a run that goes on is never so far behind. */
const kept = 1_024;

/** Which steps the last ticks were about, so that whoever knows all before them looks at these alone. */
export class RecentTouches {
  readonly #steps: StepId[] = [];
  readonly #seqs: number[] = [];
  readonly #lastOf = new Map<StepId, number>();
  #count = 0;
  /** The last tick of which something is forgotten. */
  #forgotten = 0;

  /** Ticks come in order. */
  note(step: StepId, seq: number): void {
    this.#lastOf.set(step, seq);
    const last = (this.#count - 1) % kept;
    if (this.#seqs[last] === seq && this.#steps[last] === step) return;
    const place = this.#count++ % kept;
    this.#forgotten = this.#seqs[place] ?? 0;
    this.#steps[place] = step;
    this.#seqs[place] = seq;
  }

  /** The last tick that was about a step; 0: none was. */
  lastOf(step: StepId): number {
    return this.#lastOf.get(step) ?? 0;
  }

  /** The steps of all ticks after `seq`; `undefined`: some of them are forgotten. */
  since(seq: number): ReadonlySet<StepId> | undefined {
    if (seq < this.#forgotten) return undefined;
    const steps = new Set<StepId>();
    for (let n = this.#count - 1; n >= Math.max(0, this.#count - kept); n--) {
      if ((this.#seqs[n % kept] as number) <= seq) break;
      steps.add(this.#steps[n % kept] as StepId);
    }
    return steps;
  }
}
