import { rm } from "node:fs/promises";
import { test as base } from "@playwright/test";
import { makeGitRepository } from "./gitRepository.ts";
import { type RunnerProcess, startRunner } from "./runnerProcess.ts";

/** A story with a runner of its own, whose workspace is a repository of its own: all of it is gone afterwards. */
export const test = base.extend<{
  /** What the runner is started with besides its workspace. */
  readonly runnerArguments: readonly string[];
  readonly runner: RunnerProcess;
}>({
  runnerArguments: [[], { option: true }],
  runner: async ({ runnerArguments }, use) => {
    const workspace = await makeGitRepository();
    const runner = await startRunner(workspace, runnerArguments);
    await use(runner);
    await runner.remove();
    await rm(workspace, { recursive: true, force: true });
  },
});
