import type { EngineApi } from "../protocol/engineApi.ts";
import { answering, refuse } from "./answers.ts";
import { exportLog } from "./exportLog.ts";
import { importLog } from "./importLog.ts";
import type { Runs } from "./runs.ts";
import type { TabContext } from "./tabContext.ts";

type LogApi = Pick<EngineApi, "exportLog" | "importLog">;

export function createLogApi(tab: TabContext, runs: Runs): LogApi {
  return {
    exportLog: (id) =>
      answering(async () =>
        tab.damagedLogs.has(id)
          ? refuse("damaged", "This log is damaged and only looked at; there is nothing whole to export.")
          : exportLog(tab, id),
      ),
    importLog: (file) => answering(() => importLog(tab, runs, file)),
  };
}
