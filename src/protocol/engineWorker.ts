/*
 * What the page tells its engine worker before the first call: its name. The worker cannot ask the browser itself
 * everywhere, and does not know the page's address.
 */

const plain = "tickwork-engine";
const saving = "that saves data";
const showing = "for a run";

export interface EngineSituation {
  /** Nothing is to be loaded ahead. */
  readonly savesData: boolean;
  /** The page opens with a run: what runs need is needed at once. */
  readonly opensRun: boolean;
}

export function engineWorkerName({ savesData, opensRun }: EngineSituation): string {
  return [plain, ...(savesData ? [saving] : []), ...(opensRun ? [showing] : [])].join(" ");
}

export function situationOf(workerName: string): EngineSituation {
  return { savesData: workerName.includes(saving), opensRun: workerName.includes(showing) };
}
