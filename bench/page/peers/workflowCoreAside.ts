type Answer = { readonly rate: number } | { readonly error: string };

let worker: Worker | undefined;

/** In a worker of its own, because it replaces the global `Promise` and timers of whoever loads it. */
export function workflowCoreAside(length: number): Promise<number> {
  worker ??= new Worker(new URL("./workflowCoreWorker.ts", import.meta.url), { type: "module" });
  const aside = worker;
  return new Promise((resolve, reject) => {
    aside.onmessage = ({ data }: MessageEvent<Answer>) =>
      "rate" in data ? resolve(data.rate) : reject(new Error(data.error));
    aside.onerror = ({ message }) => reject(new Error(message));
    aside.postMessage(length);
  });
}
