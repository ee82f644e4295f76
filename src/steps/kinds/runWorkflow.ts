import type { Result } from "../../engine/result.ts";
import type { InstanceEnd } from "../../engine/runState.ts";
import { instanceResults } from "../../runtime/instanceResults.ts";
import type { Json } from "../../workflow/json.ts";
import { inlinedIn } from "../../workflow/subWorkflows.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { settle } from "../computed.ts";
import { evaluateExpression } from "../evaluate.ts";
import type { Executor, Work } from "../executor.ts";
import { wholeValue } from "../largeValues.ts";
import { StepFailure } from "../stepFailure.ts";

/**
 * Runs the workflow that stands in the step (R79): computes its input, lets it begin, and hands on its result when it
 * has ended. What the workflow does is in the state of the run, so an execution that was cut off takes it up again.
 */
export const runWorkflow: Executor<"workflow"> = {
  begin: (work) => {
    const { hosts } = work.dispatch;
    const since = hosts?.since ?? work.around.now();
    const end = (how: InstanceEnd) => void settle(work, () => resultsOf(work, how), since);
    if (hosts === undefined) void enter(work);
    else if (hosts.end !== null) end(hosts.end);
    return { abort: () => {}, instanceEnded: end };
  },
};

/** The result as a whole: what the step's `output` and the run's exports look at must be there to be read. */
async function resultsOf(work: Work<"workflow">, end: InstanceEnd): Promise<readonly Result[]> {
  if (end.result === undefined) return instanceResults(work.step, end);
  return instanceResults(work.step, { ...end, result: await wholeValue(work.execution, end.result) });
}

async function enter(work: Work<"workflow">): Promise<void> {
  try {
    const child = inlinedIn(work.step);
    if (child === undefined) throw failure("ConfigError", "The workflow of this step is not part of the run.");
    work.execution.enter(await inputFor(work, child));
  } catch (error) {
    await settle(work, () => Promise.reject(error));
  }
}

/** The value of `input`, else the event's data; the child says by its schema what it takes. */
async function inputFor(work: Work<"workflow">, child: Workflow): Promise<Json> {
  const { input } = work.step.config;
  const value =
    input === undefined ? (work.dispatch.event?.data ?? null) : await evaluateExpression(work, "input", input);
  if (child.input === undefined) return value;
  const whole = await wholeValue(work.execution, value);
  const end = await work.around.sandbox.compute<"validate">({ kind: "validate", schema: child.input, value: whole });
  if (end.kind === "killed") throw new StepFailure(end.failure);
  const { errors } = end.value;
  if (errors.length === 0) return value;
  const places = errors.map(({ pointer, message }) => `${pointer === "" ? "it" : pointer}: ${message}`);
  const name = child.name === undefined ? "the workflow" : `“${child.name}”`;
  throw failure("InputError", `The input is not what ${name} asks for. ${places.slice(0, 3).join(" ")}`);
}

function failure(name: string, message: string): StepFailure {
  return new StepFailure({ name, message });
}
