import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { ToSandbox } from "../../src/protocol/sandbox.ts";
import { compileQuickJs } from "../../src/steps/sandbox/compileQuickJs.ts";
import { createSandboxHost } from "../../src/steps/sandbox/sandboxHost.ts";
import { takeAwayTheWorld } from "../sandbox/takeAwayTheWorld.ts";

// The sandbox of the command line in a thread of its own, so that what cannot be interrupted can be ended.
const port = parentPort;
if (!port) throw new Error("This program is a thread of tickwork.");

const wasm = readFile(workerData as string).then((bytes) => compileQuickJs(new Uint8Array(bytes)));
const host = createSandboxHost((message) => port.postMessage(message), wasm);
wasm.then(takeAwayTheWorld, takeAwayTheWorld);
port.on("message", (message: ToSandbox) => host.receive(message));
