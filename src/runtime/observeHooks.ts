import type { Dispatch, Effect } from "../engine/effect.ts";
import { executionIn } from "../engine/inFlight.ts";
import type { Notice, NotRunningWhy, RunOutcome } from "../engine/notice.ts";
import type { Plan } from "../engine/plan.ts";
import { bytesOf, digestOf, referencesIn } from "../engine/reference.ts";
import type { RunState } from "../engine/runState.ts";
import type { Execution } from "../engine/stepState.ts";
import type { ExecutionId, Tick } from "../engine/tick.ts";
import { itemId } from "../engine/workItem.ts";
import type { Hook, HookMoment } from "../workflow/hook.ts";
import type { StepId } from "../workflow/workflow.ts";

/** What a hook is told of (T31): names and figures, never a way to steer. */
interface Observation {
  readonly moment: HookMoment;
  /** Epoch ms. */
  readonly at: number;
  readonly step?: StepId;
  readonly execution?: ExecutionId;
  /** From 1. */
  readonly attempt?: number;
  readonly outcome?: RunOutcome;
  /** Of the run since its start, of a step since its work item was begun first. Left out: not known. */
  readonly durationMs?: number;
  /** Large values that were handed on, at most `mostArtifacts`. */
  readonly artifacts?: readonly { readonly digest: string; readonly bytes: number }[];
}

/** One tick `hook-observed` to be written, and what is told once it is durable. */
export interface HookCall {
  readonly hook: string;
  /** As the tick says it. */
  readonly observed: string;
  readonly observation: Observation;
}

export interface Reduced {
  readonly before: RunState;
  readonly tick: Tick;
  readonly effects: readonly Effect[];
}

const mostArtifacts = 20;

/** Of an execution that ended as what really happened; the others go on, or nobody knows. */
const outcomes: Readonly<Partial<Record<NotRunningWhy, RunOutcome>>> = {
  completed: "success",
  failed: "failure",
  denied: "denial",
  cancelled: "cancellation",
};

/**
 * Which hooks observe what one reduction did; `undefined` when the workflow has none, so that it costs nothing.
 *
 * A step starts when a work item of it is dispatched for the first time, and finishes when an execution reports its
 * end and is not tried again: retries, waits, reruns and elements of a `forEach` are inside of it. What a recovery, a
 * skip or a block ends has no `execution-finished` and fires none. Only steps of the outermost workflow count.
 */
export function createHookObserver(
  plan: Plan,
): ((reduced: Reduced, began: number | undefined) => readonly HookCall[]) | undefined {
  const hooks = Object.entries(plan.workflow.hooks ?? {});
  if (hooks.length === 0) return undefined;
  const moments = new Set(hooks.flatMap(([, { on }]) => on));
  return (reduced, began) => {
    if (reduced.tick.kind === "hook-observed") return [];
    const seen = [
      ...startOfRun(reduced),
      ...(moments.has("step finished") ? finishedSteps(plan, reduced) : []),
      ...(moments.has("step started") ? startedSteps(plan, reduced) : []),
      ...ofRun(reduced, began),
    ];
    return seen.flatMap((observation) =>
      hooks
        .filter(([, hook]) => observes(hook, observation))
        .map(([hook]) => ({ hook, observed: inWords(observation), observation })),
    );
  };
}

function observes({ on, steps }: Hook, { moment, step }: Observation): boolean {
  return on.includes(moment) && (step === undefined || steps === undefined || steps.includes(step));
}

/** `step finished build x3`: enough to tell one call of a hook from another. */
function inWords({ moment, step, execution }: Observation): string {
  return [moment, step, execution].filter((part) => part !== undefined).join(" ");
}

function startOfRun({ tick, effects }: Reduced): readonly Observation[] {
  return tick.kind === "run-started" && !isIgnored(effects) ? [{ moment: "run started", at: tick.at }] : [];
}

function ofRun({ tick, effects }: Reduced, began: number | undefined): readonly Observation[] {
  const { at } = tick;
  const seen: Observation[] = [];
  const durationMs = tick.kind === "run-started" ? 0 : began === undefined ? undefined : at - began;
  for (const notice of noticesIn(effects)) {
    const moment = momentOf(notice);
    if (moment === undefined) continue;
    seen.push({
      moment,
      at,
      ...(durationMs !== undefined && { durationMs }),
      ...(notice.kind === "end" && { outcome: notice.outcome, ...artifactsIn(notice.result) }),
    });
  }
  return seen;
}

function momentOf(notice: Notice): HookMoment | undefined {
  if (notice.kind === "lifecycle") return notice.lifecycle === "needs-recovery" ? "run needs recovery" : undefined;
  if (notice.kind !== "end") return undefined;
  if (notice.outcome === "success") return "run completed";
  return notice.outcome === "cancellation" ? "run cancelled" : "run failed";
}

function finishedSteps(plan: Plan, { before, tick, effects }: Reduced): readonly Observation[] {
  if (tick.kind !== "execution-finished") return [];
  const found = executionIn(before, tick.execution);
  const planned = found && plan.steps[found.step];
  if (!found || !planned || planned.scope !== plan.root) return [];
  const { item, worker } = found.execution;
  const line = noticesIn(effects).find(
    (notice) => notice.kind === "not-running" && notice.step === planned.id && notice.worker === worker,
  );
  const outcome = line?.kind === "not-running" ? outcomes[line.why] : undefined;
  if (
    outcome === undefined ||
    !endsStep(found.execution, outcome, planned.step.onFailure ?? "fail", planned.task !== undefined)
  ) {
    return [];
  }
  return [
    {
      moment: "step finished",
      at: tick.at,
      step: planned.id,
      execution: tick.execution,
      attempt: item.attempt,
      outcome,
      durationMs: tick.at - (item.firstAttemptAt ?? tick.at),
      ...artifactsIn(tick.results),
    },
  ];
}

/** Of a `forEach` the list counts as one (R72): its last part, or the element that makes it fail. */
function endsStep({ item }: Execution, outcome: RunOutcome, onFailure: string, isTask: boolean): boolean {
  switch (item.each?.kind) {
    case "open":
      return outcome !== "success";
    case "element":
      return outcome !== "success" && onFailure === "fail" && !isTask;
    default:
      return true;
  }
}

function startedSteps(plan: Plan, { before, tick, effects }: Reduced): readonly Observation[] {
  return effects.flatMap((effect): readonly Observation[] => {
    if (effect.kind !== "start" || !isFirst(effect.dispatch, tick, before)) return [];
    const { step, execution, attempt } = effect.dispatch;
    if (plan.byId.get(step)?.scope !== plan.root) return [];
    return [{ moment: "step started", at: tick.at, step, execution, attempt }];
  });
}

/** Its work item was never dispatched before. */
function isFirst(
  { attempt, firstAttemptAt, waits, hosts, each, item }: Dispatch,
  tick: Tick,
  before: RunState,
): boolean {
  if (attempt !== 1 || firstAttemptAt !== tick.at || waits.length > 0 || hosts !== undefined) return false;
  if (each !== undefined && each.kind !== "open") return false;
  // In the same ms: what is dispatched anew after a `stale` or a wait that was resolved already.
  if (tick.kind !== "execution-finished") return true;
  const ended = executionIn(before, tick.execution);
  return ended === undefined || itemId(ended.execution.item.number) !== item;
}

function noticesIn(effects: readonly Effect[]): readonly Notice[] {
  return effects.flatMap((effect) => (effect.kind === "notice" ? [effect.notice] : []));
}

function isIgnored(effects: readonly Effect[]): boolean {
  return noticesIn(effects).some(({ kind }) => kind === "ignored");
}

function artifactsIn(value: unknown): Pick<Observation, "artifacts"> {
  const found = [...referencesIn(value).values()].slice(0, mostArtifacts);
  return found.length === 0
    ? {}
    : { artifacts: found.map((reference) => ({ digest: digestOf(reference), bytes: bytesOf(reference) })) };
}
