import { expect, test, vi } from "vitest";
import { digestOf, isReference } from "../engine/reference.ts";
import { resolveValue } from "../engine/resolve.ts";
import type { Tick } from "../engine/tick.ts";
import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { Executors } from "../runtime/world.ts";
import { Database } from "../storage/Database.ts";
import { readRunLog } from "../transfer/readRunLog.ts";
import type { LogArtifact, RunLogHeader } from "../transfer/runLogFormat.ts";
import { writeRunLog } from "../transfer/writeRunLog.ts";
import type { Json } from "../workflow/json.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";
import { createEngineApi } from "./createEngineApi.ts";
import { fixtureOutside } from "./fixtures/fixtureOutside.ts";
import type { Outside } from "./outside.ts";

vi.setConfig({ testTimeout: 120_000 });
const patient = { timeout: 100_000 };
const size = 20_000_000;

const step = (accepts: string, done?: string): Step => ({
  kind: "code",
  accepts: [accepts],
  emits: done === undefined ? {} : { done },
  config: { source: "as the test says" },
});
const five: Workflow = {
  format: "tickwork/workflow@1",
  name: "five",
  steps: {
    one: step("Start", "One"),
    two: step("One", "Two"),
    three: step("Two", "Three"),
    four: step("Three", "Four"),
    five: step("Four"),
  },
};

/** Steps that read the value and make one anew of it, as code does. The last one ends the run with it. */
const remaking: Outside = {
  ...fixtureOutside,
  executorsOf(run): Executors {
    const nothing = () => undefined;
    return {
      async start(dispatch, execution) {
        const given = await resolveValue(dispatch.event?.data ?? null, (digest) => execution.artifact(digest));
        const { n = 0, text = noise() } = (given ?? {}) as { readonly n?: number; readonly text?: string };
        const type = run.workflow.steps[dispatch.step]?.emits?.done ?? "Stop";
        execution.finish({ results: [{ kind: "return", value: { type, data: { n: n + 1, text } } }] });
      },
      attach: nothing,
      abort: nothing,
      stop: nothing,
      treatAsLost: nothing,
    };
  },
};

function noise(): string {
  const random = new Uint32Array(1_000).map(() => Math.random() * 2 ** 32);
  return Array.from({ length: Math.ceil(size / 5_000) }, (_, i) => String(random[i % 1_000]).padEnd(5_000, "-"))
    .join("")
    .slice(0, size);
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.message}`);
  return answer.value;
}

/** Bytes of what stands in each store of the database. */
async function storedBytes(name: string): Promise<Readonly<Record<string, number>>> {
  const database = new Database({ name });
  const stores = ["runs", "segments", "snapshots", "requests", "artifacts", "values", "valueUses", "outputs"] as const;
  const sizes = await database.read([...stores], async (transaction) => {
    const sums: Record<string, number> = {};
    for (const store of stores) {
      const rows: unknown[] = await transaction.objectStore(store).getAll();
      sums[store] = rows.reduce<number>(
        (sum, row) => sum + (row instanceof Uint8Array ? row.length : JSON.stringify(row).length),
        0,
      );
    }
    return sums;
  });
  await database.close();
  return sizes;
}

async function hashOf(file: Blob): Promise<string> {
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())));
}

async function resultOf(api: EngineApi, runId: string): Promise<Json> {
  const last = (await api.readTicks(runId, 1, 100)).findLast((tick) => tick.kind === "execution-finished");
  const [returned] = last?.kind === "execution-finished" ? last.results : [];
  return returned?.kind === "return" ? ((returned.value as { readonly data: Json }).data ?? null) : null;
}

test("a 20 MB value through five steps costs its bytes once: in the database, and in the log", async () => {
  const name = `large-${crypto.randomUUID()}`;
  const api = createEngineApi(remaking, { name });
  const { runId } = value(await api.startRun({ workflow: five, input: null }));
  await expect.poll(async () => value(await api.loadRun(runId)).summary.outcome, patient).toBe("success");

  const { values, ...others } = await storedBytes(name);
  expect(values).toBe(size + 2);
  expect(Object.values(others).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(20_000);

  const { n, text } = (await resultOf(api, runId)) as { readonly n: number; readonly text: Json };
  expect(n).toBe(5);
  if (!isReference(text)) throw new Error("the text stands in its tick");
  const blob = value(await api.readValue(runId, digestOf(text)));
  expect([blob.size, await blob.slice(0, 1).text()]).toEqual([size + 2, '"']);

  const log = value(await api.exportLog(runId));
  expect(log.size).toBeLessThan(size + 30_000);
  expect(value(await api.deleteRun(runId))).toBe(null);
  expect(await storedBytes(name)).toMatchObject({ values: 0, valueUses: 0 });

  const imported = value(await api.importLog(log));
  expect(imported).toMatchObject({ how: "new", runId });
  expect(await storedBytes(name)).toMatchObject({ values: size + 2 });
  expect(value(await api.readValue(runId, digestOf(text))).size).toBe(size + 2);
  const again = value(await api.exportLog(runId));
  // A comparison of twenty million bytes one by one would take minutes.
  expect([again.size, await hashOf(again)]).toEqual([log.size, await hashOf(log)]);
});

test("runs with the same value share it, and it stays until the last of them is deleted", async () => {
  const name = `large-${crypto.randomUUID()}`;
  const api = createEngineApi(remaking, { name });
  const input = { text: "t".repeat(100_000) };
  const start = async () => {
    const { runId } = value(await api.startRun({ workflow: { ...five, steps: { one: step("Start") } }, input }));
    await expect.poll(async () => value(await api.loadRun(runId)).summary.outcome, patient).toBe("success");
    return runId;
  };
  const [first, second] = [await start(), await start()];
  expect(await storedBytes(name)).toMatchObject({ values: 100_002 });
  value(await api.deleteRun(first));
  expect(await storedBytes(name)).toMatchObject({ values: 100_002 });
  value(await api.deleteRun(second));
  expect(await storedBytes(name)).toMatchObject({ values: 0, valueUses: 0 });
});

/** The same log without the bytes of its artifacts. */
async function leaveOut(log: Blob): Promise<string> {
  let header: RunLogHeader | undefined;
  const ticks: Tick[] = [];
  const artifacts: LogArtifact[] = [];
  for await (const part of readRunLog(log.stream())) {
    if (part.kind === "header") header = part.header;
    else if (part.kind === "tick") ticks.push(part.tick);
    else if (part.kind === "artifact") {
      const { data: _, ...omitted } = part.artifact;
      artifacts.push(omitted);
    }
  }
  if (!header) throw new Error("no header");
  let text = "";
  for await (const line of writeRunLog({ header, ticks, artifacts })) text += line;
  return text;
}

test("a value that a log left out is missed with a sentence, and left out again", async () => {
  const name = `large-${crypto.randomUUID()}`;
  const api = createEngineApi(remaking, { name });
  const workflow = { ...five, steps: { one: step("Start") } };
  const { runId } = value(await api.startRun({ workflow, input: { text: "t".repeat(100_000) } }));
  await expect.poll(async () => value(await api.loadRun(runId)).summary.outcome, patient).toBe("success");
  const { input } = value(await api.loadRun(runId)) as unknown as { readonly input: { readonly text: Json } };
  const digest = isReference(input.text) ? digestOf(input.text) : "";
  const lean = await leaveOut(value(await api.exportLog(runId)));
  expect(lean.length).toBeLessThan(10_000);
  value(await api.deleteRun(runId));
  expect(value(await api.importLog(new Blob([lean]))).how).toBe("new");
  expect(await api.readValue(runId, digest)).toMatchObject({
    ok: false,
    refusal: { message: expect.stringContaining("was left out of the log") },
  });
  expect(await value(await api.exportLog(runId)).text()).toBe(lean);
});
