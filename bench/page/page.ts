import type { Samples, Scale } from "./measure.ts";

type Answer = { readonly samples: Samples } | { readonly error: string };

/** One row in a fresh worker: what one left behind cannot slow the next. */
function measure(id: string, scale: Scale): Promise<Answer> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  return new Promise<Answer>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message || "the worker could not be loaded" });
    worker.postMessage({ id, scale });
  }).finally(() => worker.terminate());
}

Object.assign(globalThis, { measure });
