import { find, natural } from "../engine/persistent/sortedMap.ts";
import { type Plan, planWorkflow } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { resolveValue } from "../engine/resolve.ts";
import { Retelling } from "../engine/retelling.ts";
import type { RunState } from "../engine/runState.ts";
import type { ExecutionId, ForkedFrom, Tick, TickBody } from "../engine/tick.ts";
import { viewRun } from "../engine/viewRun.ts";
import { waitingItems } from "../engine/waitingItems.ts";
import type { Answer } from "../protocol/answer.ts";
import type { Fork, ForkMisfit } from "../protocol/fork.ts";
import { loadDefinition, loadRunRow } from "../storage/runs.ts";
import type { RunRow } from "../storage/schema.ts";
import { eachTicks } from "../storage/segments.ts";
import { findUnstorable } from "../storage/storable.ts";
import { digestOf } from "../workflow/digest.ts";
import { stepTitle } from "../workflow/stepTitle.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { done, refuse } from "./answers.ts";
import type { CopiedExecution } from "./copyOutputs.ts";
import { findWrongAnswer } from "./findWrongAnswer.ts";
import { foldTo, type PastState } from "./foldTo.ts";
import { misfitsText, misfitText } from "./misfitText.ts";
import { valueText } from "./runValues.ts";
import { createSchemaFit } from "./schemaFit.ts";
import { frozen } from "./startRun.ts";
import type { TabContext } from "./tabContext.ts";

/** Ticks that become one segment. */
export const segmentTicks = 2_000;

const person = "person";

/** A fork that is possible: what it begins with. Its ticks are in no memory. */
export interface PreparedFork {
  readonly row: RunRow;
  readonly workflow: Workflow;
  readonly plan: Plan;
  readonly of: ForkedFrom;
  /** Behind the last copied tick. */
  readonly past: PastState;
  /** As it stands before it goes on: when the fork is said. */
  readonly begun: RunState;
  readonly misfits: readonly ForkMisfit[];
  /** What is asked of it first, beside the fork itself. */
  readonly requests: readonly TickBody[];
  /** The ticks were told again under another version, and are not those of the run. */
  readonly retold: boolean;
  /** An execution of the run as the fork has it. */
  readonly copied: (execution: ExecutionId) => CopiedExecution | undefined;
}

/** `keep` gets the ticks that are told again, in pieces; what is copied word for word is left where it is. */
export async function prepareFork(
  tab: TabContext,
  id: string,
  fork: Fork,
  keep: (ticks: readonly Tick[]) => Promise<void> = async () => {},
): Promise<Answer<PreparedFork | "anew">> {
  if (tab.damagedLogs.has(id))
    return refuse("damaged", "The log of this run is damaged, so it is only looked at. An intact log can be forked.");
  const row = await loadRunRow(tab.database, id);
  const old = row && (await loadDefinition(tab.database, id));
  if (!row || !old) return gone();
  if (!Number.isSafeInteger(fork.seq) || fork.seq < 0) return refuse("invalid", "A fork begins behind a tick.");
  const unstorable = findUnstorable([fork.input ?? null, fork.change?.data ?? null, fork.event?.event.data ?? null]);
  if (unstorable) return refuse("invalid", `This cannot be kept exactly: ${unstorable.reason}.`);
  const other = fork.workflow && (await frozen(tab, fork.workflow, row.summary.workflowId));
  if (other && !other.ok) return other;
  if (fork.seq === 0) return done("anew");
  const workflow = other?.value ?? old;
  const plan = planWorkflow(workflow);
  const retold = digestOf(workflow) !== row.digest;
  const told = await (retold
    ? retell(tab, id, { old, now: workflow }, plan, fork.seq, keep)
    : wordForWord(tab, id, plan, fork.seq));
  if (told === undefined) return refuse("not-found", `There is no tick ${fork.seq}.`);
  const { past, misfits, oldState } = told;
  if (oldState.lifecycle === "completed" || past?.state.lifecycle === "completed") {
    const ended = misfits.find(({ ends }) => ends);
    return refuse(
      "conflict",
      ended ? misfitsText([ended]) : `The run had ended at tick ${fork.seq}. Fork from a tick before its end.`,
    );
  }
  if (past === undefined || past.state.lifecycle === "planned")
    return refuse("conflict", "Nothing is left of the journal with this version of the workflow.");
  if (oldState.cancel !== null || oldState.ending !== null)
    return refuse("conflict", `The run was being ended at tick ${fork.seq}. Fork from a tick before that.`);
  const of: ForkedFrom = { run: id, number: row.summary.number, seq: fork.seq };
  const { state, last, anew } = past;
  const at = Math.max(Date.now(), last.at);
  const begun = reduce(plan, state, { kind: "run-forked", of, epoch: 0, owner: "", anew, seq: last.seq + 1, at }).state;
  const requests = await requestsFor(tab, id, fork, plan, begun);
  if (!requests.ok) return requests;
  const copied = (execution: ExecutionId): CopiedExecution | undefined => {
    const now = told.nameNow(execution);
    const number = Number(now?.slice(1));
    if (now === undefined || !(number < state.counters.execution)) return undefined;
    const inFlight = find(state.executions, number, natural) !== undefined;
    return { execution: now, ...(inFlight && { until: last.at }) };
  };
  return done({ row, workflow, plan, of, past, begun, misfits, requests: requests.value, retold, copied });
}

export function gone(): Answer<never> {
  return refuse("not-found", "This run is not here. It may have been deleted.");
}

interface Told {
  /** `undefined`: no tick of the run has a counterpart. */
  readonly past: PastState | undefined;
  /** As the run itself was. */
  readonly oldState: RunState;
  readonly misfits: readonly (ForkMisfit & { readonly ends?: boolean })[];
  readonly nameNow: (execution: ExecutionId) => ExecutionId | undefined;
}

async function wordForWord(tab: TabContext, id: string, plan: Plan, to: number): Promise<Told | undefined> {
  const past = await foldTo(tab.database, plan, id, to);
  return past && { past, oldState: past.state, misfits: [], nameNow: (execution) => execution };
}

/** From the first tick on: another version gives no tick its old name. */
async function retell(
  tab: TabContext,
  id: string,
  workflows: { readonly old: Workflow; readonly now: Workflow },
  plan: Plan,
  to: number,
  keep: (ticks: readonly Tick[]) => Promise<void>,
): Promise<Told | undefined> {
  const retelling = new Retelling(planWorkflow(workflows.old), plan);
  const resolve = (value: Parameters<typeof resolveValue>[0]) =>
    resolveValue(value, (digest) => valueText(tab, id, digest));
  const fit = createSchemaFit(workflows, tab.outside.validate, resolve);
  let read = 0;
  for await (const piece of eachTicks(tab.database, id, { size: segmentTicks })) {
    const told = piece.flatMap((tick) => (tick.seq > to ? [] : (retelling.add(tick) ?? [])));
    read = Math.min(to, piece.at(-1)?.seq ?? to);
    if (told.length > 0) await keep(told.map(({ tick }) => tick));
    await fit.look(told);
    if (read >= to) break;
  }
  if (read < to) return undefined;
  const { state, oldState, last, anew } = retelling;
  const title = (step: StepId) =>
    stepTitle(findStep(workflows.now, step) === undefined ? workflows.old : workflows.now, step);
  await fit.lookAtStore(state.store as Parameters<typeof resolve>[0], to);
  return {
    past: last && { state, last, anew },
    oldState,
    misfits: [...retelling.misfits(), ...fit.misfits()].map((misfit) => ({
      ...misfitText(misfit, title),
      ...(misfit.kind === "ended" && { ends: true }),
    })),
    nameNow: (execution) => retelling.executionNow(execution),
  };
}

/** What is other in the fork, as ticks, or why it cannot be. */
async function requestsFor(
  tab: TabContext,
  id: string,
  fork: Fork,
  plan: Plan,
  begun: RunState,
): Promise<Answer<readonly TickBody[]>> {
  const bodies: TickBody[] = [];
  const { change, event, answer } = fork;
  if (change) {
    const found = waitingItems(plan, begun).find(({ item }) => item === change.item);
    if (found?.data === undefined)
      return refuse("conflict", "The item whose event is to be changed does not begin in this fork.");
    bodies.push({ kind: "event-changed", item: change.item, data: change.data, by: person });
  }
  if (event) {
    if (event.to !== undefined && !plan.byId.has(event.to))
      return refuse("not-found", `There is no step \`${event.to}\` in this version.`);
    bodies.push({ kind: "event-added", ...event, by: person });
  }
  if (answer) {
    const { step, ask, value, choice } = answer;
    const view = plan.byId.has(step) ? viewRun(plan, begun).steps[step] : undefined;
    const asked = view?.waiters.find(({ waiter, where }) => where?.ask === ask || waiter === ask);
    if (asked?.ask === undefined)
      return refuse("conflict", "This question is not open there. Fork from the tick before it was answered.");
    const shown = await resolveValue(asked.ask.data ?? {}, (digest) => valueText(tab, id, digest));
    const wrong = await findWrongAnswer(shown, { value, choice }, tab.outside.validate);
    if (wrong) return wrong;
    const data = { ask: asked.where?.ask ?? ask, value, ...(choice !== undefined && { choice }), by: person };
    bodies.push({ kind: "event-added", event: { type: "Answer", data }, to: step, by: person });
  }
  return done(bodies);
}
