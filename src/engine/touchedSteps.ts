import type { Mutable } from "./copies.ts";
import type { StepState } from "./stepState.ts";

/**
 * The steps that a reduction changes, by index. Two have fields of their own: nearly all reductions change no more, and
 * a `Map` for each of them would be the largest thing that they allocate.
 */
export class TouchedSteps {
  private firstAt = -1;
  private first: Mutable<StepState> | undefined;
  private secondAt = -1;
  private second: Mutable<StepState> | undefined;
  private more: Map<number, Mutable<StepState>> | undefined;

  get(index: number): Mutable<StepState> | undefined {
    if (index === this.firstAt) return this.first;
    if (index === this.secondAt) return this.second;
    return this.more === undefined ? undefined : this.more.get(index);
  }

  /** A step that is not in it yet. */
  add(index: number, step: Mutable<StepState>): void {
    if (this.first === undefined) {
      this.firstAt = index;
      this.first = step;
    } else if (this.second === undefined) {
      this.secondAt = index;
      this.second = step;
    } else {
      this.more ??= new Map();
      this.more.set(index, step);
    }
  }

  clear(): void {
    this.firstAt = -1;
    this.first = undefined;
    this.secondAt = -1;
    this.second = undefined;
    this.more = undefined;
  }

  /** Calls back for each, in the order in which they were added. */
  forEach(call: (step: StepState, index: number) => void): void {
    if (this.first !== undefined) call(this.first, this.firstAt);
    if (this.second !== undefined) call(this.second, this.secondAt);
    if (this.more !== undefined) this.more.forEach(call);
  }
}
