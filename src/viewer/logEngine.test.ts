import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { TimeTravel } from "../engine/TimeTravel.ts";
import type { OutputUpdate, RunUpdate } from "../protocol/runUpdate.ts";
import { foldedHistory } from "../runs/historyFeed.ts";
import { createLogEngine } from "./logEngine.ts";
import { openLog } from "./openLog.ts";

const recorded = (name: string) => new URL(`../transfer/recorded/runlog-1/${name}.runlog.jsonl`, import.meta.url);

async function opened(name: string) {
  const result = await openLog(createReadStream(recorded(name)));
  if (!result.ok) throw new Error(result.message);
  return result.log;
}

function firstOf<T>(watch: (port: MessagePort) => Promise<void>): Promise<T> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<T>) => {
      port1.close();
      resolve(data);
    };
    void watch(port2);
  });
}

test("a run is shown from its log alone: document, ticks, the view at its end", async () => {
  const log = await opened("pipeline-rolls-back");
  const engine = createLogEngine(log);
  const id = log.header.runId;
  expect(await engine.loadRun(id)).toMatchObject({
    ok: true,
    value: { summary: { outcome: "failure", imported: true } },
  });
  expect(await engine.loadRun("another")).toMatchObject({ ok: false });
  expect(await engine.readTicks(id, 2, 3)).toEqual([log.travel.tick(2), log.travel.tick(3)]);
  const update = await firstOf<RunUpdate>((port) => engine.watchRun(id, port));
  expect(update).toMatchObject({ kind: "whole", seq: log.travel.seq, owner: "none", view: { outcome: "failure" } });
});

test("large values and logs of executions come out of its artifacts", async () => {
  const log = await opened("tab-a-large-value-through-five-steps");
  const engine = createLogEngine(log);
  const value = log.artifacts.find(({ mediaType }) => mediaType === "application/json");
  const answer = await engine.readValue(log.header.runId, value?.digest ?? "");
  expect(answer.ok && answer.value.size).toBe(value?.bytes);
  expect(await engine.readValue(log.header.runId, "sha256:0")).toMatchObject({ ok: false });
  const update = await firstOf<OutputUpdate>((port) =>
    engine.watchOutput({ runId: log.header.runId, execution: "x1" }, port),
  );
  expect(["bytes", "end"]).toContain(update.kind);
});

test("what would change the run is refused with a sentence", async () => {
  const engine = createLogEngine(await opened("pipeline-rolls-back"));
  expect(await engine.cancel("r")).toMatchObject({ ok: false, refusal: { message: expect.stringMatching(/\.$/) } });
});

test("a damaged log opens up to its last good tick, with its damage", async () => {
  const text = await readFile(recorded("pipeline-rolls-back"), "utf8");
  async function* cut(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${text.split("\n").slice(0, 4).join("\n")}\n`);
  }
  const result = await openLog(cut());
  expect(result).toMatchObject({ ok: true, log: { damage: { line: 5 } } });
  expect(result.ok && [result.log.travel.seq, result.log.history.seq]).toEqual([3, 3]);
  expect(await openLog((async function* () {})())).toMatchObject({
    ok: false,
    message: expect.stringContaining("empty"),
  });
});

test("every moment of it is there as soon as it is opened: it was folded while it was read", async () => {
  const log = await opened("story-batch-with-every-fate");
  const { store } = foldedHistory(log);
  const { seq, upTo, travel, history } = store.getState();
  expect([seq, upTo, history.seq]).toEqual([travel.seq, travel.seq, travel.seq]);
  const again = new TimeTravel(travel.plan);
  for (const { tick } of history.entries) {
    again.add(tick);
    expect(travel.viewAt(tick.seq)).toEqual(again.viewAt(tick.seq));
    expect(travel.noticesOf(tick.seq)).toEqual(again.noticesOf(tick.seq));
  }
});

test("what stands behind an edited tick, which only the chain at the end finds, is not shown", async () => {
  const text = await readFile(recorded("story-approval-gate"), "utf8");
  const edited = text.replace('"value":1,"seq":2', '"value":2,"seq":2');
  expect(edited).not.toBe(text);
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(edited);
  }
  const result = await openLog(whole());
  expect(result).toMatchObject({ ok: true, log: { damage: { line: 3 } } });
  expect(result.ok && [result.log.travel.seq, result.log.history.seq]).toEqual([1, 1]);
});
