import { expect, test } from "vitest";
import type { EngineApi, LibraryUpdate } from "../protocol/engineApi.ts";
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
  await expect.poll(() => seen.lists.at(-1), { timeout: 10_000 }).toEqual(["one"]);
  const second = { ...workflow, name: "two" };
  expect(await there.saveWorkflow({ id: "w", basedOn: 1, workflow: second })).toMatchObject({ ok: true });
  expect(await here.saveWorkflow({ id: "w", basedOn: 1, workflow })).toMatchObject({
    ok: false,
    refusal: { code: "conflict", message: expect.stringContaining("revision 2") },
  });
  await expect.poll(() => seen.lists.at(-1), { timeout: 10_000 }).toEqual(["two"]);
  expect(await here.loadWorkflow("w")).toMatchObject({ ok: true, value: { revision: 2, workflow: second } });
  expect(await here.deleteWorkflow("w")).toEqual({ ok: true, value: null });
  await expect.poll(() => seen.lists.at(-1), { timeout: 10_000 }).toEqual([]);
  expect(await there.loadWorkflow("w")).toMatchObject({ ok: false, refusal: { code: "not-found" } });
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
  await expect.poll(() => seen.lists.at(-1), { timeout: 10_000 }).toEqual(["one"]);
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
