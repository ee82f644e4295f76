import type { Answer, EngineApi } from "../protocol/engineApi.ts";
import { loadSetting, saveSetting } from "../storage/values.ts";
import { answering, done, refuse } from "./answers.ts";
import type { Asked } from "./outside.ts";
import type { TabContext } from "./tabContext.ts";

type RunnerApi = Pick<EngineApi, "pair" | "forgetRunner" | "permissions" | "approve" | "checkSources">;

/** Where the runner's token is kept, per origin. */
const tokenSetting = "runner-token";

/** Takes the token that is kept; called at the start and when another tab paired. */
export async function takeRunnerToken(tab: TabContext): Promise<void> {
  const token = await loadSetting(tab.database, tokenSetting);
  tab.outside.runner.setToken(typeof token === "string" ? token : null);
}

export function createRunnerApi(tab: TabContext): RunnerApi {
  const { runner } = tab.outside;
  return {
    pair: (token) =>
      answering(async () => {
        runner.setToken(token);
        const health = answerOf(await runner.health());
        if (!health.ok) {
          await takeRunnerToken(tab);
          return health;
        }
        await saveSetting(tab.database, tokenSetting, token);
        tab.channel.send({ kind: "paired" });
        return health;
      }),

    async forgetRunner() {
      await saveSetting(tab.database, tokenSetting, null);
      runner.setToken(null);
      tab.channel.send({ kind: "paired" });
    },

    permissions: async (workflow) => answerOf(await runner.permissions(workflow)),
    approve: async (workflow, hash) => answerOf(await runner.approve(workflow, hash)),
    checkSources: (workflow) => tab.outside.checkSources(workflow),
  };
}

function answerOf<T>(asked: Asked<T>): Answer<T> {
  if (asked.ok) return done(asked.value);
  return "refusal" in asked
    ? refuse("refused", asked.refusal.message)
    : refuse("runner-unreachable", asked.unreachable);
}
