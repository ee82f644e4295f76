import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FromSandbox } from "../protocol/sandbox.ts";
import type { Sandbox, SpawnSandbox } from "../steps/sandbox/sandbox.ts";
import { createSandbox } from "../steps/sandbox/sandboxClient.ts";
import { spawnInProcess } from "../steps/sandbox/spawnInProcess.ts";
import { programFolder } from "./programFolder.ts";
import { quickJsFile, quickJsModule } from "./quickJsModule.ts";

const open = new Set<Sandbox>();

/** A sandbox of this process; `closeSandboxes` ends it. Throws where the WebAssembly of QuickJS is not installed. */
export function openSandbox(): Sandbox {
  const sandbox = createSandbox(sandboxSpawner());
  open.add(sandbox);
  return sandbox;
}

/** Ends every sandbox that was opened: a thread that waits for work would keep the program alive. */
export function closeSandboxes(): void {
  for (const sandbox of open) sandbox.close();
}

/** A thread of its own; a program that runs from its sources has no script for one and stays in this thread. */
function sandboxSpawner(): SpawnSandbox {
  const script = join(programFolder(), "sandboxThread.js");
  return existsSync(script) ? spawnThread(script) : spawnInProcess(quickJsModule());
}

/** Starts the built `workers/cli/sandboxThread.ts`. */
export function spawnThread(script: string): SpawnSandbox {
  return (hear, died) => {
    const worker = new Worker(script, { workerData: quickJsFile(), env: {} });
    worker.on("message", (message: FromSandbox) => hear(message));
    worker.on("messageerror", () => died("a message could not be read"));
    worker.on("error", (error) => died(error.message));
    return {
      post: (message) => worker.postMessage(message),
      terminate: () => void worker.terminate(),
    };
  };
}
