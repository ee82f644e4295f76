import { expose } from "comlink";
import { createOutside } from "../../src/steps/createOutside.ts";
import type { Socket } from "../../src/steps/runner/liveConnection.ts";
import { spawnWorker } from "../../src/steps/sandbox/spawnWorker.ts";
import { createEngineApi } from "../../src/tab/createEngineApi.ts";

const outside = createOutside({
  spawn: spawnWorker,
  base: location.origin,
  fetch: (...request) => fetch(...request),
  connect: (address, protocols): Socket => new WebSocket(address, [...protocols]),
  now: Date.now,
});

expose(createEngineApi(outside));
