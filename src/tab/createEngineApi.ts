import type { EngineApi } from "../protocol/engineApi.ts";
import { Database } from "../storage/Database.ts";
import { sweepOrphans } from "../storage/imports.ts";
import { databaseName } from "../storage/schema.ts";
import { loadWorkflowRow } from "../storage/workflows.ts";
import { createAlarmClock } from "./alarmClock.ts";
import { openTabChannel, type TabMessage } from "./channel.ts";
import { createLibrary } from "./library.ts";
import { createLogApi } from "./logApi.ts";
import { createOutputs } from "./outputs.ts";
import type { Outside } from "./outside.ts";
import { createRunApi } from "./runApi.ts";
import { createRunnerCalls } from "./runnerCalls.ts";
import { createRunRequests } from "./runRequests.ts";
import { createRuns } from "./runs.ts";
import { createTroubles, readStorageStatus } from "./storageStatus.ts";
import type { TabContext } from "./tabContext.ts";
import { createTurns } from "./turns.ts";
import { createWorkflowApi } from "./workflowApi.ts";

/** How often the figures of the storage are read, ms. */
const storageEveryMs = 60_000;

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
    onOutdated: () => runs.letGo(),
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
  const outputs = createOutputs(tab);
  const runs = createRuns(tab, outputs);
  const runner = createRunnerCalls(tab);

  async function tellStorage(): Promise<void> {
    tab.library.setStorage(await readStorageStatus(troubles.current));
  }

  async function hear(message: TabMessage): Promise<void> {
    tab.clock.check();
    if (message.kind === "paired") await runner.takeToken();
    else if (message.kind === "workflow-changed") {
      const row = await loadWorkflowRow(database, message.id);
      if (row) tab.library.setWorkflow(row);
      else tab.library.removeWorkflow(message.id);
    } else runs.hear(message);
  }

  async function begin(): Promise<void> {
    // All at once: a run that goes on waits for no list.
    await Promise.all([runner.takeToken(), runs.driveAll(), tab.library.load()]);
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

  const api: EngineApi = {
    ...createWorkflowApi(tab),
    ...createRunApi(tab, runs, outputs, ready),
    ...createRunRequests(tab, runs),
    ...runner.api,
    ...createLogApi(tab, runs),
  };
  return api;
}
