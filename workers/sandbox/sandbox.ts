import wasmUrl from "@jitl/quickjs-ng-wasmfile-release-sync/wasm?url";
import type { ToSandbox } from "../../src/protocol/sandbox.ts";
import { createSandboxHost } from "../../src/steps/sandbox/sandboxHost.ts";
import { takeAwayTheWorld } from "./takeAwayTheWorld.ts";

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`${wasmUrl} answered ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

const wasm = load();
const host = createSandboxHost((message) => postMessage(message), wasm);
wasm.then(takeAwayTheWorld, takeAwayTheWorld);
addEventListener("message", ({ data }: MessageEvent<ToSandbox>) => host.receive(data));
