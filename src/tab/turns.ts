/**
 * Runs what it is given in a later task of this worker, so that messages get their turn in between (R45). A timer
 * would wait 4 ms after a few rounds.
 */
export function createTurns(): (turn: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (turn) => {
    waiting.push(turn);
    port2.postMessage(null);
  };
}
