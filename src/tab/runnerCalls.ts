import type { Answer, EngineApi } from "../protocol/engineApi.ts";
import { loadSetting, saveSetting } from "../storage/values.ts";
import { answering, done, refuse } from "./answers.ts";
import type { Asked } from "./outside.ts";
import { createQueue } from "./queue.ts";
import type { TabContext } from "./tabContext.ts";

type RunnerApi = Pick<EngineApi, "pair" | "forgetRunner" | "permissions" | "approve" | "checkSources">;

/** Where the runner's token is kept, per origin. */
const tokenSetting = "runner-token";

export interface RunnerCalls {
  readonly api: RunnerApi;
  /** Takes the token that is kept: at the start, and when another tab paired. */
  takeToken(): Promise<void>;
}

export function createRunnerCalls(tab: TabContext): RunnerCalls {
  const { database, channel, outside } = tab;
  const { runner } = outside;
  // One after the other: a token that was read before a pairing must not replace the newer one.
  const serially = createQueue();

  async function take(): Promise<void> {
    const token = await loadSetting(database, tokenSetting);
    runner.setToken(typeof token === "string" ? token : null);
  }

  return {
    takeToken: () => serially(take),
    api: {
      pair: (token) =>
        serially(() =>
          answering(async () => {
            runner.setToken(token);
            const health = answerOf(await runner.health());
            if (!health.ok) {
              await take();
              return health;
            }
            await saveSetting(database, tokenSetting, token);
            channel.send({ kind: "paired" });
            return health;
          }),
        ),

      forgetRunner: () =>
        serially(async () => {
          await saveSetting(database, tokenSetting, null);
          runner.setToken(null);
          channel.send({ kind: "paired" });
        }),

      permissions: async (workflow) => answerOf(await runner.permissions(workflow)),
      approve: async (workflow, hash) => answerOf(await runner.approve(workflow, hash)),
      checkSources: (workflow) => outside.checkSources(workflow),
    },
  };
}

function answerOf<T>(asked: Asked<T>): Answer<T> {
  if (asked.ok) return done(asked.value);
  return "refusal" in asked
    ? refuse("refused", asked.refusal.message)
    : refuse("runner-unreachable", asked.unreachable);
}
