import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Sandbox } from "../steps/sandbox/sandbox.ts";
import { createSandbox } from "../steps/sandbox/sandboxClient.ts";
import { spawnFromBytes } from "../steps/sandbox/spawnInProcess.ts";

/** A sandbox in this process. Throws where the WebAssembly of QuickJS is not installed. */
export function openSandbox(): Sandbox {
  const file = createRequire(import.meta.url).resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm");
  return createSandbox(spawnFromBytes(readFile(file)));
}
