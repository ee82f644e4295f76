import { values } from "../../engine/persistent/sortedMap.ts";
import type { CodeGiven, CodeJob, CodeReply, CodeRequest } from "../../protocol/sandbox.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { changeStore, valueAt } from "../changeStore.ts";
import { settle } from "../computed.ts";
import { seedOf } from "../evaluate.ts";
import type { Executor, Work } from "../executor.ts";
import { lookBack, lookBackAtMentioned } from "../roots.ts";
import type { CodeCall } from "../sandbox/sandbox.ts";
import { StepFailure } from "../stepFailure.ts";

/** Runs a code step in the sandbox and lets it talk to the run. */
export const runCode: Executor<"code"> = {
  begin: (work) => {
    let call: CodeCall | undefined;
    let aborted = false;
    void lookBackAtMentioned(work.execution, [{ language: "code", text: work.step.config.source }]).then(
      (steps) => {
        if (aborted) return;
        const started = work.around.now();
        call = work.around.sandbox.runCode(jobOf(work, steps), answerRequests(work));
        void call.end.then((end) => {
          if (end.kind === "lost") return work.execution.lost({ never: true });
          const results = async () => {
            if (end.kind === "killed") throw new StepFailure(end.failure);
            return end.value.results;
          };
          return settle(work, results, started);
        });
      },
      (error: unknown) => settle(work, () => Promise.reject(error)),
    );
    return {
      abort: () => {
        aborted = true;
        call?.abort();
      },
    };
  },
};

function jobOf(work: Work<"code">, steps: JsonObject): CodeJob {
  const { cpuMs = 5_000, memoryMb = 64, source } = work.step.config;
  return {
    kind: "code",
    source,
    given: JSON.stringify(givenTo(work, steps)),
    now: work.dispatch.at,
    seed: seedOf(work),
    cpuMs,
    memoryMb,
    maxLogBytes: work.step.maxOutputBytes ?? 1_048_576,
  };
}

function givenTo(work: Work<"code">, steps: JsonObject): CodeGiven {
  const { dispatch, execution, step } = work;
  return {
    ...(dispatch.event && { event: dispatch.event }),
    input: execution.input(),
    ...(dispatch.element && { item: dispatch.element.item, index: dispatch.element.index }),
    items: (dispatch.elements ?? []).map(({ item }) => item),
    runId: execution.runId,
    attempt: {
      number: dispatch.attempt,
      firstAt: dispatch.firstAttemptAt,
      ...(dispatch.lastFailure && { lastError: dispatch.lastFailure }),
    },
    waits: dispatch.waits,
    once: dispatch.once,
    buffers: Object.fromEntries(
      Object.entries(dispatch.buffers).map(([name, members]) => [name, [...values(members)]]),
    ),
    emits: step.emits ?? {},
    batches: step.batches ?? {},
    stepIds: Object.keys(execution.workflow.steps),
    steps,
  };
}

function answerRequests(work: Work<"code">): (request: CodeRequest) => Promise<CodeReply> {
  const { execution } = work;
  /** What `store-read` handed out, so that a change can say which value it was based on. */
  const seen: (Json | undefined)[] = [];
  return async (request) => {
    switch (request.kind) {
      case "send": {
        const refusal = await execution.send(request.event, request.to, request.index);
        return refusal === undefined ? { ok: true } : { ok: true, value: refusal };
      }
      case "publish":
        execution.publish(request.event);
        return { ok: true };
      case "store-read": {
        const value = valueAt(execution.store(), request.path);
        seen.push(value);
        return { ok: true, value: { seen: seen.length - 1, ...(value !== undefined && { value }) } };
      }
      case "store-change": {
        const { kind: _, ifSeen, ...change } = request;
        const based = ifSeen === undefined ? {} : { ifSeen: { value: seen[ifSeen] } };
        return orRefusal(() => changeStore(work, { ...change, ...based }));
      }
      case "once":
        await execution.recordOnce(request.key, request.value);
        return { ok: true };
      case "step":
        return orRefusal(() => lookBack(execution, request.step));
      case "log":
        execution.log(request.level, request.text);
        return { ok: true };
      default:
        return assertNever(request);
    }
  };
}

/** What goes wrong is thrown inside the code, at the call. */
async function orRefusal(act: () => Promise<Json | undefined>): Promise<CodeReply> {
  try {
    const value = await act();
    return { ok: true, ...(value !== undefined && { value }) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
