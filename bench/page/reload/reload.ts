// B7: a page that starts a worker, and notes when the worker says that it moves. `?run`: the run that it goes on with.

const run = new URLSearchParams(location.search).get("run");
const worker =
  run === null
    ? new Worker(new URL("./blankWorker.ts", import.meta.url), { type: "module" })
    : new Worker(new URL("./movingWorker.ts", import.meta.url), { type: "module" });
worker.onmessage = ({ data }: MessageEvent<{ readonly error?: string }>) => {
  // Ms since the navigation.
  Object.assign(globalThis, { moved: data.error ?? performance.now() });
};
worker.onerror = ({ message }) => Object.assign(globalThis, { moved: message || "the worker could not be loaded" });
worker.postMessage({ run });
