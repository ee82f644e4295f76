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

/** One round that does not count, then both in turn; who begins changes, so that neither always meets the warmer machine. */
export async function alternate(scale: Scale, us: Side, other: Side, note: string): Promise<Samples> {
  const ours: number[] = [];
  const others: number[] = [];
  await us();
  await other();
  for (let round = 0; round < scale.rounds; round++) {
    if (round % 2 === 0) ours.push(await us());
    others.push(await other());
    if (round % 2 === 1) ours.push(await us());
  }
  return { us: ours, other: others, note };
}

export async function repeat(scale: Scale, us: Side, note: string): Promise<Samples> {
  const ours: number[] = [];
  await us();
  for (let round = 0; round < scale.rounds; round++) ours.push(await us());
  return { us: ours, note };
}

/** The power of `x` that `y` grows with between two points. */
export function exponent(from: { x: number; y: number }, to: { x: number; y: number }): number {
  return Math.log(to.y / from.y) / Math.log(to.x / from.x);
}
