/** One side of a comparison: does the work once and answers its figure (a rate, a time, an exponent). */
export type Side = () => Promise<number>;

/** What was measured, round by round. A row against a fixed number has no other side. */
export interface Samples {
  readonly us: readonly number[];
  readonly other?: readonly number[];
  readonly note: string;
}

/** How much work a round is, and how many there are. */
export interface Scale {
  readonly rounds: number;
  /** 1 for truth; less to see quickly whether it works at all. */
  readonly size: number;
}

/** So many of something, scaled, and never fewer than `least`. */
export function scaled(count: number, { size }: Scale, least = 10): number {
  return Math.max(least, Math.round(count * size));
}

/**
 * Both sides in turn, after as many rounds of each that do not count (`warmUps`; README: The rounds). Who begins changes,
 * so that neither always meets the warmer machine.
 */
export async function alternate(
  { rounds }: Scale,
  sides: { readonly us: Side; readonly other: Side; readonly note: string; readonly warmUps?: number },
): Promise<Samples> {
  const { note, warmUps = fewWarmUps } = sides;
  const us = () => atRest(sides.us);
  const other = () => atRest(sides.other);
  const ours: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < warmUps; round++) {
    await us();
    await other();
  }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) ours.push(await us());
    others.push(await other());
    if (round % 2 === 1) ours.push(await us());
  }
  return { us: ours, other: others, note };
}

export async function repeat({ rounds }: Scale, us: Side, note: string): Promise<Samples> {
  const ours: number[] = [];
  for (let round = 0; round < fewWarmUps; round++) await us();
  for (let round = 0; round < rounds; round++) ours.push(await atRest(us));
  return { us: ours, note };
}

const fewWarmUps = 2;

/** What one side leaves to other threads, garbage and code to be compiled, is not paid by the next. */
async function atRest(side: Side): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return side();
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The power of `x` that `y` grows with between two points. */
export function exponent(from: { x: number; y: number }, to: { x: number; y: number }): number {
  return Math.log(to.y / from.y) / Math.log(to.x / from.x);
}
