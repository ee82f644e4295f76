import { type Remote, transfer, wrap } from "comlink";
import { afterEach, expect, test, vi } from "vitest";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { HookNotification, HookReport } from "../protocol/hooks.ts";
import type { LibraryUpdate } from "../protocol/libraryUpdate.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { startTabWorker } from "./fixtures/startTabWorker.ts";

// Workers share a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const patient = { timeout: 20_000 };

let workers: Worker[] = [];

/** A tab whose page looks at once, and hears of all that hooks do. */
async function openTab(name: string) {
  const worker = startTabWorker(name);
  workers.push(worker);
  const api: Remote<EngineApi> = wrap<EngineApi>(worker);
  const reports: HookReport[] = [];
  const notifications: HookNotification[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<LibraryUpdate>) => {
    if (data.kind === "hook-reports") reports.push(...data.reports);
    if (data.kind === "notification") notifications.push(data.notification);
  };
  await api.watchLibrary(transfer(port2, [port2]));
  return { api, reports, notifications, said: () => reports.map(({ said }) => said), kill: () => worker.terminate() };
}

afterEach(() => {
  for (const worker of workers) worker.terminate();
  workers = [];
});

const observed: Workflow = {
  format: "tickwork/workflow@1",
  name: "observed",
  steps: {
    ask: { kind: "ask", accepts: ["Start"], emits: { yes: "Yes" }, config: { question: "Well?", choices: ["yes"] } },
    end: { kind: "stop", accepts: ["Yes"], config: {} },
  },
  hooks: { tell: { on: ["run started", "run completed"], notify: {} } },
};

test("[T31] the page hears of each call once, over a reload too, and the journal holds its tick behind the end", async () => {
  const name = `hooks-${crypto.randomUUID()}`;
  const first = await openTab(name);
  const started = await first.api.startRun({ workflow: observed, input: null });
  if (!started.ok) throw new Error(started.refusal.message);
  const { runId } = started.value;
  await expect.poll(first.said, patient).toEqual(["run started"]);
  expect(first.notifications).toEqual([{ run: runId, seq: 2, title: "tell", text: "run started" }]);
  first.kill();

  const second = await openTab(name);
  await expect
    .poll(
      async () => (await second.api.answer(runId, { step: "ask", ask: "i1", value: null, choice: "yes" })).ok,
      patient,
    )
    .toBe(true);
  await expect.poll(second.said, patient).toEqual(["run completed"]);
  const ticks = await second.api.readTicks(runId, 1, 100);
  expect(ticks.flatMap((tick) => (tick.kind === "hook-observed" ? [`${tick.seq} ${tick.observed}`] : []))).toEqual([
    "2 run started",
    `${ticks.length} run completed`,
  ]);
  second.kill();

  // A run that is over calls nothing when the tab is opened once more.
  const third = await openTab(name);
  const again = await third.api.startRun({ workflow: observed, input: null });
  if (!again.ok) throw new Error(again.refusal.message);
  await expect.poll(third.said, patient).toEqual(["run started"]);
  expect(third.reports.map(({ run }) => run)).toEqual([again.value.runId]);
});
