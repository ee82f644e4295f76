import { type Remote, transfer, wrap } from "comlink";
import { afterEach, expect, test, vi } from "vitest";
import type { EngineApi, RunUpdate } from "../protocol/engineApi.ts";
import type { Workflow } from "../workflow/workflow.ts";

interface Tab {
  readonly api: Remote<EngineApi>;
  kill(): void;
}

vi.setConfig({ testTimeout: 90_000 });
const patient = { timeout: 30_000 };

let tabs: Tab[] = [];

function openTab(name: string): Tab {
  const worker = new Worker(new URL("./fixtures/tabWorker.ts", import.meta.url), { type: "module", name });
  const tab = { api: wrap<EngineApi>(worker), kill: () => worker.terminate() };
  tabs.push(tab);
  return tab;
}

afterEach(() => {
  for (const tab of tabs) tab.kill();
  tabs = [];
});

const newName = () => `take-over-${crypto.randomUUID()}`;

const asking: Workflow = {
  format: "tickwork/workflow@1",
  name: "asking",
  events: { Freeze: { role: "external" } },
  steps: {
    ask: {
      kind: "ask",
      accepts: ["Start"],
      emits: { yes: "Yes" },
      config: { question: "Well?", choices: ["yes"] },
    },
    stuck: { kind: "code", accepts: ["Freeze"], emits: { done: "Thawed" }, config: { source: "freeze 9000" } },
    end: { kind: "stop", accepts: ["Yes"], config: {} },
  },
};

const counting: Workflow = {
  format: "tickwork/workflow@1",
  name: "counting",
  steps: {
    count: {
      kind: "code",
      accepts: ["Start", "Next"],
      emits: { next: "Next", done: "Done" },
      config: { source: "600" },
    },
    end: { kind: "stop", accepts: ["Done"], config: {} },
  },
};

async function start(tab: Tab, workflow: Workflow, input: number | null = null): Promise<string> {
  const started = await tab.api.startRun({ workflowId: "w", workflow, input });
  if (!started.ok) throw new Error(started.refusal.message);
  return started.value.runId;
}

/** What a watcher of the run was told last of who drives it and how it stands. */
async function watch(tab: Tab, runId: string) {
  const seen = { owner: "", lifecycle: "", outcome: "" as string | null, seq: 0 };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<RunUpdate>) => {
    if (data.kind === "gone") return;
    const { lifecycle, outcome } = data.kind === "whole" ? data.view : data.run;
    Object.assign(seen, { owner: data.owner, seq: data.seq, lifecycle, outcome });
  };
  await tab.api.watchRun(runId, transfer(port2, [port2]));
  return seen;
}

async function journalOf(tab: Tab, runId: string) {
  const ticks = await tab.api.readTicks(runId, 1, 10_000);
  expect(ticks.map(({ seq }) => seq)).toEqual(ticks.map((_, index) => index + 1));
  const epochs = ticks.flatMap((tick) => (tick.kind === "session-started" ? [tick.epoch] : []));
  expect(epochs).toEqual([...new Set(epochs)].sort((a, b) => a - b));
  return ticks;
}

test("an owner that is asked lets go, and looks on from then on", async () => {
  const name = newName();
  const [first, second] = [openTab(name), openTab(name)];
  const runId = await start(first, asking);
  const [here, there] = [await watch(first, runId), await watch(second, runId)];
  await expect.poll(() => there.owner, patient).toBe("other-tab");
  expect(await second.api.takeOver(runId)).toEqual({ ok: true, value: null });
  await expect.poll(() => [here.owner, there.owner], patient).toEqual(["other-tab", "this-tab"]);
  const ticks = await journalOf(second, runId);
  expect(ticks.at(-1)).toMatchObject({ kind: "session-started", reason: "takeover", epoch: 2 });
  // And back again, as often as a person likes.
  expect(await first.api.takeOver(runId)).toEqual({ ok: true, value: null });
  await expect.poll(() => [here.owner, there.owner], patient).toEqual(["this-tab", "other-tab"]);
  // The one that let go goes on waiting for its turn.
  first.kill();
  await expect.poll(() => there.owner, patient).toBe("this-tab");
});

test("a busy run changes hands while it counts: nothing is lost, nothing happens twice", async () => {
  const name = newName();
  const [first, second, third] = [openTab(name), openTab(name), openTab(name)];
  const runId = await start(first, counting, 0);
  const seen = await watch(third, runId);
  for (const tab of [second, third, first, second]) {
    await tab.api.takeOver(runId);
  }
  await expect.poll(() => seen.lifecycle, patient).toBe("completed");
  const ticks = await journalOf(third, runId);
  const finished = ticks.flatMap((tick) => (tick.kind === "execution-finished" ? [tick.execution] : []));
  expect(new Set(finished).size).toBe(finished.length);
  expect(await third.api.loadRun(runId)).toMatchObject({ value: { summary: { line: "601", outcome: "success" } } });
});

test("a frozen owner is not waited for, and can write no more when it thaws", async () => {
  const name = newName();
  const [first, second] = [openTab(name), openTab(name)];
  const runId = await start(first, asking);
  const [here, there] = [await watch(first, runId), await watch(second, runId)];
  await expect.poll(() => there.owner, patient).toBe("other-tab");
  await second.api.send(runId, { type: "Freeze" });
  await expect.poll(async () => (await second.api.readTicks(runId, 1, 100)).length, patient).toBe(3);
  let thawed = false;
  void first.api.loadDraft("thawed?").then(() => {
    thawed = true;
  });
  const taken = second.api.takeOver(runId);
  await expect
    .poll(async () => (await second.api.readTicks(runId, 1, 100)).at(-1)?.kind, { timeout: 30_000, interval: 20 })
    .toBe("session-started");
  expect(thawed).toBe(false);
  expect(await taken).toEqual({ ok: true, value: null });
  await expect.poll(() => here.owner, patient).toBe("other-tab");
  const ticks = await journalOf(second, runId);
  // What the thawed tab made of its step was refused by the epoch.
  const { length } = ticks.filter((tick) => tick.kind === "execution-finished" && tick.execution === "x2");
  expect(length).toBe(0);
});

test("of twelve tabs that are opened at once one drives, and then exactly one other", async () => {
  const name = newName();
  const twelve = Array.from({ length: 12 }, () => openTab(name));
  const [starter] = twelve;
  if (starter === undefined) throw new Error("there are twelve");
  const runId = await start(starter, asking);
  const seen = await Promise.all(twelve.map((tab) => watch(tab, runId)));
  const drivers = () => seen.filter(({ owner }) => owner === "this-tab").length;
  await expect.poll(() => seen.every(({ owner }) => owner !== ""), patient).toBe(true);
  expect(drivers()).toBe(1);
  // Three of them want it at the same moment.
  await Promise.all(twelve.slice(3, 6).map((tab) => tab.api.takeOver(runId)));
  await expect.poll(drivers, patient).toBe(1);
  const driver = seen.findIndex(({ owner }) => owner === "this-tab");
  twelve[driver]?.kill();
  Object.assign(seen[driver] ?? {}, { owner: "dead" });
  await expect.poll(drivers, patient).toBe(1);
  const alive = twelve[(driver + 1) % 12];
  if (alive) await journalOf(alive, runId);
});

test("there is nothing to take over of a run that has ended, or is driven here already", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, asking);
  expect(await tab.api.takeOver(runId)).toEqual({ ok: true, value: null });
  await tab.api.cancel(runId);
  const seen = await watch(tab, runId);
  await expect.poll(() => [seen.lifecycle, seen.owner], patient).toEqual(["completed", "none"]);
  expect(await tab.api.takeOver(runId)).toMatchObject({ ok: false, refusal: { code: "conflict" } });
});
