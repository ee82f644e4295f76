import type { Samples, Scale } from "./measure.ts";

type Answer = { readonly samples: Samples } | { readonly error: string };
type Asks = { readonly wants: "records" };

let records: Window | null = null;

/** One row in a fresh worker: what one left behind cannot slow the next. */
function measure(id: string, scale: Scale): Promise<Answer> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  return new Promise<Answer>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Answer | Asks>) => {
      if ("wants" in data) openRecords((port) => worker.postMessage(data.wants, [port]));
      else resolve(data);
    };
    worker.onerror = ({ message }) => resolve({ error: message || "the worker could not be loaded" });
    worker.postMessage({ id, scale });
  }).finally(() => {
    worker.terminate();
    records?.close();
  });
}

/** A page of another origin, whose databases are kept apart from those of this one. */
function openRecords(opened: (port: MessagePort) => void): void {
  const url = new URL("./bare/records.html", location.href);
  url.hostname = "localhost";
  records = open(url.href);
  addEventListener(
    "message",
    () => {
      const { port1, port2 } = new MessageChannel();
      records?.postMessage(null, url.origin, [port2]);
      opened(port1);
    },
    { once: true },
  );
}

Object.assign(globalThis, { measure });
