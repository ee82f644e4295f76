/** Cards stand on the 4 px grid. */
export function onGrid(value: number): number {
  return Math.round(value / 4) * 4;
}
