import type { Dispatch } from "../engine/effect.ts";
import type { Event } from "../engine/event.ts";
import { judgeResults } from "../engine/judge.ts";
import { changeStore } from "../engine/store.ts";
import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { StepTest, TestedStep } from "../protocol/stepTest.ts";
import type { Execution, Executors, Finish } from "../runtime/world.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json } from "../workflow/json.ts";
import { timeoutOf } from "../workflow/kinds.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { soleStep } from "../workflow/soleStep.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";
import { answering, done, refuse } from "./answers.ts";
import { permissionsFor } from "./consent.ts";
import type { TabContext } from "./tabContext.ts";

/** A test without a limit of its own is given up after so long, ms. */
const longestMs = 120_000;

/** Tests of single steps: an executor without a run around it. Nothing is journaled, and nothing of it is kept. */
export function createTestApi(tab: TabContext): Pick<EngineApi, "testStep" | "stopTest"> {
  const underWay = new Map<string, () => void>();
  return {
    testStep: (test) => answering(() => testStep(tab, test, underWay)),
    async stopTest(id) {
      underWay.get(id)?.();
    },
  };
}

async function testStep(
  tab: TabContext,
  test: StepTest,
  underWay: Map<string, () => void>,
): Promise<Answer<TestedStep>> {
  const parsed = parseWorkflow(test.workflow);
  if (!parsed.ok) return refuse("invalid", "The workflow cannot be read. Nothing was done.", parsed.problems);
  const workflow = parsed.value;
  const sole = soleStep(workflow, test.step);
  const step = sole?.steps[test.step];
  if (sole === undefined || step === undefined) return refuse("not-found", `There is no step \`${test.step}\`.`);
  if (step.kind === "workflow")
    return refuse("refused", "A step that runs another workflow needs a run around it. Run up to here instead.");
  const mistakes = (await tab.outside.checkSources(sole)).filter(({ severity }) => severity === "error");
  if (mistakes.length > 0) return refuse("invalid", mistakes[0]?.message ?? "The step has a mistake.", mistakes);
  const consent = await permissionsFor(tab, sole, test.workflowId);
  if (!consent.ok) return consent;
  if (consent.value.missing.length > 0)
    return refuse("needs-permission", "Nobody has allowed yet what this step does. Nothing was done.");

  const started = Date.now();
  const runId = `test-${test.id}`;
  const told = tellingExecution(runId, workflow, test);
  const executors: Executors = await tab.outside.executorsOf({
    runId,
    workflow: sole,
    digest: digestOf(sole),
    ...(test.workflowId !== undefined && { workflowId: test.workflowId }),
    epoch: 1,
    onHolds: (holds) => {
      const away = holds.find(({ kind }) => kind === "runner-unreachable");
      if (away) stop("The runner does not answer. Start it, then test again.");
    },
  });
  const dispatch = dispatchOf(test, started);
  const stop = (why: string) => {
    executors.abort(dispatch.execution, "cancelled");
    told.stop(why);
  };
  underWay.set(test.id, () => stop("You stopped it."));
  const limit = Math.min(timeoutOf(step) ?? longestMs, longestMs);
  const timer = setTimeout(() => stop(`It took longer than ${Math.round(limit / 1_000)} s.`), limit);
  try {
    const foretold = executors.foretell?.(dispatch);
    if (foretold !== undefined) void told.execution.finish(foretold);
    else executors.start(dispatch, told.execution);
    const end = await told.ended;
    return done(reportOf(step, end, told, Date.now() - started));
  } finally {
    clearTimeout(timer);
    underWay.delete(test.id);
  }
}

type End = { readonly kind: "finished"; readonly finish: Finish } | { readonly kind: "stopped"; readonly why: string };

interface Telling {
  readonly execution: Execution;
  readonly ended: Promise<End>;
  stop(why: string): void;
  readonly sent: readonly Event[];
  readonly logs: TestedStep["logs"];
  /** `undefined`: it changed nothing there. */
  store(): Json | undefined;
}

/** An execution that writes down what the step does, in memory. */
function tellingExecution(runId: string, workflow: Workflow, test: StepTest): Telling {
  let end: (end: End) => void = () => {};
  const ended = new Promise<End>((resolve) => {
    end = resolve;
  });
  const sent: Event[] = [];
  const logs: TestedStep["logs"][number][] = [];
  let store: Json = test.store;
  let changed = false;
  const execution: Execution = {
    runId,
    workflow,
    own: workflow,
    async finish(finish) {
      end({ kind: "finished", finish });
    },
    enter: () => end({ kind: "stopped", why: "It runs another workflow, which needs a run around it." }),
    lost: (loss) => end({ kind: "stopped", why: "cause" in loss ? loss.cause : "The runner never started it." }),
    intend: async () => {},
    async send(event) {
      sent.push(event);
      return undefined;
    },
    publish: (event) => void sent.push(event),
    store: () => store,
    async change({ path, value, delete: isDeleted, ifSeen }) {
      if (ifSeen !== undefined && JSON.stringify(at(store, path)) !== JSON.stringify(ifSeen.value)) return false;
      store = changeStore(store, path, isDeleted ? undefined : value) ?? {};
      changed = true;
      return true;
    },
    largeIn: async () => undefined,
    recordOnce: async () => {},
    input: () => test.input,
    async lookBack(step) {
      if (!Object.hasOwn(test.steps, step)) return undefined;
      const data = test.steps[step];
      const { output, exit } = (typeof data === "object" && data !== null ? data : {}) as Readonly<
        Record<string, Json>
      >;
      return {
        output: output ?? data,
        data,
        exit: typeof exit === "number" ? exit : null,
        outcome: "success",
        attempt: 1,
        count: 1,
      };
    },
    artifact: async () => {
      throw new Error("A test has no large values of a run.");
    },
    say: () => {},
    log: (level, text) => void logs.push({ at: Date.now(), level, text }),
  };
  return {
    execution,
    ended,
    stop: (why) => end({ kind: "stopped", why }),
    sent,
    logs,
    store: () => (changed ? store : undefined),
  };
}

function at(value: Json, path: readonly (string | number)[]): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string | number, Json>>)[key];
  }
  return found;
}

function dispatchOf({ step, event, element }: StepTest, now: number): Dispatch {
  return {
    execution: "x1",
    item: "i1",
    step,
    worker: 0,
    attempt: 1,
    failures: 0,
    corrections: 0,
    firstAttemptAt: now,
    at: now,
    ...(event && { event }),
    trail: undefined,
    ...(element && { element, elements: [element] }),
    waits: [],
    once: {},
    buffers: {},
  };
}

function reportOf(step: Step, end: End, told: Telling, ms: number): TestedStep {
  const store = told.store();
  const always = { logs: told.logs, ms, ...(store !== undefined && { store }) };
  if (end.kind === "stopped")
    return { end: "stopped", events: told.sent, failure: { name: "Stopped", message: end.why }, ...always };
  const judgement = judgeResults(step, end.finish.results);
  const held = judgement.did.sends.map(({ event }) => event);
  const sent = [...told.sent, ...held];
  switch (judgement.kind) {
    case "success": {
      const { value, data } = judgement;
      const returned = value === null ? [] : Array.isArray(value) ? (value as readonly Event[]) : [value as Event];
      const output = Array.isArray(value) ? returned.map((event) => event.data ?? null) : data;
      return { end: "success", events: [...sent, ...returned], ...(output !== undefined && { output }), ...always };
    }
    case "failure":
      return { end: "failure", failure: judgement.failure, events: sent, ...always };
    case "waiting":
      return { end: "waits", waitsFor: waitText(judgement.waits), events: sent, ...always };
    case "cancelled":
    case "opened":
      return { end: "stopped", events: sent, ...always };
  }
}

function waitText(
  waits: readonly { readonly type: string; readonly timeoutMs?: number; readonly dueAt?: number }[],
): string {
  const [first] = waits;
  if (first === undefined) return "something";
  if (first.dueAt !== undefined) return `a time: ${new Date(first.dueAt).toISOString()}`;
  if (first.type === "delay") return `a time: ${(first.timeoutMs ?? 0) / 1_000} s`;
  return first.type === "Answer" ? "an answer of a person" : `an event \`${first.type}\``;
}
