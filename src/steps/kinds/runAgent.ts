import type { Result } from "../../engine/result.ts";
import type { CallResult, ChatCall } from "../../protocol/runnerCalls.ts";
import type { Finish } from "../../runtime/world.ts";
import { agentMessages } from "../agent/agentMessages.ts";
import { agentResults } from "../agent/agentResults.ts";
import { chatFromHere } from "../agent/chatFromHere.ts";
import type { Executor, Work } from "../executor.ts";
import { callFailure, callFrame } from "../runner/callFailure.ts";
import { type AttemptEnd, throughRunner } from "../runner/conductAttempt.ts";

interface AgentCall {
  readonly model: string | undefined;
  readonly call: ChatCall;
}

/** Asks a model: through the runner, which has the keys, or from here where the step says so. */
export const runAgent: Executor<"agent"> = {
  begin: (work) => (work.step.config.via === "tab" ? chatFromHere(work) : byRunner.begin(work)),
  attach: (work, key, owner) => byRunner.attach(work, key, owner),
};

const byRunner = throughRunner<"agent", AgentCall>({
  request: async (work) => {
    const { model, temperature, maxTokens } = work.step.config;
    const { messages, secrets } = await agentMessages(work);
    return {
      model,
      call: {
        ...callFrame(work, 300_000),
        messages,
        ...(temperature !== undefined && { temperature }),
        ...(maxTokens !== undefined && { maxTokens }),
        ...(work.step.output !== undefined && { schema: work.step.output }),
        ...secrets,
      },
    };
  },
  start: (runner, _key, { model, call }) => runner.chat(model, call),
  finished,
});

async function finished(work: Work<"agent">, end: AttemptEnd): Promise<Finish> {
  if (end.state !== "answered") throw new Error("The runner answered an agent as if it were a command.");
  const { result, started, ended, waited } = end;
  return { results: await resultsOf(work, result), started, ended, waited };
}

async function resultsOf(work: Work<"agent">, result: CallResult): Promise<readonly Result[]> {
  switch (result.kind) {
    case "chat":
      return agentResults(work, result);
    case "failed":
      return [callFailure("ModelError", result.failure)];
    case "cancelled":
      return [{ kind: "cancelled" }];
    default:
      throw new Error(`The runner answered an agent with ${result.kind}.`);
  }
}
