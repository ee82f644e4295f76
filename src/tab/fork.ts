import { type Plan, planWorkflow } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { bytesOf, referencesIn } from "../engine/reference.ts";
import { resolveValue } from "../engine/resolve.ts";
import { type Misfit, Retelling } from "../engine/retelling.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import { encodeState } from "../engine/stateCodec.ts";
import type { ExecutionId, ForkedFrom, Tick, TickBody } from "../engine/tick.ts";
import { viewRun } from "../engine/viewRun.ts";
import { type Waiting, waitingItems } from "../engine/waitingItems.ts";
import { type Answer, type Fork, type ForkForeseen, maxForeseen, type WaitingItem } from "../protocol/engineApi.ts";
import { addImportedTicks, discardPieces } from "../storage/imports.ts";
import type { RunRequest } from "../storage/requests.ts";
import { createFork, loadDefinition, loadRunRow } from "../storage/runs.ts";
import type { RunRow } from "../storage/schema.ts";
import { eachTicks } from "../storage/segments.ts";
import { findUnstorable } from "../storage/storable.ts";
import { createSummarizer } from "../transfer/runSummary.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json, JsonObject } from "../workflow/json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { done, refuse } from "./answers.ts";
import { permissionsFor } from "./consent.ts";
import { findWrongAnswer } from "./findWrongAnswer.ts";
import { misfitText } from "./misfitText.ts";
import { valueText } from "./runValues.ts";
import { frozen, startRun } from "./startRun.ts";
import type { TabContext } from "./tabContext.ts";

/** Ticks that become one segment. */
const segmentTicks = 2_000;
/** Data above this is not told, so that it cannot be changed in a text field, bytes of JSON. */
const mostBytes = 1_048_576;

const person = "person";

/** A fork that is possible: what it begins with. */
interface Prepared {
  readonly row: RunRow;
  readonly workflow: Workflow;
  readonly plan: Plan;
  readonly of: ForkedFrom;
  readonly ticks: readonly Tick[];
  /** Behind the last copied tick. */
  readonly state: RunState;
  /** As it stands before it goes on: when the fork is said. */
  readonly begun: RunState;
  readonly anew: readonly ExecutionId[];
  readonly misfits: readonly Misfit[];
  /** What is asked of it first, beside the fork itself. */
  readonly requests: readonly TickBody[];
}

/** What a fork does, before anything is changed. */
export async function foreseeFork(tab: TabContext, id: string, fork: Fork): Promise<Answer<ForkForeseen>> {
  const prepared = await prepare(tab, id, fork);
  if (!prepared.ok) return prepared;
  if (prepared.value === "anew") return done({ begins: [], asks: [], uncertain: [], misfits: [] });
  const { plan, begun, misfits } = prepared.value;
  const view = viewRun(plan, begun);
  const steps = Object.entries(view.steps);
  const items = waitingItems(plan, begun).slice(0, maxForeseen);
  return done({
    begins: await Promise.all(items.map((item) => toldItem(tab, id, item))),
    asks: steps.flatMap(([step, { waiters }]) =>
      waiters.flatMap(({ waiter, ask, where }) => {
        if (ask?.type !== "Ask") return [];
        const { question } = (ask.data ?? {}) as JsonObject;
        const name = typeof where?.ask === "string" ? where.ask : waiter;
        return [{ step, ask: name, question: typeof question === "string" ? question : "" }];
      }),
    ),
    uncertain: steps.flatMap(([step, { uncertain }]) => uncertain.map(({ execution }) => ({ step, execution }))),
    misfits: misfits.map(misfitText),
  });
}

/** Stores the fork; it begins when its host drives it. */
export async function forkRun(
  tab: TabContext,
  id: string,
  fork: Fork,
  confirmed: boolean,
): Promise<Answer<{ readonly runId: string }>> {
  const prepared = await prepare(tab, id, fork);
  if (!prepared.ok) return prepared;
  if (prepared.value === "anew") return startAnew(tab, id, fork);
  const { row, workflow, plan, of, ticks, state, anew, misfits, requests } = prepared.value;
  if (misfits.length > 0 && !confirmed)
    return refuse(
      "conflict",
      ["Not everything fits this version of the workflow:", ...misfits.map(misfitText)].join(" "),
    );
  const { workflowId, name } = row.summary;
  const consent = await permissionsFor(tab, workflow, workflowId);
  if (!consent.ok) return consent;
  if (consent.value.missing.length > 0)
    return refuse("needs-permission", "Nobody has allowed yet what this workflow does.");
  const runId = crypto.randomUUID();
  const last = ticks.at(-1);
  if (last === undefined) return refuse("conflict", "Nothing is left of the journal with this version.");
  const first = {
    id: runId,
    ...(workflowId !== undefined && { workflowId }),
    name: fork.workflow?.name ?? name,
    number: 1,
    lifecycle: "planned" as const,
    outcome: null,
    createdAt: Date.now(),
    seq: 0,
    needsYou: 0,
    forkOf: { id: of.run, number: of.number, seq: of.seq },
  };
  // Pieces that belong to no run yet are swept while nobody imports.
  return navigator.locks.request(`${tab.name}:import`, async () => {
    try {
      for (let from = 0; from < ticks.length; from += segmentTicks)
        await addImportedTicks(tab.database, runId, ticks.slice(from, from + segmentTicks));
      const stored = await createFork(tab.database, {
        run: {
          id: runId,
          digest: digestOf(workflow),
          epoch: 0,
          engine: tab.version,
          unfinished: 1,
          summary: createSummarizer(plan, first)(state, last),
        },
        workflow,
        of: id,
        requests: [
          { kind: "fork", of, anew },
          ...requests.map((body): RunRequest => ({ kind: "tick", body })),
          ...(fork.paused ? [] : [{ kind: "tick", body: { kind: "resume-requested" } } as const]),
        ],
        snapshot: { seq: last.seq, at: last.at, state: encodeState(state) },
      });
      tab.library.setRun(stored.summary);
      return done({ runId });
    } catch (error) {
      await discardPieces(tab.database, runId, 0).catch(() => {});
      throw error;
    }
  });
}

/** From before the first tick: a new start, with its lineage. */
async function startAnew(tab: TabContext, id: string, fork: Fork): Promise<Answer<{ readonly runId: string }>> {
  const row = await loadRunRow(tab.database, id);
  const workflow = fork.workflow ?? (await loadDefinition(tab.database, id));
  if (!row || !workflow) return gone();
  const { workflowId, number } = row.summary;
  let { input } = fork;
  if (input === undefined) {
    for await (const [first] of eachTicks(tab.database, id, 1)) {
      if (first?.kind === "run-started")
        input = await resolveValue(first.input, (digest) => valueText(tab, id, digest));
      break;
    }
  }
  return startRun(
    tab,
    { ...(workflowId !== undefined && { workflowId }), workflow, input: input ?? null },
    { forkOf: { id, number, seq: 0 } },
  );
}

function gone(): Answer<never> {
  return refuse("not-found", "This run is not here. It may have been deleted.");
}

async function prepare(tab: TabContext, id: string, fork: Fork): Promise<Answer<Prepared | "anew">> {
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
  const copied = await (digestOf(workflow) === row.digest
    ? copy(tab, id, plan, fork.seq)
    : retell(tab, id, planWorkflow(old), plan, fork.seq));
  const { ticks, state, anew, misfits, oldState } = copied;
  if (copied.read < fork.seq) return refuse("not-found", `There is no tick ${fork.seq}.`);
  if (oldState.lifecycle === "completed" || state.lifecycle === "completed") {
    const ended = misfits.find((misfit) => misfit.kind === "ended");
    const message = ended
      ? misfitText(ended)
      : `The run had ended at tick ${fork.seq}. Fork from a tick before its end.`;
    return refuse("conflict", message);
  }
  if (state.lifecycle === "planned")
    return refuse("conflict", "Nothing is left of the journal with this version of the workflow.");
  if (oldState.cancel !== null || oldState.ending !== null)
    return refuse("conflict", `The run was being ended at tick ${fork.seq}. Fork from a tick before that.`);
  const of: ForkedFrom = { run: id, number: row.summary.number, seq: fork.seq };
  const last = ticks.at(-1);
  const begun = reduce(plan, state, {
    kind: "run-forked",
    of,
    epoch: 0,
    owner: "",
    anew,
    seq: (last?.seq ?? 0) + 1,
    at: Math.max(Date.now(), last?.at ?? 0),
  }).state;
  const requests = await requestsFor(tab, id, fork, plan, begun);
  if (!requests.ok) return requests;
  return done({ row, workflow, plan, of, ticks, state, begun, anew, misfits, requests: requests.value });
}

interface Copied {
  /** The last tick of the run that was read. */
  readonly read: number;
  readonly ticks: readonly Tick[];
  readonly state: RunState;
  readonly oldState: RunState;
  readonly anew: readonly ExecutionId[];
  readonly misfits: readonly Misfit[];
}

/** The ticks word for word. */
async function copy(tab: TabContext, id: string, plan: Plan, to: number): Promise<Copied> {
  const ticks: Tick[] = [];
  let state = initialState(plan);
  let anew: readonly ExecutionId[] = [];
  for await (const piece of eachTicks(tab.database, id)) {
    for (const tick of piece) {
      if (tick.seq > to) break;
      const reduction = reduce(plan, state, tick);
      state = reduction.state;
      anew = reduction.effects.flatMap((effect) => (effect.kind === "start" ? [effect.dispatch.execution] : []));
      ticks.push(tick);
    }
    if ((piece.at(-1)?.seq ?? to) >= to) break;
  }
  return { read: ticks.length, ticks, state, oldState: state, anew, misfits: [] };
}

async function retell(tab: TabContext, id: string, old: Plan, plan: Plan, to: number): Promise<Copied> {
  const retelling = new Retelling(old, plan);
  let read = 0;
  for await (const piece of eachTicks(tab.database, id)) {
    for (const tick of piece) {
      if (tick.seq > to) break;
      retelling.add(tick);
      read = tick.seq;
    }
    if ((piece.at(-1)?.seq ?? to) >= to) break;
  }
  const { ticks, state, oldState, anew } = retelling;
  return { read, ticks, state, oldState, anew, misfits: retelling.misfits() };
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

/** With its data whole, where it is not too large. */
export async function toldItem(tab: TabContext, id: string, { data, ...item }: Waiting): Promise<WaitingItem> {
  if (data === undefined) return item;
  const bytes = [...referencesIn(data).values()].reduce((sum, reference) => sum + bytesOf(reference), 0);
  if (bytes > mostBytes) return item;
  return { ...item, data: (await resolveValue(data, (digest) => valueText(tab, id, digest))) as Json };
}
