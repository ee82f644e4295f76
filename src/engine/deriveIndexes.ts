import { type Awaited, listWaiter } from "./awaited.ts";
import { hasFreeWorker, priorityOf } from "./capacity.ts";
import type { Mutable } from "./copies.ts";
import { type ArmedDeadline, compareDeadlines, type DeadlineKey, type Deadlines } from "./deadlines.ts";
import { isHosting } from "./instances.ts";
import { paceOrder, readyHead } from "./pace.ts";
import { entries, find, natural, put, type SortedMap, sizeOf, values } from "./persistent/sortedMap.ts";
import type { Plan, StepPlan } from "./plan.ts";
import { type Capacity, noClaims, type RunState, type Tally, type Workspace } from "./runState.ts";
import type { StepState, Waiter } from "./stepState.ts";
import { buildTable, tableAt } from "./stepTable.ts";
import { itemId } from "./workItem.ts";
import { queueLength } from "./workQueue.ts";

/**
 * Everything in a state that follows from the rest: tallies, capacity in use, claims, and the indexes by execution,
 * deadline, delayed item and awaited type. A snapshot leaves it out, so that it cannot disagree.
 */
export function deriveIndexes(plan: Plan, state: RunState): RunState {
  const derived = new Indexes(state);
  const steps = plan.steps.map((step) => derived.read(step, tableAt(state.steps, step.index)));
  if (state.clock.kind === "running")
    derived.arm(state.clock.deadline, "run", { kind: "run", at: state.clock.deadline.at });
  return {
    ...state,
    steps: buildTable(steps),
    executions: derived.executions,
    deadlines: derived.deadlines,
    delayed: derived.delayed,
    awaited: derived.awaited,
    workspaces: derived.workspaces,
    tally: derived.tally,
    capacity: derived.capacity,
  };
}

class Indexes {
  executions: RunState["executions"];
  deadlines: Deadlines;
  delayed: RunState["delayed"];
  awaited: Awaited;
  workspaces: RunState["workspaces"];
  private readonly state: RunState;
  readonly tally: Mutable<Tally> = {
    queued: 0,
    delayed: 0,
    running: 0,
    uncertain: 0,
    hosting: 0,
    sleeping: 0,
    parked: 0,
    openWaiters: 0,
  };
  capacity: Capacity = { total: 0, command: 0, agent: 0, claims: noClaims };

  constructor(state: RunState) {
    this.state = state;
  }

  arm(key: DeadlineKey, what: ArmedDeadline["what"], deadline: ArmedDeadline["deadline"]): void {
    this.deadlines = put(this.deadlines, key, { what, deadline }, compareDeadlines);
  }

  /** Answers the step with its claim. */
  read(step: StepPlan, state: StepState): StepState {
    this.tally.queued += queueLength(state.queue);
    this.tally.delayed += sizeOf(state.delayed);
    this.tally.parked += sizeOf(state.parked);
    for (const [order, { item, deadline }] of entries(state.delayed)) {
      this.delayed = put(this.delayed, item.number, { step: step.index, order }, natural);
      this.arm(deadline, "retry", { kind: "wake-up", at: deadline.at, item: itemId(item.number) });
    }
    if (state.pace?.held !== undefined) {
      const { item, deadline } = state.pace.held;
      this.delayed = put(this.delayed, item, { step: step.index, order: paceOrder }, natural);
      this.arm(deadline, "pace", { kind: "wake-up", at: deadline.at, item: itemId(item) });
    }
    for (const waiter of values(state.waiters)) this.readWaiter(step, waiter);
    for (const execution of state.workers) {
      if (execution === null) continue;
      const { number, worker, uncertain } = execution;
      this.executions = put(this.executions, number, { step: step.index, worker }, natural);
      this.use(step);
      if (uncertain !== undefined) this.tally.uncertain++;
      else {
        this.tally.running++;
        if (isHosting(this.state, execution.item)) this.tally.hosting++;
        this.occupy(step);
      }
    }
    return this.claim(step, state);
  }

  private readWaiter(step: StepPlan, waiter: Waiter): void {
    const { id, generation, state } = waiter;
    if (state.kind !== "open") return;
    const { deadline } = state;
    if (deadline !== undefined) {
      this.arm(deadline, step.sleeps ? "delay" : "waiter", {
        kind: "waiter",
        at: deadline.at,
        step: step.id,
        waiter: id,
        generation,
      });
    }
    if (step.sleeps) {
      this.tally.sleeping++;
      return;
    }
    this.tally.openWaiters++;
    this.awaited = listWaiter(this.awaited, step.index, waiter);
  }

  private occupy({ lane }: StepPlan): void {
    if (lane === "free") return;
    const { total, command, agent } = this.capacity;
    this.capacity = {
      ...this.capacity,
      total: total + 1,
      command: command + (lane === "command" ? 1 : 0),
      agent: agent + (lane === "agent" ? 1 : 0),
    };
  }

  private use({ access, workspace }: StepPlan): void {
    if (access === "none") return;
    this.changeWorkspace(workspace, (held) =>
      access === "read" ? { ...held, readers: held.readers + 1 } : { ...held, writers: held.writers + 1 },
    );
  }

  private claim(step: StepPlan, state: StepState): StepState {
    const head = hasFreeWorker(step, state) ? readyHead(state) : undefined;
    if (head === undefined) return { ...state, claim: null };
    const claim = { priority: priorityOf(step, state, head.number), item: head.number };
    const { claims } = this.capacity;
    const changed: SortedMap<number, number> = put(claims[step.lane], claim.priority, step.index, natural);
    this.capacity = { ...this.capacity, claims: { ...claims, [step.lane]: changed } };
    const { access } = step;
    if (access !== "none") {
      this.changeWorkspace(step.workspace, (held) => ({
        ...held,
        waiting: put(held.waiting, head.number, { step: step.index, access }, natural),
      }));
    }
    return { ...state, claim };
  }

  private changeWorkspace(name: string, change: (workspace: Workspace) => Workspace): void {
    const held = find(this.workspaces, name, natural) ?? { readers: 0, writers: 0, waiting: undefined };
    this.workspaces = put(this.workspaces, name, change(held), natural);
  }
}
