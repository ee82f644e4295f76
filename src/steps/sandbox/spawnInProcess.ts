import type { FromSandbox } from "../../protocol/sandbox.ts";
import type { SpawnSandbox } from "./sandbox.ts";
import { createSandboxHost } from "./sandboxHost.ts";

/**
 * A sandbox in this very process: for unit tests and small command-line runs. QuickJS still bounds time and memory
 * of code, but what cannot be interrupted stops everything.
 */
export function spawnInProcess(wasm: Promise<WebAssembly.Module>): SpawnSandbox {
  return (hear) => {
    let alive = true;
    const later = (message: FromSandbox) => queueMicrotask(() => alive && hear(structuredClone(message)));
    const host = createSandboxHost(later, wasm);
    return {
      post: (message) => queueMicrotask(() => alive && host.receive(structuredClone(message))),
      terminate: () => {
        alive = false;
      },
    };
  };
}
