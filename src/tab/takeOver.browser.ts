import { transfer } from "comlink";
import { expect, test } from "vitest";
import type { RunUpdate } from "../protocol/runUpdate.ts";
import { Database } from "../storage/Database.ts";
import { claimRun } from "../storage/runs.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { counting, newName, openTab, patient, start, type Tab } from "./fixtures/runsOfTabs.ts";

const asking: Workflow = {
  format: "tickwork/workflow@1",
  name: "asking",
  events: { Freeze: { role: "external" }, Go: { role: "external" } },
  steps: {
    ask: {
      kind: "ask",
      accepts: ["Start"],
      emits: { yes: "Yes" },
      config: { question: "Well?", choices: ["yes"] },
    },
    count: {
      kind: "code",
      accepts: ["Go", "Next"],
      emits: { next: "Next", done: "Done" },
      config: { source: "500" },
    },
    end: { kind: "stop", accepts: ["Yes", "Done"], config: {} },
  },
};

/** What a watcher of the run was told last of who drives it and how it stands. */
async function watch(tab: Tab, runId: string, onSeen: () => void = () => {}) {
  const seen = { owner: "", lifecycle: "", outcome: "" as string | null, seq: 0 };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<RunUpdate>) => {
    if (data.kind === "gone") return;
    const { lifecycle, outcome } = data.kind === "whole" ? data.view : data.run;
    Object.assign(seen, { owner: data.owner, seq: data.seq, lifecycle, outcome });
    onSeen();
  };
  tab.ports.push(port1);
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
  const seen: { owner: string }[] = [];
  let most = 0;
  const count = () => {
    most = Math.max(most, seen.filter(({ owner }) => owner === "this-tab").length);
  };
  const [here, there] = [await watch(first, runId, count), await watch(second, runId, count)];
  seen.push(here, there);
  await expect.poll(() => there.owner, patient).toBe("other-tab");
  expect(await second.api.takeOver(runId)).toEqual({ ok: true, value: null });
  await expect.poll(() => [here.owner, there.owner], patient).toEqual(["other-tab", "this-tab"]);
  const ticks = await journalOf(second, runId);
  expect(ticks.at(-1)).toMatchObject({ kind: "session-started", reason: "takeover", epoch: 2 });
  // And back again, as often as a person likes.
  expect(await first.api.takeOver(runId)).toEqual({ ok: true, value: null });
  await expect.poll(() => [here.owner, there.owner], patient).toEqual(["this-tab", "other-tab"]);
  // At no moment two pages said that they drive it.
  expect(most).toBe(1);
  // The one that let go goes on waiting for its turn.
  first.kill();
  await expect.poll(() => there.owner, patient).toBe("this-tab");
});

test("a busy run changes hands while it counts: nothing is lost, nothing happens twice", async () => {
  const name = newName();
  const [first, second, third] = [openTab(name), openTab(name), openTab(name)];
  const runId = await start(first, counting(600), 0);
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

/** The workflow whose step freezes its tab until that is thawed. The run goes on to wait for its answer, frozen or not. */
function freezing() {
  const ice = URL.createObjectURL(new Blob());
  const { ask, end } = asking.steps;
  const workflow = {
    ...asking,
    steps: {
      ask,
      stuck: { kind: "code", accepts: ["Freeze"], emits: { done: "Done" }, config: { source: `freeze ${ice}` } },
      end: { ...end, accepts: ["Yes"] },
    },
  } as Workflow;
  return { workflow, thaw: () => URL.revokeObjectURL(ice) };
}

test("a frozen owner is not waited for, and can write no more when it thaws", async () => {
  const name = newName();
  const [first, second] = [openTab(name), openTab(name)];
  const { workflow, thaw } = freezing();
  const runId = await start(first, workflow);
  const [here, there] = [await watch(first, runId), await watch(second, runId)];
  await expect.poll(() => there.owner, patient).toBe("other-tab");
  await second.api.send(runId, { type: "Freeze" });
  await expect.poll(async () => (await second.api.readTicks(runId, 1, 100)).length, patient).toBe(4);
  let thawed = false;
  void first.api.loadDraft("thawed?").then(() => {
    thawed = true;
  });
  const taken = second.api.takeOver(runId);
  await expect
    .poll(async () => (await second.api.readTicks(runId, 1, 100)).map((tick) => tick.kind), patient)
    .toContain("session-started");
  expect(thawed).toBe(false);
  expect(await taken).toEqual({ ok: true, value: null });
  thaw();
  await expect.poll(() => here.owner, patient).toBe("other-tab");
  const ticks = await journalOf(second, runId);
  // What the thawed tab made of its step was refused by the epoch.
  const { length } = ticks.filter((tick) => tick.kind === "execution-finished" && tick.execution === "x2");
  expect(length).toBe(0);
});

test("a frozen owner's run that is taken twice by one tab is driven there, and hears what is asked of it", async () => {
  const name = newName();
  const [first, second] = [openTab(name), openTab(name)];
  const { workflow, thaw } = freezing();
  const runId = await start(first, workflow);
  const there = await watch(second, runId);
  await expect.poll(() => there.owner, patient).toBe("other-tab");
  await second.api.send(runId, { type: "Freeze" });
  await expect.poll(async () => (await second.api.readTicks(runId, 1, 100)).length, patient).toBe(4);
  const answers = await Promise.all([second.api.takeOver(runId), second.api.takeOver(runId)]);
  expect(answers).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  await expect.poll(() => there.owner, patient).toBe("this-tab");
  first.kill();
  thaw();
  expect(await second.api.cancel(runId)).toEqual({ ok: true, value: null });
  await expect.poll(() => [there.lifecycle, there.owner], patient).toEqual(["completed", "none"]);
  await journalOf(second, runId);
});

test("[R48] an owner whose commit the fence refuses takes nothing that was asked with it, and waits for its turn", async () => {
  const name = newName();
  const tab = openTab(name);
  const runId = await start(tab, asking);
  const seen = await watch(tab, runId);
  await expect.poll(() => [seen.owner, seen.seq], patient).toEqual(["this-tab", 2]);
  const database = new Database({ name });
  // Somebody who claims it without its lock: a tab that thawed between the lock and the claim.
  expect(await claimRun(database, runId, ({ run }) => run.epoch)).toBe(2);
  // Refused is the tick; what was asked stays, whoever carries it out.
  expect(await tab.api.cancel(runId)).toEqual({ ok: true, value: null });
  await expect.poll(() => [seen.lifecycle, seen.owner], patient).toEqual(["completed", "none"]);
  const ticks = await journalOf(tab, runId);
  expect(ticks.flatMap((tick) => (tick.kind === "session-started" ? [tick.epoch] : []))).toEqual([3]);
  expect(ticks.filter(({ kind }) => kind === "cancel-requested")).toHaveLength(1);
  await database.close();
});

test("of twelve tabs that are opened at once one writes, and one other whenever it dies", async () => {
  const name = newName();
  const twelve = Array.from({ length: 12 }, () => openTab(name));
  const [starter, last] = [twelve[0], twelve[11]];
  if (starter === undefined || last === undefined) throw new Error("there are twelve");
  const runId = await start(starter, asking);
  const seen = await Promise.all(twelve.map((tab) => watch(tab, runId)));
  const drivers = () => seen.flatMap(({ owner }, index) => (owner === "this-tab" ? [index] : []));
  await expect.poll(() => seen.every(({ owner }) => owner !== ""), patient).toBe(true);
  expect(drivers()).toHaveLength(1);
  // Three of them want it at the same moment.
  await Promise.all(twelve.slice(3, 6).map((tab) => tab.api.takeOver(runId)));
  await expect.poll(drivers, patient).toHaveLength(1);

  await last.api.send(runId, { type: "Go", data: 0 });
  let seed = 11;
  for (let death = 0; death < 5; death++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const reached = () => Math.max(...seen.map(({ seq }) => seq));
    const target = reached() + 1 + (seed % 60);
    const ended = () => seen.some(({ lifecycle }) => lifecycle === "completed");
    await expect
      .poll(() => ended() || (reached() >= target && drivers().some((index) => index !== 11)), {
        ...patient,
        interval: 5,
      })
      .toBe(true);
    const driver = drivers().find((index) => index !== 11);
    if (driver === undefined) break;
    twelve[driver]?.kill();
    Object.assign(seen[driver] ?? {}, { owner: "dead" });
  }
  await expect.poll(() => seen[11]?.lifecycle, patient).toBe("completed");
  const ticks = await journalOf(last, runId);
  const returned = ticks.flatMap((tick) =>
    tick.kind === "execution-finished"
      ? tick.results.map((result) => (result.kind === "return" ? (result.value as { data?: unknown }).data : null))
      : [],
  );
  // Every number once and in order; the last one again, because `end` hands it on.
  const numbers = returned.filter((value) => typeof value === "number");
  expect(numbers).toEqual([...Array.from({ length: 501 }, (_, n) => n + 1), 501]);
  expect(ticks.filter(({ kind }) => kind === "session-started").length).toBeGreaterThan(2);
}, 180_000);

test("there is nothing to take over of a run that has ended, or is driven here already", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, asking);
  expect(await tab.api.takeOver(runId)).toEqual({ ok: true, value: null });
  await tab.api.cancel(runId);
  const seen = await watch(tab, runId);
  await expect.poll(() => [seen.lifecycle, seen.owner], patient).toEqual(["completed", "none"]);
  expect(await tab.api.takeOver(runId)).toMatchObject({ ok: false, refusal: { code: "conflict" } });
});
