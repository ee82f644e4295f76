import { type Remote, transfer, wrap } from "comlink";
import { afterEach, expect, test, vi } from "vitest";
import type { StateView } from "../engine/view.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { RunUpdate } from "../protocol/runUpdate.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { startTabWorker } from "./fixtures/startTabWorker.ts";

// Workers share a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const patient = { timeout: 20_000 };

let workers: Worker[] = [];

function openTab(name: string): Remote<EngineApi> {
  const worker = startTabWorker(name);
  workers.push(worker);
  return wrap<EngineApi>(worker);
}

function closeTabs(): void {
  for (const worker of workers) worker.terminate();
  workers = [];
}

afterEach(closeTabs);

const parking: Workflow = {
  format: "tickwork/workflow@1",
  name: "parking",
  steps: {
    list: { kind: "code", accepts: ["Start"], batches: { item: "Item" }, config: { source: "fan 4" } },
    check: {
      kind: "code",
      accepts: ["Item"],
      emits: { done: "Done" },
      onFailure: "park",
      output: { type: "number" },
      config: { source: "fail at first" },
    },
    all: { kind: "code", accepts: ["Done"], emits: { done: "All" }, join: { batch: "all" }, config: { source: "0" } },
    end: { kind: "stop", accepts: ["All"], config: {} },
  },
};

async function start(api: Remote<EngineApi>): Promise<string> {
  const started = await api.startRun({ workflowId: "w", workflow: parking, input: null });
  if (!started.ok) throw new Error(started.refusal.message);
  return started.value.runId;
}

async function watch(api: Remote<EngineApi>, runId: string) {
  const { port1, port2 } = new MessageChannel();
  const seen: { view: StateView | null; needsYou: number } = { view: null, needsYou: 0 };
  port1.onmessage = ({ data }: MessageEvent<RunUpdate>) => {
    if (data.kind === "gone") return;
    seen.needsYou = data.summary.needsYou;
    if (data.kind === "whole") seen.view = data.view;
    else if (seen.view) seen.view = { ...data.run, steps: { ...seen.view.steps, ...data.steps } };
  };
  await api.watchRun(runId, transfer(port2, [port2]));
  return seen;
}

test("[R70] parked items are counted among what needs a person, survive a reload, and each is decided once", async () => {
  const name = `parked-${crypto.randomUUID()}`;
  const before = openTab(name);
  const runId = await start(before);
  const first = await watch(before, runId);
  await expect.poll(() => first.needsYou, patient).toBe(4);
  closeTabs();

  const api = openTab(name);
  const seen = await watch(api, runId);
  const parked = () => seen.view?.steps.check?.parked ?? [];
  await expect.poll(() => parked().length, patient).toBe(4);
  expect(parked()[2]).toMatchObject({ error: { message: "No luck with 2" }, member: { index: 2 } });
  const item = parked()[2]?.item ?? "";

  const wrong = await api.decide(runId, { item, decision: { kind: "succeeded", output: "two" } });
  expect(wrong).toMatchObject({ refusal: { code: "invalid", problems: [{ message: "A number is expected." }] } });
  expect(await api.decide(runId, { item, decision: { kind: "succeeded", output: 2 } })).toMatchObject({ ok: true });
  await expect.poll(() => seen.needsYou, patient).toBe(3);
  expect(await api.decide(runId, { item, decision: { kind: "rerun" } })).toMatchObject({
    refusal: { code: "conflict", message: "This item is decided already." },
  });
});

test("[R70] all parked items of a step run again at once", async () => {
  const api = openTab(`parked-${crypto.randomUUID()}`);
  const runId = await start(api);
  const seen = await watch(api, runId);
  await expect.poll(() => seen.needsYou, patient).toBe(4);
  const decided = await api.decideParked(runId, { step: "check", decision: { kind: "rerun" } });
  expect(decided).toEqual({ ok: true, value: { items: 4 } });
  await expect.poll(() => seen.needsYou, patient).toBe(0);
  expect(await api.decideParked(runId, { step: "check", decision: { kind: "rerun" } })).toMatchObject({ ok: false });
  const attempts = (await api.readTicks(runId, 1, 100)).filter((tick) => tick.kind === "recovery-decided");
  expect(attempts.map((tick) => tick.kind === "recovery-decided" && tick.item)).toEqual(["i2", "i3", "i4", "i5"]);
});

test("[R70] giving parked items up ends the run as their failure", async () => {
  const api = openTab(`parked-${crypto.randomUUID()}`);
  const runId = await start(api);
  const seen = await watch(api, runId);
  await expect.poll(() => seen.needsYou, patient).toBe(4);
  await api.decideParked(runId, { step: "check", decision: { kind: "failed" } });
  await expect.poll(() => seen.view?.outcome, patient).toBe("failure");
  expect(seen.view?.reason).toBe("check failed: No luck with 0");
  expect(seen.needsYou).toBe(0);
});
