import { beginLongRun, type LongRun } from "../ours/longRun.ts";

// A run that is driven in the page itself, because the heap of a page can be asked for from outside.

let long: Promise<LongRun> | undefined;

/** Drives it to so many durable ticks, where it stands still; its id. */
async function driveTo(ticks: number): Promise<string> {
  long ??= beginLongRun();
  const run = await long;
  await run.driveTo(ticks);
  return run.runId;
}

Object.assign(globalThis, { driveTo });
