import type { EngineApi } from "../protocol/engineApi.ts";
import { refuse } from "./answers.ts";
import type { Runs } from "./runs.ts";
import type { TabContext } from "./tabContext.ts";

type LogApi = Pick<EngineApi, "exportLog" | "importLog">;

export function createLogApi(_tab: TabContext, _runs: Runs): LogApi {
  return {
    exportLog: async () => refuse("refused", "Run logs are not built yet."),
    importLog: async () => refuse("refused", "Run logs are not built yet."),
  };
}
