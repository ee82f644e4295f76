import { refuseAddress } from "../../engine/addressing.ts";
import type { Event } from "../../engine/event.ts";
import type { Plan } from "../../engine/plan.ts";
import type { Result } from "../../engine/result.ts";
import type { ExecutionId, ItemId, TickBody } from "../../engine/tick.ts";
import { isParked, parkedItems, viewRun, viewStep } from "../../engine/viewRun.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import { pathIn, scopeOf } from "../../workflow/subWorkflows.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { outputFailure } from "../outputSchema.ts";
import { resumeRun } from "../resumeRun.ts";
import type { RunLoop } from "../world.ts";
import { completeResults } from "./completeResults.ts";
import type { ScriptedExecution, ScriptedWorld } from "./ScriptedWorld.ts";
import type { Action, RunnerAnswer, ScriptedResult } from "./scenario.ts";

/** Where a scenario plays. */
export interface Stage {
  readonly runId: string;
  readonly plan: Plan;
  readonly world: ScriptedWorld;
  /** Replaced by a reload. */
  loop: RunLoop;
  /** Executions of which the script said `started`. */
  readonly reported: Set<ExecutionId>;
  epoch: number;
  requests: number;
  /** A cancel that came before the start (T27). */
  early?: TickBody;
}

/** Does what an entry says; answers why it cannot. `settle` waits until nothing moves any more. */
export async function performAction(
  stage: Stage,
  action: Action,
  settle: () => Promise<void>,
): Promise<string | undefined> {
  const { loop } = stage;
  switch (action.kind) {
    case "pass":
      return undefined;
    case "start":
      loop.post({ kind: "run-started", input: action.input });
      if (stage.early) loop.post(stage.early);
      return undefined;
    case "send":
      loop.post({ kind: "event-added", event: action.event, ...(action.to !== undefined && { to: action.to }) });
      return undefined;
    case "cancel": {
      const request: TickBody = { kind: "cancel-requested", request: nextRequest(stage), reason: action.reason };
      if (loop.state.lifecycle === "planned") stage.early ??= request;
      else loop.post(request);
      return undefined;
    }
    case "pause":
      loop.post({ kind: "pause-requested" });
      return undefined;
    case "resume":
      loop.post({ kind: "resume-requested" });
      return undefined;
    case "finish":
      return onTarget(stage, action.target, (execution) => finish(stage, execution, action.with));
    case "started":
      return onTarget(stage, action.target, (execution) => {
        stage.reported.add(execution);
        const key = `${stage.runId}/${execution}`;
        // Refused only when the execution is stopped meanwhile, which its trace shows.
        stage.world.executions
          .get(execution)
          ?.handle.intend("runner", key)
          .catch(() => undefined);
      });
    case "cancelStep":
      return onTarget(stage, action.target, (execution, step) => {
        loop.post({ kind: "cancel-requested", request: nextRequest(stage), step, execution });
      });
    case "treatAsLost":
      return onTarget(stage, action.target, (execution) => stage.world.executors.treatAsLost(execution));
    case "decide":
      return decide(stage, action);
    case "reload":
      return reload(stage, action, settle);
    default:
      return assertNever(action);
  }
}

function nextRequest(stage: Stage): string {
  stage.requests++;
  return `c${stage.requests}`;
}

/** A step (its lowest busy worker), `step#worker`, or an execution id. */
function findTarget({ plan, loop }: Stage, target: string): { step: string; execution: ExecutionId } | undefined {
  const [name = "", worker] = target.split("#");
  const { steps } = viewRun(plan, loop.state);
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
  if (!step) return /^x\d+$/.test(target) ? { step: "", execution: target } : undefined;
  const busy = [...step.workers, ...step.uncertain].sort((a, b) => a.worker - b.worker);
  const found = worker === undefined ? busy[0] : busy.find((entry) => String(entry.worker) === worker);
  return found && { step: name, execution: found.execution };
}

function onTarget(
  stage: Stage,
  target: string,
  act: (execution: ExecutionId, step: string) => void,
): string | undefined {
  const found = findTarget(stage, target);
  if (!found) return `the script names ${target}, but nothing runs there`;
  act(found.execution, found.step);
  return undefined;
}

/** Settles an execution; one that is over by now (R12) gets its ticks all the same. */
function finish(stage: Stage, id: ExecutionId, script: readonly ScriptedResult[]): void {
  const { loop, plan } = stage;
  const running = stage.world.executions.get(id);
  stage.world.executions.delete(id);
  const results: Result[] = [];
  let waits = 0;
  let refused: string | undefined;
  for (const entry of script) {
    if (refused !== undefined) break;
    switch (entry.kind) {
      case "send": {
        const to = entry.to === undefined ? {} : { to: entry.to };
        if (entry.onSuccess) results.push({ kind: "send", event: entry.event, ...to });
        else if (running) refused ??= send(stage, running, entry.event, entry.to);
        else loop.post({ kind: "event-added", event: entry.event, ...to, from: { execution: id, index: 0 } });
        break;
      }
      case "publish":
        if (running) running.handle.publish(entry.event);
        else loop.post({ kind: "event-published", execution: id, event: entry.event });
        break;
      case "set":
        if (running) void running.handle.change({ path: entry.path, value: entry.value });
        else loop.post({ kind: "store-changed", execution: id, path: entry.path, value: entry.value });
        break;
      case "once":
        if (running) void running.handle.recordOnce(entry.key, entry.value);
        else loop.post({ kind: "once-recorded", execution: id, key: entry.key, value: entry.value });
        break;
      case "fail": {
        const failure = { name: entry.name, message: entry.message };
        results.push({ kind: "fail", failure, ...(entry.denied && { denied: true }) });
        break;
      }
      case "wait":
        results.push({ ...entry, ordinal: waits++ });
        break;
      case "answered":
        waits++;
        results.push(entry);
        break;
      default:
        results.push(entry);
    }
  }
  // R4: the call threw, and nothing that the step would have done behind it happened.
  if (refused !== undefined) results.push({ kind: "fail", failure: { name: "AddressError", message: refused } });
  if (running) running.handle.finish({ results: completeResults(plan.byId.get(running.dispatch.step)?.step, results) });
  else loop.post({ kind: "execution-finished", execution: id, results });
}

/** `ctx.send`; answers why the address is wrong (R4). */
function send(stage: Stage, running: ScriptedExecution, event: Event, to: StepId | undefined): string | undefined {
  const path = to === undefined ? undefined : pathIn(scopeOf(running.dispatch.step), to);
  const refused = path === undefined ? undefined : refuseAddress(stage.plan, stage.loop.state, event, path);
  if (refused === undefined) void running.handle.send(event, to, running.sends++);
  return refused;
}

/**
 * Settles uncertain attempts and parked items (T21, R70): a worker or an execution, an item (`i7`), or a step (what is
 * uncertain there, else its first parked item). T34: an output that the schema refuses is an error to the person, and
 * no tick.
 */
function decide(stage: Stage, action: Extract<Action, { kind: "decide" }>): string | undefined {
  const problems = Object.entries(action.decisions).flatMap(([target, decision]) => {
    const found = findUndecided(stage, target);
    if (found === undefined) return [`the script decides ${target}, but nothing waits for a decision there`];
    const { step, ...place } = found;
    const schema = stage.plan.byId.get(step)?.step.output;
    if (decision.kind !== "succeeded" || !outputFailure(schema, decision.output)) {
      stage.loop.post({ kind: "recovery-decided", ...place, decision, by: "scenario" });
    }
    return [];
  });
  return problems.length > 0 ? problems.join("; ") : undefined;
}

type Undecided = { readonly step: StepId } & ({ readonly execution: ExecutionId } | { readonly item: ItemId });

function findUndecided(stage: Stage, target: string): Undecided | undefined {
  const { plan, loop } = stage;
  const [name = "", worker] = target.split("#");
  const step = plan.byId.get(name);
  if (step === undefined && /^i\d+$/.test(target)) {
    const parked = plan.steps.find(({ id }) => isParked(plan, loop.state, id, target));
    return parked && { step: parked.id, item: target };
  }
  if (step === undefined || worker !== undefined) return findTarget(stage, target);
  const [uncertain] = viewStep(plan, loop.state, step.id).uncertain;
  if (uncertain !== undefined) return { step: step.id, execution: uncertain.execution };
  const [item] = parkedItems(plan, loop.state, step.id);
  return item === undefined ? undefined : { step: step.id, item };
}

/** Memory is dropped; the run is rebuilt from its journal and recovered, then the runner answers (R48, R52). */
async function reload(
  stage: Stage,
  action: Extract<Action, { kind: "reload" }>,
  settle: () => Promise<void>,
): Promise<string | undefined> {
  const { runId, plan, world } = stage;
  stage.loop.close();
  world.die(action.cutTicks);
  stage.epoch++;
  stage.loop = resumeRun({
    runId,
    plan,
    world,
    stored: { ticks: [...world.ticks] },
    session: { epoch: stage.epoch, owner: "scenario", reason: "load" },
  });
  await settle();
  const order = plan.steps.map(({ id }) => id);
  const asked = world.attached
    .splice(0)
    .sort(
      (a, b) =>
        order.indexOf(a.dispatch.step) - order.indexOf(b.dispatch.step) || a.dispatch.worker - b.dispatch.worker,
    );
  for (const execution of asked) answer(stage, execution, action.answers);
  await settle();
  return undefined;
}

function answer(stage: Stage, asked: ScriptedExecution, answers: Readonly<Record<string, RunnerAnswer>>): void {
  const { step, worker, execution } = asked.dispatch;
  const unasked: RunnerAnswer = { state: stage.reported.has(execution) ? "unreachable" : "unknown" };
  const { state, exit, output } = answers[`${step}#${worker}`] ?? answers[execution] ?? answers[step] ?? unasked;
  switch (state) {
    case "running":
    case "unreachable":
      break;
    case "unknown":
      stage.world.executions.delete(execution);
      asked.handle.lost({ never: true });
      break;
    case "lost":
      stage.world.executions.delete(execution);
      asked.handle.lost({ cause: "the runner lost it" });
      break;
    case "exited": {
      const said: Result[] = [{ kind: "exit", exit: exit ?? { code: 0 } }];
      if (output !== undefined) said.push({ kind: "output", value: output });
      asked.handle.finish({ results: completeResults(stage.plan.byId.get(step)?.step, said) });
      break;
    }
    default:
      assertNever(state);
  }
}
