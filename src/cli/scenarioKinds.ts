import { createScenarioKinds } from "../steps/scenarioKinds.ts";
import { openSandbox } from "./openSandbox.ts";

/** One sandbox for all scenarios of a process, started for the first that needs it. */
export const scenarioKinds = createScenarioKinds(openSandbox);
