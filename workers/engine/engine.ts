import { expose } from "comlink";
import { version } from "../../package.json";
import { situationOf } from "../../src/protocol/engineWorker.ts";
import type { Socket } from "../../src/steps/runner/liveConnection.ts";
import { createRunner } from "../../src/steps/runner/runnerClient.ts";
import { createSandbox } from "../../src/steps/sandbox/sandboxClient.ts";
import { spawnWorker } from "../../src/steps/sandbox/spawnWorker.ts";
import { createEngineApi } from "../../src/tab/createEngineApi.ts";
import { loadOnce } from "../../src/tab/loadOnce.ts";
import { runnerAddress } from "../../src/tab/runnerAddress.ts";
import { web } from "./web.ts";

const world = {
  base: runnerAddress(location),
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  connect: (address: string, protocols: readonly string[]): Socket => new WebSocket(address, [...protocols]),
  now: Date.now,
};
const runner = createRunner(world);

/** What executes steps is loaded with the first run or document that needs it: the start page needs none of it. */
const steps = loadOnce(async () => {
  const { createOutside } = await import("../../src/steps/createOutside.ts");
  return createOutside({ ...world, runner, web, sandbox: createSandbox(spawnWorker) });
});

const outside = {
  runner,
  executorsOf: async (...run: Parameters<Awaited<ReturnType<typeof steps>>["executorsOf"]>) =>
    (await steps()).executorsOf(...run),
  hooksOf: async (...run: Parameters<Awaited<ReturnType<typeof steps>>["hooksOf"]>) => (await steps()).hooksOf(...run),
  checkSources: async (...workflow: Parameters<Awaited<ReturnType<typeof steps>>["checkSources"]>) =>
    (await steps()).checkSources(...workflow),
  scenarioKinds: async () => (await steps()).scenarioKinds(),
  validate: async (...value: Parameters<Awaited<ReturnType<typeof steps>>["validate"]>) =>
    (await steps()).validate(...value),
};

expose(createEngineApi(outside, { version }));

/*
 * Ahead of the first run, once the page had its time: whoever served it may be gone when a run begins. What fails here
 * is loaded when it is needed.
 */
const afterStartMs = 300;
const loadAhead = () => {
  const parts = [
    steps(),
    import("../../src/tab/runsPart.ts"),
    import("../../src/tab/inlineStored.ts"),
    import("../../src/tab/consent.ts"),
    import("../../src/workflow/readWorkflowText.ts"),
    import("../../src/workflow/digest.ts"),
    import("../../src/runtime/linearPattern.ts"),
    import("../../src/tab/exportRun.ts"),
    import("../../src/tab/exportRuns.ts"),
  ];
  for (const part of parts) part.catch(() => undefined);
};
const { savesData, opensRun } = situationOf(self.name);
// Beside the reading of the lists, not after it.
if (opensRun) for (const part of [import("../../src/tab/runsPart.ts"), steps()]) part.catch(() => undefined);
if (!savesData) setTimeout(loadAhead, afterStartMs);
