import { createLogApi } from "./logApi.ts";
import { createOutputs } from "./outputs.ts";
import { createRunApi } from "./runApi.ts";
import { createRunRequests } from "./runRequests.ts";
import { createRuns } from "./runs.ts";
import type { TabContext } from "./tabContext.ts";
import { createTestApi } from "./testStep.ts";

export type RunsApi = ReturnType<typeof createRunsPart>["api"];

/**
 * Everything of a tab that is about runs, and with it the engine. It is loaded with the first run that is driven,
 * looked at or asked something: a start page without any needs none of it. `ready` resolves when every unfinished run is taken up or known to be driven
 * elsewhere.
 */
export function createRunsPart(tab: TabContext, ready: Promise<unknown>) {
  const outputs = createOutputs(tab);
  const runs = createRuns(tab, outputs);
  return {
    runs,
    api: {
      ...createRunApi(tab, runs, outputs, ready),
      ...createRunRequests(tab, runs),
      ...createLogApi(tab, runs),
      ...createTestApi(tab),
    },
  };
}
