import { expose } from "comlink";
import { version } from "../../package.json";
import { createOutside } from "../../src/steps/createOutside.ts";
import type { Socket } from "../../src/steps/runner/liveConnection.ts";
import { createSandbox } from "../../src/steps/sandbox/sandboxClient.ts";
import { spawnWorker } from "../../src/steps/sandbox/spawnWorker.ts";
import { createEngineApi } from "../../src/tab/createEngineApi.ts";
import { runnerAddress } from "../../src/tab/runnerAddress.ts";
import { web } from "./web.ts";

const outside = createOutside({
  sandbox: createSandbox(spawnWorker),
  base: runnerAddress(location),
  fetch: (...request) => fetch(...request),
  connect: (address, protocols): Socket => new WebSocket(address, [...protocols]),
  web,
  now: Date.now,
});

expose(createEngineApi(outside, { version }));
