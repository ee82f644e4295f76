import type { EngineApi } from "../protocol/engineApi.ts";
import { answering, done } from "./answers.ts";
import { importLog } from "./importLog.ts";
import type { Runs } from "./runs.ts";
import type { TabContext } from "./tabContext.ts";

type LogApi = Pick<EngineApi, "exportLog" | "exportRun" | "exportRuns" | "importLog">;

export function createLogApi(tab: TabContext, runs: Runs): LogApi {
  return {
    exportLog: (id) =>
      answering(async () => {
        const { exportRun } = await import("./exportRun.ts");
        const exported = await exportRun(tab, id, "log");
        return exported.ok ? done(exported.value.file) : exported;
      }),
    exportRun: (id, form, viewer) =>
      answering(async () => (await import("./exportRun.ts")).exportRun(tab, id, form, viewer)),
    exportRuns: (ids, progress) =>
      answering(async () => (await import("./exportRuns.ts")).exportRuns(tab, ids, progress)),
    importLog: (file) => answering(() => importLog(tab, runs, file)),
  };
}
