/**
 * Runs what it is given in a later task of this worker, so that messages get their turn in between (R45). A timer
 * would wait 4 ms after a few rounds. A message to oneself goes through the browser's other processes in some, so that
 * a scheduled task comes first where there are such.
 */
export function createTurns(): (turn: () => void) => void {
  const { scheduler } = globalThis as { readonly scheduler?: Scheduler };
  if (scheduler) return (turn) => void scheduler.postTask(turn);
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (turn) => {
    waiting.push(turn);
    port2.postMessage(null);
  };
}

/** Prioritized Task Scheduling; not everywhere. */
interface Scheduler {
  postTask(task: () => void): Promise<void>;
}
