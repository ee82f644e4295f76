import { throughRunner } from "../runner/conductAttempt.ts";
import { commandRequest } from "./commandRequest.ts";
import { commandFinished } from "./commandResults.ts";

/** Runs a command through the runner. */
export const runCommand = throughRunner<"command", Awaited<ReturnType<typeof commandRequest>>>({
  request: commandRequest,
  start: (runner, key, request) => runner.start(key, request),
  finished: (work, end) => commandFinished(work, end),
});
