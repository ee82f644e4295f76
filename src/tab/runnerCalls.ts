import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { loadSetting, saveSetting } from "../storage/values.ts";
import { notChosen } from "../workflow/inlineWorkflows.ts";
import { jsonPointer } from "../workflow/jsonPointer.ts";
import type { Problem } from "../workflow/problem.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { answering, answerOf, done, refuse } from "./answers.ts";
import type * as Consent from "./consent.ts";
import { createQueue } from "./queue.ts";
import type { TabContext } from "./tabContext.ts";

type RunnerApi = Pick<
  EngineApi,
  | "pair"
  | "forgetRunner"
  | "permissions"
  | "approve"
  | "tabApprovals"
  | "withdrawTabApproval"
  | "kept"
  | "changeKept"
  | "findLocalModels"
  | "checkSources"
>;

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

  /** What a run may do is what its frozen workflow may do, sub-workflows included. */
  function frozen<T>(
    workflow: Workflow,
    ask: (whole: Workflow, consent: typeof Consent) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    return answering(async () => {
      const [{ inlineStored }, consent] = await Promise.all([import("./inlineStored.ts"), import("./consent.ts")]);
      const inlined = await inlineStored(database, workflow);
      if (inlined.ok) return ask(inlined.workflow, consent);
      return refuse("invalid", inlined.problems[0]?.message ?? "A sub-workflow is missing.", inlined.problems);
    });
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

      permissions: (workflow, workflowId) =>
        frozen(workflow, (whole, consent) => consent.permissionsFor(tab, whole, workflowId)),
      approve: (workflow, hash, workflowId) =>
        frozen(workflow, (whole, consent) =>
          consent.approve(tab, { workflow: whole, hash, ...(workflowId !== undefined && { workflowId }) }),
        ),
      tabApprovals: () => answering(async () => done(await (await import("./consent.ts")).tabApprovals(tab))),
      withdrawTabApproval: (workflowId) =>
        answering(async () => done(await (await import("./consent.ts")).withdrawTabApproval(tab, workflowId))),
      kept: () => answering(async () => answerOf(await runner.kept())),
      changeKept: (change) => answering(async () => answerOf(await runner.changeKept(change))),
      findLocalModels: () => answering(async () => answerOf(await runner.findLocalModels())),
      async checkSources(workflow) {
        const { inlineStored } = await import("./inlineStored.ts");
        const inlined = await inlineStored(database, workflow);
        const missing = inlined.ok ? [] : inlined.problems.filter(({ message }) => message !== notChosen);
        return [...missing.map(atOwnStep), ...(await outside.checkSources(workflow))];
      },
    },
  };
}

/** What is wrong deep inside a stored workflow is shown at the step of this document that runs it. */
function atOwnStep(problem: Problem): Problem {
  const [step = ""] = (problem.step ?? "").split("/");
  return { ...problem, step, pointer: jsonPointer(["steps", step, "config", "workflow"]) };
}
