import type { EngineApi } from "../protocol/engineApi.ts";
import { Database } from "../storage/Database.ts";
import { sweepOrphans } from "../storage/imports.ts";
import { listUnfinished } from "../storage/runs.ts";
import { loadTags } from "../storage/runTags.ts";
import { databaseName } from "../storage/schema.ts";
import { loadWorkflowRow } from "../storage/workflows.ts";
import { createAlarmClock } from "./alarmClock.ts";
import { openTabChannel, type TabMessage } from "./channel.ts";
import { createLibrary } from "./library.ts";
import { loadOnce } from "./loadOnce.ts";
import type { Outside } from "./outside.ts";
import { applyRetention, createRunListApi } from "./runListApi.ts";
import { createRunnerCalls } from "./runnerCalls.ts";
import type { RunsApi } from "./runsPart.ts";
import { createTroubles, readStorageStatus } from "./storageStatus.ts";
import type { TabContext } from "./tabContext.ts";
import { createTurns } from "./turns.ts";
import { createWorkflowApi } from "./workflowApi.ts";

/** How often the figures of the storage are read, ms. */
const storageEveryMs = 60_000;

/** What the rule for old runs lets go is deleted so long after the start, and so often, ms. */
const retainAfterMs = 20_000;
const retainEveryMs = 3_600_000;

/** When the database did not open, it is tried again so much later, ms. */
const beginAgainMs = 3_000;

/** Everything that the engine worker of one tab does, behind what the page may ask of it. */
export function createEngineApi(
  outside: Outside,
  options: { readonly name?: string; readonly version?: string } = {},
): EngineApi {
  const name = options.name ?? databaseName;
  const troubles = createTroubles(() => void tellStorage());
  const database = new Database({
    name,
    onTrouble: (message) => troubles.set("database", message),
    // The tab with the newer version drives them.
    onOutdated: letGoOfRuns,
  });
  const tab: TabContext = {
    name,
    version: options.version ?? "0",
    tabId: crypto.randomUUID(),
    database,
    channel: openTabChannel(name),
    library: createLibrary(database),
    clock: createAlarmClock(),
    defer: createTurns(),
    troubles,
    damagedLogs: new Map(),
    outside,
  };
  const runner = createRunnerCalls(tab);

  let gone = false;
  const runsPart = loadOnce(async () => {
    const { createRunsPart } = await import("./runsPart.ts");
    const part = createRunsPart(tab, ready);
    if (gone) part.runs.letGo();
    letGo = part.runs.letGo;
    return part;
  });
  let letGo = (): void => {};

  function letGoOfRuns(): void {
    gone = true;
    letGo();
    void tellStorage();
  }

  async function driveAll(): Promise<void> {
    const unfinished = await listUnfinished(database);
    if (unfinished.length > 0) (await runsPart()).runs.drive(unfinished);
  }

  async function tellStorage(): Promise<void> {
    const status = await readStorageStatus(troubles.current);
    tab.library.setStorage(gone ? { ...status, outdated: true } : status);
  }

  async function hear(message: TabMessage): Promise<void> {
    tab.clock.check();
    if (message.kind === "paired") await runner.takeToken();
    else if (message.kind === "workflow-changed") {
      const row = await loadWorkflowRow(database, message.id);
      if (row) tab.library.setWorkflow(row);
      else tab.library.removeWorkflow(message.id);
    } else if (message.kind === "run-tags") {
      for (const id of message.runIds) tab.library.setTags(id, await loadTags(database, id));
    } else (await runsPart()).runs.hear(message);
  }

  async function begin(): Promise<void> {
    // Runs know from their first step whether there is a runner; they wait for no list.
    await Promise.all([runner.takeToken().then(driveAll), tab.library.load()]);
    // Pieces of an import whose tab died; not while another tab imports.
    void navigator.locks.request(`${name}:import`, { ifAvailable: true }, async (lock) => {
      if (lock) await sweepOrphans(database).catch(() => {});
    });
  }

  // Timers of a hidden tab are slow; whatever the page says is an occasion to look at the clock.
  addEventListener("message", () => tab.clock.check());
  function beginLater(): void {
    setTimeout(() => void begin().catch(beginLater), beginAgainMs);
  }

  tab.channel.onMessage((message) => void hear(message).catch(() => {}));
  outside.runner.onStatus((status) => tab.library.setRunner(status));
  tab.library.setRunner(outside.runner.status);
  // A database that does not open says so as storage trouble; what is asked meanwhile is refused.
  const ready = begin().catch(beginLater);
  void tellStorage();
  setInterval(tellStorage, storageEveryMs);

  const deleteRuns = async (ids: readonly string[]) => (await runsPart()).api.deleteRuns(ids);
  const retain = (): void => void ready.then(() => applyRetention(tab, deleteRuns)).catch(() => {});
  setTimeout(retain, retainAfterMs);
  setInterval(retain, retainEveryMs);

  const api: EngineApi = {
    ...createWorkflowApi(tab),
    ...createRunListApi(tab, ready, deleteRuns),
    ...runner.api,
    ...runsApi(async () => (await runsPart()).api),
  };
  return api;
}

/** By name, because nothing of them is there before the first is called. */
const runsCalls: { readonly [K in keyof RunsApi]: true } = {
  startRun: true,
  loadRun: true,
  lastRun: true,
  readTicks: true,
  readValue: true,
  taskResults: true,
  watchRun: true,
  watchOutput: true,
  deleteRun: true,
  testStep: true,
  stopTest: true,
  retryFailed: true,
  takeOver: true,
  step: true,
  setBreakpoints: true,
  waitingItems: true,
  changeEvent: true,
  deleteRuns: true,
  continueRun: true,
  foreseeFork: true,
  fork: true,
  cancel: true,
  cancelExecution: true,
  pause: true,
  resume: true,
  send: true,
  answer: true,
  decide: true,
  decideParked: true,
  treatAsLost: true,
  exportLog: true,
  exportRun: true,
  exportRuns: true,
  importLog: true,
};

function runsApi(load: () => Promise<RunsApi>): RunsApi {
  type Call = (...args: readonly unknown[]) => unknown;
  const call =
    (name: string): Call =>
    async (...args) =>
      ((await load()) as unknown as Readonly<Record<string, Call>>)[name]?.(...args);
  return Object.fromEntries(Object.keys(runsCalls).map((name) => [name, call(name)])) as unknown as RunsApi;
}
