import type { Json } from "../workflow/json.ts";
import { pathIn } from "../workflow/subWorkflows.ts";
import { memberAt } from "./conditions.ts";
import type { Draft } from "./draft.ts";
import { endRun } from "./ending.ts";
import { entries, values } from "./persistent/sortedMap.ts";
import type { ScopePlan, StepPlan } from "./plan.ts";
import type { End, RunState, Tally } from "./runState.ts";
import { endedTask } from "./taskEnding.ts";
import { scopeName } from "./workItem.ts";

/** The last stage of a reduction: nothing is left to begin. Is the run idle, or settled, or has a cancel done its work? */
export function settle(draft: Draft): void {
  const { run } = draft;
  const { tally } = run;
  if (run.lifecycle === "planned" || run.lifecycle === "completed" || run.ending !== null) return;
  if (run.cancel !== null) return askForAcknowledgement(draft);
  const busy = tally.queued + tally.delayed + tally.running - tally.hosting + tally.sleeping > 0;
  if (busy || run.lifecycle !== "running") {
    run.idle = false;
    return;
  }
  if (tally.openWaiters > 0 || tally.parked > 0 || tally.hosting > 0 || draft.plan.root.acceptsExternal) {
    if (!run.idle) draft.notice({ kind: "idle" });
    run.idle = true;
    return;
  }
  endRun(draft, settledEnd(draft, draft.plan.root, run));
}

/** A cancel is done when nothing is in flight and nothing uncertain (T25). */
function askForAcknowledgement(draft: Draft): void {
  const { cancel, tally } = draft.run;
  if (cancel === null || cancel.asked || !isStill(tally)) return;
  draft.run.cancel = { ...cancel, asked: true };
  draft.effect({ kind: "acknowledge-cancel", request: cancel.request });
}

/** Nothing of the run is under way, clean-up included (T25, T41). */
export function isStill({ queued, delayed, running, uncertain }: Tally): boolean {
  return queued + delayed + running + uncertain === 0;
}

/** What a run or an instance brings along to its end. */
interface Settling {
  readonly settledResult: RunState["settledResult"];
  readonly cancelledWork?: boolean;
  readonly failed?: End | null;
  /** Of an instance. */
  readonly scope?: readonly number[];
}

/** How a run, or an instance, ends that has nothing left to do (R46, T29). The first that applies. */
export function settledEnd(draft: Draft, scope: ScopePlan, of: Settling): End {
  if (of.cancelledWork) return { outcome: "cancellation" };
  const ended = (task: StepPlan) => endedTask(draft.peek(task))?.outcome;
  if (scope.owner !== undefined && scope.tasks.some((task) => ended(task) === "cancellation")) {
    return { outcome: "cancellation" };
  }
  const required = scope.tasks.filter(({ step }) => !step.allowFailure);
  const having = (outcome: string) => required.filter((task) => endedTask(draft.peek(task))?.outcome === outcome);
  const denied = having("denial");
  if (denied.length > 0) return { outcome: "denial", reason: `${names(denied)} was denied` };
  const failed = having("failure");
  if (failed.length > 0) return { outcome: "failure", reason: `${names(failed)} failed` };
  if (of.failed) return of.failed;
  const blocked = having("blocked");
  if (blocked.length > 0) return { outcome: "blocked", reason: `${names(blocked)} could not run` };
  if (of.settledResult !== null) return { outcome: "success", ...of.settledResult };
  if (scope.canStop) return { outcome: "blocked", reason: describeBlock(draft, scope, of.scope) };
  return exportResults(draft, scope);
}

/** Exports name outputs of tasks; they are the result of the run (T30). */
function exportResults(draft: Draft, scope: ScopePlan): End {
  const { exports } = scope.workflow;
  if (exports === undefined) return { outcome: "success" };
  const result: (readonly [string, Json])[] = [];
  const missing: string[] = [];
  for (const [name, { from, path, optional }] of Object.entries(exports)) {
    const step = draft.plan.byId.get(pathIn(scope.path, from));
    const output = step && endedTask(draft.peek(step))?.output;
    const value = output === undefined ? undefined : memberAt(output, path);
    if (value !== undefined) result.push([name, value]);
    else if (!optional) missing.push(`${name} (from ${[from, ...path].join(".")})`);
  }
  if (missing.length > 0) return { outcome: "blocked", reason: `nothing was exported as ${missing.join(", ")}` };
  return { outcome: "success", result: Object.fromEntries(result) };
}

/** Names every join and buffer that is incomplete, and what it lacks (R46). */
function describeBlock(draft: Draft, { steps }: ScopePlan, within: readonly number[] = []): string {
  const inside = scopeName(within);
  const incomplete = steps.flatMap((step) => [
    ...incompleteJoins(draft, step, inside),
    ...openBuffers(draft, step, inside),
  ]);
  const why = incomplete.length > 0 ? incomplete.join("; ") : "no event leads on";
  return `nothing is left to do, and no step ended the run: ${why}`;
}

function incompleteJoins(draft: Draft, step: StepPlan, inside: string): readonly string[] {
  return [...entries(draft.peek(step).gathering)].flatMap(([scope, gathering]) => {
    if (!isInside(scope, inside)) return [];
    const held = Object.keys(gathering);
    const lacks = (step.step.accepts ?? []).filter((type) => !held.includes(type));
    return `${step.id}${scope === inside ? "" : ` in ${scope}`} has ${held.join(", ")} and lacks ${lacks.join(", ")}`;
  });
}

function openBuffers(draft: Draft, step: StepPlan, inside: string): readonly string[] {
  return [...entries(draft.peek(step).buffers)].flatMap(([key, { members }]) => {
    if (!isInside(key.includes("@") ? key.slice(key.indexOf("@") + 1) : "", inside)) return [];
    const held = [...values(members)].map(({ type }) => type);
    const lacks = (step.step.accepts ?? []).filter((type) => !held.includes(type));
    const lacking = lacks.length > 0 ? `lacks ${lacks.join(", ")}` : "lacks more of them";
    return `the buffer ${key} of ${step.id} has ${held.join(", ")} and ${lacking}`;
  });
}

/** An empty name is the outermost scope, which holds all others. */
function isInside(scope: string, inside: string): boolean {
  return inside === "" || scope === inside || scope.startsWith(`${inside}/`);
}

function names(steps: readonly StepPlan[]): string {
  return steps.map(({ id }) => id).join(", ");
}
