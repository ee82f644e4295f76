import { expose } from "comlink";
import type { EngineApi } from "../../../src/protocol/engineApi.ts";
import type { LibraryUpdate } from "../../../src/protocol/libraryUpdate.ts";
import type { Step, Workflow } from "../../../src/workflow/workflow.ts";

/*
 * What stands in for the engine worker where the bench measures the page alone: it knows one document and nothing
 * else. It is the document of bench/node/canvas.mjs.
 */

const steps: Record<string, Step> = {};
const places: Record<string, { x: number; y: number }> = {};
for (let n = 0; n < 100; n++) {
  steps[`s${n}`] = {
    kind: "code",
    title: `Step ${n}`,
    accepts: [n === 0 ? "Start" : `E${n - 1}`],
    emits: { done: n === 99 ? "Stop" : `E${n}` },
    config: { source: "export default () => null;\n" },
  };
  places[`s${n}`] = { x: 320 * (n % 10), y: 160 * Math.floor(n / 10) };
}
const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "A hundred steps",
  steps,
  layout: { steps: places },
};

const api: Pick<EngineApi, "watchLibrary" | "loadWorkflow" | "checkSources" | "loadDraft"> = {
  async watchLibrary(port) {
    const tell = (update: LibraryUpdate) => port.postMessage(update);
    tell({ kind: "workflows", workflows: [] });
    tell({ kind: "runs", runs: [], all: 0, version: 0 });
    tell({ kind: "runner", runner: { kind: "unpaired" } });
  },
  loadWorkflow: async (id) => ({ ok: true, value: { id, revision: 1, editedAt: 0, workflow } }),
  checkSources: async () => [],
  loadDraft: async () => null,
};
expose(api);
