import { afterEach, expect, test, vi } from "vitest";
import type { LibraryUpdate } from "../protocol/libraryUpdate.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { createEngineApi } from "./createEngineApi.ts";
import { fixtureOutside } from "./fixtures/fixtureOutside.ts";

vi.setConfig({ testTimeout: 60_000 });
const patient = { timeout: 50_000 };
const limit = 300;

const counting: Workflow = {
  format: "tickwork/workflow@1",
  name: "counting",
  steps: {
    count: {
      kind: "code",
      accepts: ["Start", "Next"],
      emits: { next: "Next", done: "Done" },
      config: { source: String(limit) },
    },
    end: { kind: "stop", accepts: ["Done"], config: {} },
  },
};

const asking: Workflow = {
  format: "tickwork/workflow@1",
  name: "asking",
  steps: {
    ask: { kind: "ask", accepts: ["Start"], emits: { yes: "Yes" }, config: { question: "Well?", choices: ["yes"] } },
    end: { kind: "stop", accepts: ["Yes"], config: {} },
  },
};

const begin = IDBDatabase.prototype.transaction;

afterEach(() => {
  IDBDatabase.prototype.transaction = begin;
});

/** What the browser does to transactions now and then: aborts them, closes the connection before or while they run. */
function breakDatabases(): { readonly broken: () => number } {
  let begun = 0;
  let broken = 0;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<typeof begin>) {
    begun++;
    if (begun % 5 === 0) {
      broken++;
      this.close();
    }
    const transaction = begin.apply(this, args);
    if (args[1] === "readwrite" && begun % 3 === 0) {
      broken++;
      // In the middle: after the requests were made, before they are committed.
      let over = false;
      const abort = () => {
        if (!over) transaction.abort();
        over = true;
      };
      transaction.commit = abort;
      queueMicrotask(() => queueMicrotask(abort));
    }
    if (begun % 7 === 0) {
      broken++;
      queueMicrotask(() => this.close());
    }
    return transaction;
  };
  return { broken: () => broken };
}

test("a run goes on over transactions that abort and connections that close, and loses and repeats nothing", async () => {
  const api = createEngineApi(fixtureOutside, { name: `broken-${crypto.randomUUID()}` });
  const started = await api.startRun({ workflow: counting, input: 0 });
  if (!started.ok) throw new Error(started.refusal.message);
  const { runId } = started.value;
  const { broken } = breakDatabases();
  const { port1, port2 } = new MessageChannel();
  let lifecycle = "";
  port1.onmessage = ({ data }) => {
    lifecycle = data.summary?.lifecycle ?? lifecycle;
  };
  await api.watchRun(runId, port2);
  await expect.poll(() => lifecycle, patient).toBe("completed");
  expect(broken()).toBeGreaterThan(5);
  IDBDatabase.prototype.transaction = begin;
  const ticks = await api.readTicks(runId, 1, 1_000);
  expect(ticks.map((tick) => tick.seq)).toEqual(ticks.map((_, index) => index + 1));
  const returned = ticks.flatMap((tick) => (tick.kind === "execution-finished" ? [tick.execution] : []));
  expect(new Set(returned).size).toBe(returned.length);
  expect(returned).toHaveLength(limit + 2);
});

test("a tab that a newer version pushed aside gives its runs away and says that it must be reloaded", async () => {
  const name = `outdated-${crypto.randomUUID()}`;
  const api = createEngineApi(fixtureOutside, { name });
  const { port1, port2 } = new MessageChannel();
  let trouble: string | null = null;
  port1.onmessage = ({ data }: MessageEvent<LibraryUpdate>) => {
    if (data.kind === "storage") trouble = data.storage.trouble;
  };
  await api.watchLibrary(port2);
  const started = await api.startRun({ workflow: asking, input: null });
  if (!started.ok) throw new Error(started.refusal.message);
  const lock = `${name}:run:${started.value.runId}`;
  const held = async () => (await navigator.locks.query()).held?.some((each) => each.name === lock);
  expect(await held()).toBe(true);
  const opening = indexedDB.open(name, 1_000);
  const newer = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  await expect.poll(held, patient).toBe(false);
  await expect.poll(() => trouble, patient).toContain("Reload this tab");
  expect(await api.cancel(started.value.runId)).toMatchObject({ ok: false, refusal: { code: "storage" } });
  newer.close();
});
