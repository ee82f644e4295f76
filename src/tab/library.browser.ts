import { expect, test } from "vitest";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { LibraryUpdate } from "../protocol/libraryUpdate.ts";
import { Database } from "../storage/Database.ts";
import { loadAllTags } from "../storage/runTags.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { createEngineApi } from "./createEngineApi.ts";
import { nothingOutside } from "./nothingOutside.ts";

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "one",
  steps: { a: { kind: "stop", accepts: ["Start"], config: {} } },
  layout: { steps: { a: { x: 300, y: 40 } }, start: { x: 0, y: 10 } },
};

function names(api: EngineApi): Promise<{ lists: string[][] }> {
  const { port1, port2 } = new MessageChannel();
  const seen = { lists: [] as string[][] };
  port1.onmessage = (event: MessageEvent<LibraryUpdate>) => {
    if (event.data.kind === "workflows") seen.lists.push(event.data.workflows.map(({ name }) => name));
  };
  return api.watchLibrary(port2).then(() => seen);
}

test("what one tab saves, another tab's lists show, and a save on an old revision is a conflict", async () => {
  const name = `library-${crypto.randomUUID()}`;
  const [here, there] = [createEngineApi(nothingOutside, { name }), createEngineApi(nothingOutside, { name })];
  const seen = await names(there);
  expect(await here.saveWorkflow({ id: "w", basedOn: 0, workflow })).toEqual({ ok: true, value: { revision: 1 } });
  await expect.poll(() => seen.lists.at(-1)).toEqual(["one"]);
  const second = { ...workflow, name: "two" };
  expect(await there.saveWorkflow({ id: "w", basedOn: 1, workflow: second })).toMatchObject({ ok: true });
  expect(await here.saveWorkflow({ id: "w", basedOn: 1, workflow })).toMatchObject({
    ok: false,
    refusal: { code: "conflict", message: expect.stringContaining("revision 2") },
  });
  await expect.poll(() => seen.lists.at(-1)).toEqual(["two"]);
  expect(await here.loadWorkflow("w")).toMatchObject({ ok: true, value: { revision: 2, workflow: second } });
  expect(await here.deleteWorkflow("w")).toEqual({ ok: true, value: null });
  await expect.poll(() => seen.lists.at(-1)).toEqual([]);
  expect(await there.loadWorkflow("w")).toMatchObject({ ok: false, refusal: { code: "not-found" } });
});

test("three tabs edit two workflows and are all reloaded: each document is there with its last saved edit", async () => {
  const name = `library-${crypto.randomUUID()}`;
  const open = () => [1, 2, 3].map(() => createEngineApi(nothingOutside, { name }));
  const save = async (api: EngineApi | undefined, id: string, basedOn: number, title: string) =>
    (await api?.saveWorkflow({ id, basedOn, workflow: { ...workflow, name: title } }))?.ok;
  const [first, second, third] = open();
  expect(await Promise.all([save(first, "a", 0, "a1"), save(second, "b", 0, "b1")])).toEqual([true, true]);
  // The first two edit one each at the same time; the third edits both, each on what it saw of it.
  expect(await Promise.all([save(first, "a", 1, "a2"), save(second, "b", 1, "b2")])).toEqual([true, true]);
  expect(await Promise.all([save(third, "a", 1, "a from before"), save(third, "b", 2, "b3")])).toEqual([false, true]);
  for (const api of open()) {
    expect(await api.loadWorkflow("a")).toMatchObject({ ok: true, value: { revision: 2, workflow: { name: "a2" } } });
    expect(await api.loadWorkflow("b")).toMatchObject({ ok: true, value: { revision: 3, workflow: { name: "b3" } } });
    const seen = await names(api);
    await expect.poll(() => seen.lists.at(-1)?.toSorted()).toEqual(["a2", "b3"]);
  }
});

test("the same file imported three times: new, a copy, and in the place of the first, each with its own inner workflow", async () => {
  const api = createEngineApi(nothingOutside, { name: `library-${crypto.randomUUID()}` });
  const runs = { kind: "workflow", accepts: ["Start"], config: { workflow: "inner" } };
  const file = new Blob([
    JSON.stringify({
      ...workflow,
      name: "outer",
      steps: { runs },
      workflows: { inner: { ...workflow, name: "inner" } },
    }),
  ]);
  const outer = async (replacing?: string) => {
    const answer = await api.importWorkflow(file, replacing);
    if (!answer.ok) throw new Error(answer.refusal.message);
    return answer.value.id;
  };
  const named = async (id: string) => {
    const loaded = await api.loadWorkflow(id);
    if (!loaded.ok) throw new Error(loaded.refusal.message);
    const config = loaded.value.workflow.steps.runs?.config as { readonly workflow?: string };
    return { inner: String(config.workflow), revision: loaded.value.revision };
  };
  const first = await outer();
  const before = await named(first);
  const copy = await outer();
  expect(copy).not.toBe(first);
  expect(await named(first)).toEqual(before);
  expect(await outer(first)).toBe(first);
  const [replaced, other] = [await named(first), await named(copy)];
  expect(replaced.revision).toBe(before.revision + 1);
  const inners = [before.inner, replaced.inner, other.inner];
  expect(new Set([...inners, "inner"]).size).toBe(4);
  for (const inner of inners) {
    expect(await api.loadWorkflow(inner)).toMatchObject({ ok: true, value: { workflow: { name: "inner" } } });
  }
});

test("a watcher first gets every list, with a picture of each workflow", async () => {
  const api = createEngineApi(nothingOutside, { name: `library-${crypto.randomUUID()}` });
  await api.saveWorkflow({ id: "w", basedOn: 0, workflow });
  const { port1, port2 } = new MessageChannel();
  const updates = new Map<string, LibraryUpdate>();
  port1.onmessage = (event: MessageEvent<LibraryUpdate>) => updates.set(event.data.kind, event.data);
  await api.watchLibrary(port2);
  await expect.poll(() => [...updates.keys()].sort()).toEqual(["runner", "runs", "storage", "workflows"]);
  expect(updates.get("workflows")).toMatchObject({
    workflows: [
      {
        id: "w",
        steps: 1,
        revision: 1,
        picture: {
          nodes: [
            [0, 10],
            [300, 40],
          ],
          wires: [[0, 1]],
        },
      },
    ],
  });
  expect(updates.get("runner")).toEqual({ kind: "runner", runner: { kind: "unpaired" } });
});

test("a file that is no workflow is refused with its problems and stores nothing", async () => {
  const api = createEngineApi(nothingOutside, { name: `library-${crypto.randomUUID()}` });
  const seen = await names(api);
  const files: [string, string][] = [
    ["", "empty"],
    ["{", "Line 1, column 2"],
    ['{"format":"tickwork/workflow@7","name":"x","steps":{}}', "@7"],
    ['{"format":"tickwork/workflow@1","name":"x","steps":{"a":{"kind":"stop","config":{}},"a":{}}}', "twice"],
    ['{"format":"tickwork/workflow@1","name":"x","steps":{},"n":9007199254740993}', "9007199254740993"],
  ];
  for (const [text, said] of files) {
    const imported = await api.importWorkflow(new Blob([text]));
    expect(imported).toMatchObject({ ok: false, refusal: { message: expect.any(String) } });
    expect(JSON.stringify(imported)).toContain(said);
  }
  const big = await api.importWorkflow(new Blob([new Uint8Array(50_000_000)]));
  expect(big).toMatchObject({ ok: false, refusal: { code: "too-large" } });
  expect(await api.importWorkflow(new Blob([JSON.stringify(workflow)]))).toMatchObject({
    ok: true,
    value: { revision: 1, workflow },
  });
  await expect.poll(() => seen.lists.at(-1)).toEqual(["one"]);
});

test("drafts are kept until they are taken back", async () => {
  const api = createEngineApi(nothingOutside, { name: `library-${crypto.randomUUID()}` });
  expect(await api.loadDraft("a")).toBe(null);
  await api.saveDraft("a", { text: "hal" });
  await api.saveDraft("a", { text: "half" });
  expect(await api.loadDraft("a")).toEqual({ text: "half" });
  await api.saveDraft("a", null);
  expect(await api.loadDraft("a")).toBe(null);
});

test("of 10,000 runs a page hears of the newest; what it asks for comes in pieces; a change tells no more", async () => {
  const name = `library-${crypto.randomUUID()}`;
  const database = new Database({ name });
  await database.write(["runs"], "relaxed", async (transaction) => {
    const runs = transaction.objectStore("runs");
    for (let number = 1; number <= 10_000; number++) {
      const id = `r${number}`;
      const summary = { id, workflowId: "w", name: "one", number, createdAt: number, seq: 3, needsYou: 0 };
      await runs.put({
        id,
        digest: "d",
        epoch: 1,
        engine: "1",
        summary: { ...summary, lifecycle: "completed", outcome: "success", endedAt: number + 1 },
      });
    }
  });
  await database.close();
  const api = createEngineApi(nothingOutside, { name });
  const { port1, port2 } = new MessageChannel();
  const told: number[] = [];
  port1.onmessage = ({ data }: MessageEvent<LibraryUpdate>) => {
    if (data.kind === "runs") told.push(data.runs.length);
  };
  const newest = { order: "started", descending: true } as const;
  const page = await api.listRuns(newest, 500, 600);
  expect(page).toMatchObject({ ok: true, value: { all: 10_000, matching: 10_000, from: 500 } });
  expect(page.ok && page.value.rows.map(({ number }) => number)[0]).toBe(9_500);
  await api.watchLibrary(port2);
  await expect.poll(() => told).toEqual([200]);
  expect(await api.tagRuns(["r7"], { add: ["keep"] })).toEqual({ ok: true, value: null });
  await expect.poll(() => told).toEqual([200, 200]);
  expect(await api.listRuns({ ...newest, tag: "keep" }, 0, 9)).toMatchObject({
    value: { matching: 1, rows: [{ id: "r7", tags: ["keep"] }], tags: [["keep", 1]] },
  });
  expect(await api.tagRuns(["r7"], { add: ["<b>"] })).toMatchObject({ ok: false, refusal: { code: "invalid" } });
  expect(await api.foreseeRetention({ keepLast: 9_990 })).toMatchObject({
    value: { count: 9, oldest: [{ id: "r1" }, { id: "r2" }, {}, {}, {}, {}, { id: "r8" }, {}, {}] },
  });
  expect(await api.setRetention({ keepLast: 9_990 })).toEqual({ ok: true, value: { deleted: 9, refused: [] } });
  expect(await api.retention()).toEqual({ ok: true, value: { keepLast: 9_990 } });
  expect(await api.listRuns({ ...newest, descending: false }, 0, 2)).toMatchObject({
    value: { all: 9_991, rows: [{ id: "r7" }, { id: "r11" }] },
  });
  expect(await api.deleteRuns(["r7", "r11", "ghost"])).toEqual({ ok: true, value: { deleted: 2, refused: [] } });
  const tags = new Database({ name });
  expect((await loadAllTags(tags)).size).toBe(0);
  await tags.close();
}, 60_000);
