import type { Answer, EngineApi } from "../protocol/engineApi.ts";
import { Database } from "../storage/Database.ts";
import { databaseName } from "../storage/schema.ts";
import { loadWorkflowRow } from "../storage/workflows.ts";
import { refuse } from "./answers.ts";
import { openTabChannel, type TabMessage } from "./channel.ts";
import { createLibrary } from "./library.ts";
import { readStorageStatus } from "./storageStatus.ts";
import { createWorkflowApi } from "./workflowApi.ts";

/** How often the figures of the storage are read, ms. */
const storageEveryMs = 60_000;

/** Everything that the engine worker of one tab does, behind what the page may ask of it. */
export function createEngineApi(options: { readonly name?: string } = {}): EngineApi {
  const name = options.name ?? databaseName;
  let trouble: string | null = null;
  const database = new Database({
    name,
    onTrouble(message) {
      trouble = message;
      void tellStorage();
    },
  });
  const channel = openTabChannel(name);
  const library = createLibrary(database);

  async function tellStorage(): Promise<void> {
    library.setStorage(await readStorageStatus(trouble));
  }

  async function hear(message: TabMessage): Promise<void> {
    if (message.kind !== "workflow-changed") return;
    const row = await loadWorkflowRow(database, message.id);
    if (row) library.setWorkflow(row);
    else library.removeWorkflow(message.id);
  }

  channel.onMessage((message) => void hear(message));
  const ready = library.load().catch(() => {});
  void tellStorage();
  setInterval(tellStorage, storageEveryMs);

  const later = async (): Promise<Answer<never>> => refuse("refused", "Runs are not built yet.");
  return {
    ...createWorkflowApi({ database, channel, library, ready }),
    importWorkflow: later,
    checkSources: async () => [],
    startRun: later,
    loadRun: later,
    readTicks: async () => [],
    watchRun: async () => {},
    watchOutput: async () => {},
    deleteRun: later,
    cancel: later,
    cancelExecution: later,
    pause: later,
    resume: later,
    send: later,
    answer: later,
    decide: later,
    treatAsLost: later,
    exportLog: later,
    importLog: later,
    pair: later,
    forgetRunner: async () => {},
    permissions: later,
    approve: later,
  };
}
