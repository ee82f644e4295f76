import { failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import { attemptKey } from "../../protocol/runnerApi.ts";
import type { CallFailure, CallResult, HttpCall } from "../../protocol/runnerCalls.ts";
import type { Finish } from "../../runtime/world.ts";
import { timeoutOf } from "../../workflow/kinds.ts";
import { completeResults } from "../completeResults.ts";
import type { Work } from "../executor.ts";
import { type AttemptEnd, throughRunner } from "../runner/conductAttempt.ts";
import { StepFailure } from "../stepFailure.ts";
import { httpRequest } from "./httpRequest.ts";
import { httpResults } from "./httpResults.ts";

/** Sends a request from the runner, which no rule of a browser binds and which has the secrets. */
export const sendFromRunner = throughRunner<"http", HttpCall>({
  request: async (work) => {
    const { step, dispatch, around } = work;
    return {
      key: attemptKey(around.runId, dispatch.step, dispatch.execution),
      digest: around.digest,
      ...(around.workflowId !== undefined && { workflowId: around.workflowId }),
      epoch: around.epoch,
      timeoutMs: timeoutOf(step) ?? 300_000,
      maxOutputBytes: step.maxOutputBytes ?? 1_048_576,
      ...(await httpRequest(work, { sender: "runner" })),
    };
  },
  start: (runner, _key, call) => runner.http(call),
  finished,
});

async function finished(work: Work<"http">, end: AttemptEnd): Promise<Finish> {
  if (end.state !== "answered") throw new Error("The runner answered a request as if it were a command.");
  const { result, started, ended, waited } = end;
  return { results: await resultsOf(work, result), started, ended, waited };
}

async function resultsOf(work: Work<"http">, result: CallResult): Promise<readonly Result[]> {
  switch (result.kind) {
    case "http": {
      const { method = "GET" } = work.step.config;
      try {
        const request = { method: method.toUpperCase(), url: result.url, headers: {} };
        return await completeResults(work, httpResults(work, request, result));
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        return [{ kind: "fail", failure: error.failure }];
      }
    }
    case "failed":
      return [failed(result.failure)];
    case "cancelled":
      return [{ kind: "cancelled" }];
    default:
      throw new Error(`The runner answered a request with ${result.kind}.`);
  }
}

function failed({ code, message, retryAfterMs, status }: CallFailure): Result {
  if (code === "denied") return { kind: "fail", denied: true, failure: { name: failureNames.denied, message } };
  const name = code === "timeout" ? failureNames.timedOut : code === "network" ? "NetworkError" : "HttpError";
  const data = { code, ...(status !== undefined && { status }), ...(retryAfterMs !== undefined && { retryAfterMs }) };
  return { kind: "fail", failure: { name, message, data } };
}
