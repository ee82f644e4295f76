import type { FromSandbox } from "../../protocol/sandbox.ts";
import type { SpawnSandbox } from "./sandbox.ts";

/** Starts the sandbox worker of the page. The only file here that names what a browser has. */
export const spawnWorker: SpawnSandbox = (hear, died) => {
  const worker = new Worker(new URL("../../../workers/sandbox/sandbox.ts", import.meta.url), {
    type: "module",
    name: "sandbox",
  });
  worker.onmessage = ({ data }: MessageEvent<FromSandbox>) => hear(data);
  worker.onmessageerror = () => died("a message could not be read");
  worker.onerror = (event) => {
    event.preventDefault();
    died(event.message || "its script could not be loaded");
  };
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
};
