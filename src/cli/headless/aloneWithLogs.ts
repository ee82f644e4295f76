import { takeLock } from "../../runner/processLock.ts";
import { type Io, WrongUsage } from "../command.ts";
import { ownedElsewhere } from "./exitCodes.ts";

/** A run has one owner: acts while no other process of this machine drives one of these logs, else answers why in words and 5. */
export async function aloneWithLogs(
  logs: { readonly written: string | undefined; readonly read?: string },
  io: Io,
  act: () => Promise<number>,
): Promise<number> {
  const held: (() => void)[] = [];
  try {
    for (const file of new Set([logs.written, logs.read])) {
      if (file === undefined) continue;
      const lock = lockOf(file, file === logs.written);
      if (lock === undefined) continue;
      if (!lock.ok) {
        io.err(`Another process (${lock.holder}) drives the run of ${file} now.`);
        return ownedElsewhere;
      }
      held.push(lock.release);
    }
    return await act();
  } finally {
    for (const release of held) release();
  }
}

function lockOf(file: string, isWritten: boolean) {
  try {
    return takeLock(`${file}.lock`);
  } catch (error) {
    // Where nothing can be written nobody drives a run.
    if (!isWritten) return undefined;
    throw new WrongUsage(`${file} cannot be written: ${(error as Error).message}`);
  }
}
