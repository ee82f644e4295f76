import { unzipSync } from "fflate";
import { expect, test, vi } from "vitest";
import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { ExportForm } from "../protocol/exports.ts";
import type { RunnerStatus } from "../protocol/libraryUpdate.ts";
import { logPlace, titlePlace } from "../transfer/htmlOfLog.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { createEngineApi } from "./createEngineApi.ts";
import { fixtureOutside } from "./fixtures/fixtureOutside.ts";
import type { Outside } from "./outside.ts";

vi.setConfig({ testTimeout: 60_000 });
const patient = { timeout: 20_000 };

const counting: Workflow = {
  format: "tickwork/workflow@1",
  name: "counting",
  steps: {
    count: { kind: "code", accepts: ["Start", "Next"], emits: { next: "Next", done: "Done" }, config: { source: "3" } },
    end: { kind: "stop", accepts: ["Done"], config: {} },
  },
};

const viewer = `<title>${titlePlace}</title><script type="text/plain">${logPlace}</script>`;

/** A runner that knows these secrets, and finds them as they are. */
function withRunner(secrets: Readonly<Record<string, string>>): Outside {
  const status = { kind: "connected" } as RunnerStatus;
  return {
    ...fixtureOutside,
    runner: {
      ...fixtureOutside.runner,
      status,
      async findSecrets(file) {
        const text = await file.text();
        const found = Object.entries(secrets).flatMap(([name, value]) => {
          const at = text.indexOf(value);
          return at < 0 ? [] : [{ name, at }];
        });
        return { ok: true, value: { secrets: Object.keys(secrets).length, found } };
      },
    },
  };
}

const newTab = (outside: Outside = fixtureOutside): EngineApi =>
  createEngineApi(outside, { name: `exports-${crypto.randomUUID()}`, version: "0.1.0" });

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.message}`);
  return answer.value;
}

async function finishedRun(api: EngineApi, input = 0): Promise<string> {
  const { runId } = value(await api.startRun({ workflow: counting, input }));
  await expect.poll(async () => value(await api.loadRun(runId)).summary.lifecycle, patient).toBe("completed");
  return runId;
}

test("a run is exported in every form, the compressed ones with the same log inside", async () => {
  const api = newTab();
  const id = await finishedRun(api);
  const plain = await value(await api.exportLog(id)).text();
  const fileOf = async (form: ExportForm) => value(await api.exportRun(id, form, viewer)).file;
  const unzipped = (await fileOf("log.gz")).stream().pipeThrough(new DecompressionStream("gzip"));
  expect(await new Response(unzipped).text()).toBe(plain);
  const again = (await fileOf("log.gz")).stream().pipeThrough(new DecompressionStream("gzip"));
  expect(value(await api.importLog(await new Response(again).blob()))).toMatchObject({ how: "here", runId: id });
  const [, base64 = ""] = /plain">(.*)<\/script>/.exec(await (await fileOf("html")).text()) ?? [];
  const inside = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
  expect(await new Response(inside.stream().pipeThrough(new DecompressionStream("gzip"))).text()).toBe(plain);
  expect(JSON.parse(await (await fileOf("chrome")).text())).toMatchObject({ traceEvents: expect.any(Array) });
  expect(JSON.parse(await (await fileOf("otlp")).text())).toMatchObject({ resourceSpans: expect.any(Array) });
  expect(await (await fileOf("text")).text()).toMatch(/^ {5}1 {2}\S+Z {2}running count#0 Start\n/);
  expect(JSON.parse(await (await fileOf("scenario")).text())).toMatchObject({ format: "tickwork/scenario@1" });
});

test("many logs come in one zip, each under its own name, and each can be imported again", async () => {
  const api = newTab();
  const ids = [await finishedRun(api, 0), await finishedRun(api, 1)];
  const zip = value(await api.exportRuns(ids));
  expect(zip.secrets).toEqual({ kind: "no-runner" });
  const files = unzipSync(new Uint8Array(await zip.file.arrayBuffer()));
  expect(Object.keys(files)).toEqual(["counting 1.runlog.jsonl", "counting 1 (2).runlog.jsonl"]);
  for (const [i, bytes] of Object.values(files).entries()) {
    expect(await new Blob([new Uint8Array(bytes)]).text()).toBe(await value(await api.exportLog(ids[i] ?? "")).text());
  }
});

test("an export of many logs tells how far it is, and one that is stopped leaves no file", async () => {
  const api = newTab();
  const ids: string[] = [];
  for (let i = 0; i < 40; i++) ids.push(await finishedRun(api, 60 + i));
  const { port1, port2 } = new MessageChannel();
  const told: number[] = [];
  const all = new Promise<void>((resolve) => {
    port1.onmessage = ({ data }) => {
      told.push(data);
      if (data === ids.length) resolve();
    };
  });
  value(await api.exportRuns(ids, port2));
  await all;
  expect(told).toEqual([16, 32, 40]);

  const second = new MessageChannel();
  second.port1.onmessage = ({ data }) => data === 16 && second.port1.postMessage("stop");
  expect(await api.exportRuns(ids, second.port2)).toEqual({
    ok: false,
    refusal: { code: "refused", message: "The export was stopped. There is no file." },
  });
});

test("of many logs that are looked through together, the one with a secret is told", async () => {
  const asked: number[] = [];
  const known = withRunner({ TOKEN: '"data":2' });
  const runner = {
    ...known.runner,
    findSecrets(file: Blob) {
      asked.push(file.size);
      return known.runner.findSecrets(file);
    },
  };
  const api = newTab({ ...known, runner });
  const ids: string[] = [];
  for (let i = 0; i < 20; i++) ids.push(await finishedRun(api, 30 + i));
  asked.length = 0;
  expect(value(await api.exportRuns(ids)).secrets).toEqual({ kind: "checked", secrets: 1 });
  expect(asked.length).toBeLessThan(ids.length / 2);
  ids.push(await finishedRun(api, 1));
  expect(await api.exportRuns(ids)).toMatchObject({
    ok: false,
    refusal: { message: expect.stringMatching(/secret TOKEN .* stands in tick 2/) },
  });
});

test("a file that holds a secret of the runner is refused in every form, with the place", async () => {
  const api = newTab(withRunner({ TOKEN: '"data":2', KEY: "nowhere" }));
  const id = await finishedRun(api);
  for (const form of ["log", "log.gz", "html"] as const) {
    expect(await api.exportRun(id, form, viewer)).toMatchObject({
      ok: false,
      refusal: { message: expect.stringMatching(/secret TOKEN .* stands in tick 3 \(execution-finished\), line 4/) },
    });
  }
  expect(await api.exportLog(id)).toMatchObject({ ok: false });
  expect(await api.exportRuns([id])).toMatchObject({ ok: false });
  expect(value(await api.exportRun(id, "chrome")).secrets).toEqual({ kind: "checked", secrets: 2 });
});

test("hashes at the end of a log are no secrets; a runner that does not answer is said", async () => {
  const api = newTab(withRunner({ TOKEN: "stateHash@1" }));
  const id = await finishedRun(api);
  expect(value(await api.exportRun(id, "log")).secrets).toEqual({ kind: "checked", secrets: 1 });
  const away = newTab({
    ...fixtureOutside,
    runner: { ...fixtureOutside.runner, status: { kind: "unreachable", since: 1 } },
  });
  const other = await finishedRun(away);
  expect(value(await away.exportRun(other, "log")).secrets).toMatchObject({ kind: "unchecked" });
});
