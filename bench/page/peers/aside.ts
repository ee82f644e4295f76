import type { Answer } from "./answerLoops.ts";

/*
 * Engines in workers of their own: what one leaves behind, garbage and code, is not paid by the next. And workflow-core
 * replaces the global `Promise` and timers of whoever loads it.
 */

export const xstateAside = aside(() => new Worker(new URL("./xstateWorker.ts", import.meta.url), { type: "module" }));
export const workflowCoreAside = aside(
  () => new Worker(new URL("./workflowCoreWorker.ts", import.meta.url), { type: "module" }),
);

function aside(make: () => Worker): (length: number) => Promise<number> {
  let worker: Worker | undefined;
  return (length) => {
    worker ??= make();
    const peer = worker;
    return new Promise((resolve, reject) => {
      peer.onmessage = ({ data }: MessageEvent<Answer>) =>
        "rate" in data ? resolve(data.rate) : reject(new Error(data.error));
      peer.onerror = ({ message }) => reject(new Error(message));
      peer.postMessage(length);
    });
  };
}
