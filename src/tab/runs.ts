import { loadRunRow } from "../storage/runs.ts";
import type { TabMessage } from "./channel.ts";
import type { Outputs } from "./outputs.ts";
import { createRunHost, type RunHost } from "./runHost.ts";
import type { TabContext } from "./tabContext.ts";

/** All runs of this tab. */
export interface Runs {
  host(id: string): RunHost;
  /** Takes up these runs, here or when their owners go. */
  drive(ids: readonly string[]): void;
  hear(message: TabMessage): void;
  /** A run was deleted, here or elsewhere. */
  forget(id: string): void;
  /** Lets go of all runs for good, so that another tab drives them. */
  letGo(): void;
}

export function createRuns(tab: TabContext, outputs: Outputs): Runs {
  const hosts = new Map<string, RunHost>();
  let gone = false;

  function host(id: string): RunHost {
    let found = hosts.get(id);
    if (!found) {
      found = createRunHost(tab, id, {
        onCommitted: (group) => outputs.committed(id, group.ticks),
        onLog: (execution, level, text) => outputs.log(id, execution, level, text),
        onSaid: (execution, text) => outputs.say(id, execution, text),
      });
      hosts.set(id, found);
      if (gone) found.letGo();
    }
    return found;
  }

  function forget(id: string): void {
    hosts.get(id)?.gone();
    hosts.delete(id);
    outputs.forget(id);
    tab.library.removeRun(id);
  }

  async function added(id: string): Promise<void> {
    const row = await loadRunRow(tab.database, id);
    if (!row) return;
    tab.library.setRun(row.summary);
    if (row.unfinished) host(id).drive();
  }

  return {
    host,
    drive(ids) {
      for (const id of ids) host(id).drive();
    },
    hear(message) {
      switch (message.kind) {
        case "segments":
          hosts.get(message.runId)?.grown();
          return;
        case "request":
          void hosts
            .get(message.runId)
            ?.requested()
            .catch(() => {});
          return;
        case "run-added":
          void added(message.runId).catch(() => {});
          return;
        case "run-changed":
          tab.library.setRun(message.summary);
          hosts.get(message.summary.id)?.refresh();
          return;
        case "run-gone":
          forget(message.runId);
          return;
        case "holds":
          hosts.get(message.runId)?.setHolds(message.holds);
          return;
        case "hand-over":
          hosts.get(message.runId)?.handOver(message.to);
          return;
        case "handed-over":
          hosts.get(message.runId)?.handedOver(message.to);
          return;
        case "watching":
          hosts.get(message.runId)?.tellHolds();
          return;
        case "output":
          outputs.grown(message.runId, message.execution);
          return;
        case "workflow-changed":
        case "run-tags":
        case "paired":
          return;
      }
    },
    forget,
    letGo() {
      gone = true;
      for (const each of hosts.values()) each.letGo();
    },
  };
}
