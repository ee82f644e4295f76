/*
 * What the page tells its engine worker before the first call: its name. Where data is to be saved, the worker loads
 * nothing ahead; it cannot ask the browser itself everywhere.
 */

const plain = "tickwork-engine";
const saving = `${plain} that saves data`;

export function engineWorkerName(savesData: boolean): string {
  return savesData ? saving : plain;
}

export function loadsAhead(workerName: string): boolean {
  return workerName !== saving;
}
