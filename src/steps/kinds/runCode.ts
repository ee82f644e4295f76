import { values } from "../../engine/persistent/sortedMap.ts";
import { resolveAlong } from "../../engine/resolve.ts";
import type { CodeGiven, CodeJob, CodeReply, CodeRequest } from "../../protocol/sandbox.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { changeStore, valueAt } from "../changeStore.ts";
import { settle } from "../computed.ts";
import { seedOf } from "../evaluate.ts";
import type { Executor, Work } from "../executor.ts";
import { load, textsIn, wholeValue } from "../largeValues.ts";
import { lookBack, lookBackAtMentioned } from "../roots.ts";
import type { CodeCall } from "../sandbox/sandbox.ts";
import { StepFailure } from "../stepFailure.ts";

/** Runs a code step in the sandbox and lets it talk to the run. */
export const runCode: Executor<"code"> = {
  begin: (work) => {
    let call: CodeCall | undefined;
    let aborted = false;
    void prepareJob(work).then(
      (job) => {
        if (aborted) return;
        const started = work.around.now();
        call = work.around.sandbox.runCode(job, answerRequests(work));
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

/** A large value is there as text, as a value, and as the text of what is handed on. */
const copiesOfLarge = 4;

async function prepareJob(work: Work<"code">): Promise<CodeJob> {
  const { cpuMs = 5_000, memoryMb = 64, source } = work.step.config;
  const steps = await lookBackAtMentioned(work.execution, [{ language: "code", text: source }]);
  const given = JSON.stringify(givenTo(work, steps));
  const artifacts = await textsIn(work.execution, given);
  const large = Object.values(artifacts).reduce((sum, { length }) => sum + length, 0);
  return {
    kind: "code",
    source,
    given,
    artifacts,
    now: work.dispatch.at,
    seed: seedOf(work),
    cpuMs,
    // What the run itself hands over must not use up what the step may.
    memoryMb: memoryMb + Math.ceil((large * copiesOfLarge) / 1_048_576),
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
    stepIds: Object.keys(execution.own.steps),
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
        return orRefusal(async () => {
          const { path } = request;
          const store = await resolveAlong(execution.store(), path, (digest) => load(execution, digest));
          const value = valueAt(store, path);
          const number = seen.push(value) - 1;
          return { seen: number, ...(value !== undefined && { value: await wholeValue(execution, value) }) };
        });
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
        return orRefusal(async () => {
          const found = await lookBack(execution, request.step);
          return found && (await wholeValue(execution, found));
        });
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
