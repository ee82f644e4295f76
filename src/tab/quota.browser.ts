import { beforeAll, expect, test, vi } from "vitest";
import { cdp } from "vitest/browser";
import type { LibraryUpdate } from "../protocol/libraryUpdate.ts";
import type { RunUpdate } from "../protocol/runUpdate.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { createEngineApi } from "./createEngineApi.ts";
import { fixtureOutside } from "./fixtures/fixtureOutside.ts";

vi.setConfig({ testTimeout: 60_000 });
const patient = { timeout: 20_000 };

interface StorageBuckets {
  open(name: string): Promise<{ readonly indexedDB: IDBFactory }>;
}

// In a bucket of its own: the browser remembers for a while how much space a bucket had left.
beforeAll(async () => {
  const { storageBuckets } = navigator as Navigator & { readonly storageBuckets: StorageBuckets };
  const bucket = await storageBuckets.open(`quota-${Date.now()}`);
  Object.defineProperty(globalThis, "indexedDB", { value: bucket.indexedDB, configurable: true });
});

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "fill",
  steps: {
    fill: { kind: "code", accepts: ["Start"], emits: { done: "Done" }, config: { source: "fill 3000000" } },
    end: { kind: "stop", accepts: ["Done"], config: { result: "1" } },
  },
};

test("[R80] a run on a full disk stands still, says why, starts nothing, and goes on by itself", async () => {
  const session = cdp();
  const { usage = 0 } = await navigator.storage.estimate();
  await session.send("Storage.overrideQuotaForOrigin", { origin: location.origin, quotaSize: usage + 1_000_000 });
  const api = createEngineApi(fixtureOutside, { name: `quota-${crypto.randomUUID()}` });
  const library = new MessageChannel();
  let trouble: string | null = null;
  library.port1.onmessage = ({ data }: MessageEvent<LibraryUpdate>) => {
    if (data.kind === "storage") trouble = data.storage.trouble;
  };
  await api.watchLibrary(library.port2);
  const started = await api.startRun({ workflow, input: null });
  if (!started.ok) throw new Error(started.refusal.message);
  const { runId } = started.value;
  const { port1, port2 } = new MessageChannel();
  let last: Exclude<RunUpdate, { kind: "gone" }> | undefined;
  port1.onmessage = ({ data }: MessageEvent<RunUpdate>) => {
    if (data.kind !== "gone") last = data;
  };
  await api.watchRun(runId, port2);
  await expect
    .poll(() => last?.holds, patient)
    .toMatchObject([{ kind: "storage", message: expect.stringContaining("full") }]);
  await expect.poll(() => trouble, patient).toContain("full");
  const stalledAt = last?.seq;
  expect(await api.readTicks(runId, 1, 10)).toHaveLength(stalledAt ?? 0);
  expect(await api.saveWorkflow({ id: "w", basedOn: 0, workflow: big(workflow) })).toMatchObject({
    ok: false,
    refusal: { code: "quota" },
  });
  await session.send("Storage.overrideQuotaForOrigin", { origin: location.origin });
  await expect.poll(() => last?.summary.lifecycle, patient).toBe("completed");
  expect(last?.holds).toEqual([]);
  await expect.poll(() => trouble, patient).toBe(null);
  expect(await api.readTicks(runId, 1, 10)).toMatchObject([
    { kind: "run-started" },
    { kind: "execution-finished" },
    { kind: "execution-finished" },
  ]);
});

function big(document: Workflow): Workflow {
  return { ...document, description: Array.from({ length: 300_000 }, () => Math.random().toString(36)).join("") };
}
