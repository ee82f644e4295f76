import { expect, test, vi } from "vitest";
import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { LogReport } from "../protocol/exports.ts";
import type { OutputUpdate, RunUpdate } from "../protocol/runUpdate.ts";
import { Database } from "../storage/Database.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { writeRunLog } from "../transfer/writeRunLog.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { createEngineApi } from "./createEngineApi.ts";
import { fixtureOutside } from "./fixtures/fixtureOutside.ts";

vi.setConfig({ testTimeout: 60_000 });
const patient = { timeout: 20_000 };

const counting: Workflow = {
  format: "tickwork/workflow@1",
  name: "counting",
  description: "with ünïcode 😀",
  steps: {
    count: {
      kind: "code",
      accepts: ["Start", "Next"],
      emits: { next: "Next", done: "Done" },
      config: { source: "20" },
    },
    end: { kind: "stop", accepts: ["Done"], config: {} },
  },
};

function newTab(): { readonly api: EngineApi; readonly name: string } {
  const name = `logs-${crypto.randomUUID()}`;
  return { api: createEngineApi(fixtureOutside, { name, version: "0.1.0" }), name };
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.message}`);
  return answer.value;
}

async function finishedRun(api: EngineApi): Promise<string> {
  const { runId } = value(await api.startRun({ workflow: counting, input: 0 }));
  await expect.poll(async () => value(await api.loadRun(runId)).summary.lifecycle, patient).toBe("completed");
  return runId;
}

async function whole(api: EngineApi, runId: string): Promise<Extract<RunUpdate, { kind: "whole" }>> {
  const { port1, port2 } = new MessageChannel();
  const update = new Promise<RunUpdate>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<RunUpdate>) => resolve(data);
  });
  await api.watchRun(runId, port2);
  const first = await update;
  if (first.kind !== "whole") throw new Error(`not whole: ${first.kind}`);
  return first;
}

async function rowsOf(name: string): Promise<readonly number[]> {
  const database = new Database({ name });
  const counts = await database.read(["runs", "segments", "snapshots", "headers", "artifacts"], (transaction) =>
    Promise.all([
      transaction.objectStore("runs").count(),
      transaction.objectStore("segments").count(),
      transaction.objectStore("snapshots").count(),
      transaction.objectStore("headers").count(),
      transaction.objectStore("artifacts").count(),
    ]),
  );
  await database.close();
  return counts;
}

test("a log exported, deleted and imported is the same run again, and exports as the same bytes", async () => {
  const { api } = newTab();
  const runId = await finishedRun(api);
  const before = await whole(api, runId);
  const file = value(await api.exportLog(runId));
  const ticks = await api.readTicks(runId, 1, 1_000);
  value(await api.deleteRun(runId));
  expect(value(await api.importLog(file))).toEqual({ runId, ticks: ticks.length, how: "new" });
  expect(await api.readTicks(runId, 1, 1_000)).toEqual(ticks);
  const after = await whole(api, runId);
  expect(after.view).toEqual(before.view);
  expect(after).toMatchObject({ owner: "none", summary: { imported: true, lifecycle: "completed", line: "21" } });
  const again = value(await api.exportLog(runId));
  expect(await again.text()).toBe(await file.text());
  expect(value(await api.importLog(again))).toMatchObject({ how: "here", runId });
  expect(await api.cancel(runId)).toMatchObject({ ok: false, refusal: { code: "not-owner" } });
  const started = ticks.find((tick) => tick.kind === "execution-finished");
  const { port1, port2 } = new MessageChannel();
  const updates: OutputUpdate[] = [];
  port1.onmessage = ({ data }: MessageEvent<OutputUpdate>) => updates.push(data);
  await api.watchOutput({ runId, execution: started?.kind === "execution-finished" ? started.execution : "" }, port2);
  await expect
    .poll(() => updates, patient)
    .toEqual([{ kind: "bytes", stream: "log", from: 0, text: "count 0\n" }, { kind: "end" }]);
});

test("[R50] a run keeps its own document, also what the digest leaves out: two runs that differ only in a name", async () => {
  const { api } = newTab();
  const first = await finishedRun(api);
  const { runId } = value(await api.startRun({ workflow: { ...counting, name: "another name" }, input: 0 }));
  const [one, two] = [value(await api.loadRun(first)), value(await api.loadRun(runId))];
  expect(two.digest).toBe(one.digest);
  expect([one.workflow.name, two.workflow.name]).toEqual(["counting", "another name"]);
  expect(await value(await api.exportLog(first)).text()).toContain('"name":"counting"');
});

test("the log of a run that is here is here; another one under its id becomes a copy", async () => {
  const { api } = newTab();
  const runId = await finishedRun(api);
  const file = value(await api.exportLog(runId));
  expect(value(await api.importLog(file))).toMatchObject({ runId, how: "here" });
  const other = newTab();
  const otherId = await finishedRun(other.api);
  const [first, ...rest] = (await value(await other.api.exportLog(otherId)).text()).split("\n");
  const header = JSON.parse(first ?? "") as { readonly workflow: Workflow };
  expect(header.workflow).toEqual(counting);
  // The same id over other ticks: as if two browsers had made it up.
  const foreign = await reseal([first ?? "", ...rest].join("\n"), runId);
  const report = value(await api.importLog(new Blob([foreign])));
  expect(report).toMatchObject({ how: "copy" });
  expect(report.runId).not.toBe(runId);
  const copied = value(await api.loadRun(report.runId));
  expect(copied.summary).toMatchObject({ id: report.runId, imported: true });
  expect((await value(await api.exportLog(report.runId)).text()).slice(0, 200)).toContain(report.runId);
});

test("a longer log of an imported run is its continuation", async () => {
  const { api } = newTab();
  const { runId } = value(await api.startRun({ workflow: { ...asking }, input: null }));
  await expect.poll(async () => (await api.readTicks(runId, 1, 9)).length, patient).toBe(2);
  const early = value(await api.exportLog(runId));
  value(await api.cancel(runId));
  await expect.poll(async () => value(await api.loadRun(runId)).summary.lifecycle, patient).toBe("completed");
  const late = value(await api.exportLog(runId));
  const elsewhere = newTab().api;
  expect(value(await elsewhere.importLog(early))).toEqual({ runId, ticks: 2, how: "new" });
  expect((await whole(elsewhere, runId)).view.lifecycle).toBe("running");
  const continued = value(await elsewhere.importLog(late));
  expect(continued).toMatchObject({ runId, how: "continued" });
  expect(await elsewhere.readTicks(runId, 1, 99)).toEqual(await api.readTicks(runId, 1, 99));
  expect(value(await elsewhere.loadRun(runId)).summary).toMatchObject({ outcome: "cancellation" });
  expect(await (await value(await elsewhere.exportLog(runId))).text()).toBe(await late.text());
});

test("a damaged log is named by its line, looked at up to its last good tick, and leaves nothing", async () => {
  const { api, name } = newTab();
  const source = newTab();
  const runId = await finishedRun(source.api);
  const text = await value(await source.api.exportLog(runId)).text();
  const lines = text.split("\n");
  const damaged: [string, string, number, number][] = [
    ["cut off", text.slice(0, text.indexOf(lines[6] ?? "") + 20), 7, 5],
    ["end missing", `${lines.slice(0, 10).join("\n")}\n`, 11, 9],
    [
      "lines swapped",
      lines
        .with(4, lines[5] ?? "")
        .with(5, lines[4] ?? "")
        .join("\n"),
      5,
      3,
    ],
    ["edited", lines.with(4, (lines[4] ?? "").replace('"data":3', '"data":4')).join("\n"), 5, 3],
  ];
  for (const [, content, line, ticks] of damaged) {
    const report: LogReport = value(await api.importLog(new Blob([content])));
    expect(report).toMatchObject({ ticks, damage: { line, message: expect.any(String) } });
    expect(await api.readTicks(report.runId, 1, 1_000)).toHaveLength(ticks);
    const seen = await whole(api, report.runId);
    expect(seen).toMatchObject({ seq: ticks, owner: "none", summary: { imported: true } });
    expect(value(await api.loadRun(report.runId)).workflow).toEqual(counting);
    expect(await api.exportLog(report.runId)).toMatchObject({ refusal: { code: "damaged" } });
    expect(await api.deleteRun(report.runId)).toEqual({ ok: true, value: null });
    expect(await api.loadRun(report.runId)).toMatchObject({ refusal: { code: "not-found" } });
  }
  expect(await rowsOf(name)).toEqual([0, 0, 0, 0, 0]);
});

test("what is no log is refused with a sentence and leaves nothing", async () => {
  const { api, name } = newTab();
  const refused: [BlobPart, string][] = [
    ["", "invalid"],
    ["hello", "invalid"],
    [JSON.stringify(counting), "invalid"],
    ['{"format":"tickwork/runlog@9","runId":"r"}\n', "newer-format"],
    [new Uint8Array(50_000_000), "invalid"],
  ];
  for (const [content, code] of refused) {
    const answer = await api.importLog(new Blob([content]));
    expect(answer).toMatchObject({ ok: false, refusal: { message: expect.stringMatching(/\w+.*\./) } });
    expect([code, "damaged"]).toContain(answer.ok ? "" : answer.refusal.code);
  }
  const header: RunLogHeader = {
    format: "tickwork/runlog@1",
    runId: "r",
    workflow: counting,
    digest: digestOf(counting),
    createdAt: 1,
    engine: "1",
    origin: "tab",
  };
  const lines: string[] = [];
  for await (const line of writeRunLog({ header, ticks: [] })) lines.push(line);
  expect(await api.importLog(new Blob(lines))).toMatchObject({
    refusal: { message: expect.stringContaining("no tick") },
  });
  expect(await rowsOf(name)).toEqual([0, 0, 0, 0, 0]);
});

test("a snapshot of another version of the engine is passed over: the run is folded from its first tick", async () => {
  const { api, name } = newTab();
  const runId = await finishedRun(api);
  const before = await whole(api, runId);
  const database = new Database({ name });
  await database.write(["snapshots"], "relaxed", async (transaction) => {
    const store = transaction.objectStore("snapshots");
    for (const key of await store.getAllKeys()) await store.put({ at: 1, state: { format: "tickwork/state@99" } }, key);
  });
  await database.close();
  const later = createEngineApi(fixtureOutside, { name });
  expect((await whole(later, runId)).view).toEqual(before.view);
});

test("pieces of an import whose tab died are swept by the next tab", async () => {
  const name = `logs-${crypto.randomUUID()}`;
  const database = new Database({ name });
  await database.write(["segments", "artifacts"], "relaxed", async (transaction) => {
    await transaction.objectStore("segments").add([{ seq: 1, at: 1, kind: "run-timed-out" }], ["orphan", 1]);
    const artifact = { digest: "sha256:a", mediaType: "text/plain", bytes: 0 };
    await transaction.objectStore("artifacts").add({ runId: "orphan", index: 0, artifact });
  });
  await database.close();
  createEngineApi(fixtureOutside, { name });
  await expect.poll(() => rowsOf(name), patient).toEqual([0, 0, 0, 0, 0]);
});

const asking: Workflow = {
  format: "tickwork/workflow@1",
  name: "asking",
  steps: {
    ask: { kind: "ask", accepts: ["Start"], emits: { yes: "Yes" }, config: { question: "Well?", choices: ["yes"] } },
    end: { kind: "stop", accepts: ["Yes"], config: {} },
  },
};

/** A log under another run id, with a header hash that fits again. */
async function reseal(text: string, runId: string): Promise<string> {
  const lines = text.trimEnd().split("\n");
  const header = JSON.stringify({ ...JSON.parse(lines[0] ?? ""), runId });
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(header));
  const hash = `sha256:${[...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const { end } = JSON.parse(lines.at(-1) ?? "") as { end: object };
  return `${[header, ...lines.slice(1, -1), JSON.stringify({ end: { ...end, header: hash } })].join("\n")}\n`;
}

test("an imported run goes on where it stood, as the journal says, and exports what came with it and what came since", async () => {
  const source = newTab().api;
  const { runId } = value(await source.startRun({ workflow: asking, input: null }));
  await expect.poll(async () => (await source.readTicks(runId, 1, 9)).length, patient).toBe(2);
  const log = value(await source.exportLog(runId));
  const { api } = newTab();
  value(await api.importLog(log));
  expect(await api.answer(runId, { step: "ask", ask: "i1", value: null, choice: "yes" })).toMatchObject({ ok: false });
  expect(await api.continueRun(runId)).toEqual({ ok: true, value: null });
  expect(await api.continueRun(runId)).toMatchObject({ ok: false, refusal: { code: "conflict" } });
  const ticks = await api.readTicks(runId, 1, 9);
  expect(ticks[2]).toMatchObject({ kind: "session-started", reason: "import", epoch: 2 });
  const shown = await whole(api, runId);
  expect(shown).toMatchObject({ owner: "this-tab", view: { lifecycle: "running" } });
  const [waiter] = shown.view.steps.ask?.waiters ?? [];
  const { ask = "" } = (waiter?.ask?.data ?? {}) as { readonly ask?: string };
  value(await api.answer(runId, { step: "ask", ask, value: null, choice: "yes" }));
  await expect.poll(async () => value(await api.loadRun(runId)).summary.outcome, patient).toBe("success");
  expect(value(await api.loadRun(runId)).summary.imported).toBeUndefined();
  const later = value(await api.exportLog(runId));
  expect(value(await source.importLog(later))).toMatchObject({ how: "copy" });
  expect(value(await newTab().api.importLog(later))).toMatchObject({ how: "new" });
});

test("a run that has ended, and one that was made here, cannot be continued", async () => {
  const { api } = newTab();
  const runId = await finishedRun(api);
  expect(await api.continueRun(runId)).toMatchObject({ ok: false, refusal: { code: "conflict" } });
  const elsewhere = newTab().api;
  value(await elsewhere.importLog(value(await api.exportLog(runId))));
  expect(await elsewhere.continueRun(runId)).toMatchObject({
    refusal: { message: expect.stringContaining("has ended") },
  });
});
