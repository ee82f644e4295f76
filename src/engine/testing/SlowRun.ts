import type { Step, StepId, Workflow } from "../../workflow/workflow.ts";
import { deepEqual } from "../deepEqual.ts";
import type { Event } from "../event.ts";
import { type Plan, planWorkflow } from "../plan.ts";
import type { Result } from "../result.ts";
import type { Tick } from "../tick.ts";

/*
 * The twin of the reducer: the same rules of event steps (R1 to R11, R14, R20, R23, R29 to R40, R44, R46, R48, R52),
 * written so that one can see that they are right. It keeps every item, waiter and batch that ever was in plain lists
 * and looks through all of them for whatever it wants to know. No tasks, buffers, pauses or cancels.
 */

interface Item {
  readonly number: number;
  readonly step: StepId;
  /** How lines of the trace name it. */
  readonly name: string;
  readonly line: Line;
  attempt: number;
  place: Place;
}

type Place =
  /** `rank`: interrupted before retried before arrived, each in its own order. */
  | { readonly at: "queue"; readonly rank: readonly [number, number] }
  | { readonly at: "delay"; readonly until: number; readonly failure: number }
  | { readonly at: "worker"; readonly worker: number; readonly execution: number }
  | { readonly at: "wait" }
  | { readonly at: "end" };

/** What everything that comes of an item inherits. */
interface Line {
  readonly scope: readonly number[];
  /** Its place in the list that opened each batch. */
  readonly index: readonly number[];
  readonly recoveries: Readonly<Record<string, number>>;
}

interface Waiter {
  readonly id: string;
  readonly generation: number;
  readonly item: Item;
  readonly type: string;
  readonly where: Readonly<Record<string, unknown>>;
  readonly dueAt: number;
  state: "open" | "resolved" | "timed-out" | "gone";
}

interface Batch {
  readonly number: number;
  readonly opener: StepId;
  readonly outer: Line;
  open: boolean;
  readonly joins: Map<StepId, { fired: boolean; readonly members: { readonly index: number; readonly line: Line }[] }>;
}

/** Events that a one-of-each join holds. */
interface Held {
  readonly step: StepId;
  readonly scope: string;
  readonly type: string;
  readonly line: Line;
  used: boolean;
}

const outside: Line = { scope: [], index: [], recoveries: {} };

export class SlowRun {
  private readonly workflow: Workflow;
  private readonly plan: Plan;
  private readonly ids: readonly StepId[];
  private readonly items: Item[] = [];
  private readonly waiters: Waiter[] = [];
  private readonly batches: Batch[] = [];
  private readonly held: Held[] = [];
  private executions = 0;
  private arrivals = 0;
  private interruptions = 0;
  private failures = 0;
  private now = 0;
  private idle = false;
  private ended = false;
  private lines: string[] = [];
  private timers: string[] = [];

  constructor(workflow: Workflow) {
    this.workflow = workflow;
    this.plan = planWorkflow(workflow, { unlimited: true });
    this.ids = Object.keys(workflow.steps);
  }

  /** The trace of one tick. */
  reduce(tick: Tick): readonly string[] {
    this.lines = [];
    this.timers = [];
    this.now = tick.at;
    if (this.ended) return [`ignored ${tick.kind}`];
    switch (tick.kind) {
      case "run-started":
        return this.advance({ events: [{ event: { type: "Start", data: tick.input }, line: outside }] });
      case "event-added":
        return this.advance({ events: [{ event: tick.event, line: outside, to: tick.to }] });
      case "session-started":
        return this.reload();
      case "wake-up":
        return this.wakeUp(tick.item);
      case "waiter-timed-out":
        return this.timeOut(tick.waiter);
      case "execution-finished":
        return this.finish(tick);
      default:
        throw new Error(`The twin knows no ${tick.kind}`);
    }
  }

  /** Of the earliest deadline. */
  nextDue(): number | null {
    const times = [
      ...this.items.flatMap(({ place }) => (place.at === "delay" ? [place.until] : [])),
      ...this.waiters.flatMap(({ state, dueAt }) => (state === "open" ? [dueAt] : [])),
    ].filter(Number.isFinite);
    return this.ended || times.length === 0 ? null : Math.min(...times);
  }

  /** How many items of a step stand where. */
  counts(step: StepId) {
    const at = (place: Place["at"]) =>
      this.ended ? 0 : this.of(step).filter((item) => item.place.at === place).length;
    return { queued: at("queue"), delayed: at("delay"), running: at("worker"), waiting: at("wait") };
  }

  private finish(tick: Extract<Tick, { kind: "execution-finished" }>): readonly string[] {
    const item = this.items.find(({ place }) => place.at === "worker" && `x${place.execution}` === tick.execution);
    if (item === undefined || item.place.at !== "worker") return ["ignored execution-finished"];
    const slot = `${item.step}#${item.place.worker}`;
    const sends = tick.results.flatMap((result) => (result.kind === "send" ? [result.event] : []));
    const last: Result = tick.results.at(-1) ?? { kind: "return", value: null };
    if (last.kind === "wait") return this.suspend(item, slot, last);
    if (last.kind === "fail") return this.fail(item, slot, tick.retry?.retryAfterMs);
    const value = last.kind === "return" ? (last.value as Event | readonly Event[] | null) : null;
    const list = Array.isArray(value) ? (value as readonly Event[]) : undefined;
    const event = list === undefined ? (value as Event | null) : null;
    const arrow = list !== undefined ? ` -> [${list.length}]` : event === null ? "" : ` -> ${event.type}`;
    this.lines.push(`not-running ${slot} completed${arrow}`);
    this.end(item);
    if (event?.type === "Stop") return this.stop(event);
    const routed = [...sends, ...(event === null ? [] : [event])].map((one) => ({ event: one, line: item.line }));
    return this.advance({ own: item.step, events: routed, ...(list && { list: { item, events: list } }) });
  }

  private suspend(item: Item, slot: string, wait: Extract<Result, { kind: "wait" }>): readonly string[] {
    this.lines.push(`not-running ${slot} waiting`);
    const id = `i${item.number}.${wait.ordinal}`;
    const held = this.waiters.find((waiter) => waiter.id === id && waiter.state !== "gone");
    item.place = { at: "wait" };
    if (held?.state === "resolved") {
      this.begin(item);
      return this.advance({ own: item.step });
    }
    if (held !== undefined) held.state = "gone";
    const dueAt = wait.timeoutMs === undefined ? Number.POSITIVE_INFINITY : this.now + wait.timeoutMs;
    if (Number.isFinite(dueAt)) this.timers.push(`timer waiter ${dueAt}`);
    const generation = this.waiters.length;
    this.waiters.push({ id, generation, item, type: wait.type, where: wait.where ?? {}, dueAt, state: "open" });
    return this.advance({ own: item.step });
  }

  private fail(item: Item, slot: string, retryAfterMs: number | undefined): readonly string[] {
    if (retryAfterMs !== undefined) {
      this.lines.push(`not-running ${slot} retrying`);
      item.attempt++;
      const failure = this.failures++;
      for (const waiter of this.waiters) {
        if (waiter.item === item && waiter.state === "timed-out") waiter.state = "gone";
      }
      if (retryAfterMs > 0) {
        this.timers.push(`timer retry ${this.now + retryAfterMs}`);
        item.place = { at: "delay", until: this.now + retryAfterMs, failure };
      } else item.place = { at: "queue", rank: [1, failure] };
      return this.advance({ own: item.step });
    }
    this.lines.push(`not-running ${slot} failed`);
    this.end(item);
    const handled = this.handling(item);
    if (handled !== undefined) {
      const recoveries = { ...item.line.recoveries, [handled.name]: 1 + (item.line.recoveries[handled.name] ?? 0) };
      const event = { type: handled.type, data: { step: item.step } };
      return this.advance({ own: item.step, events: [{ event, line: { ...item.line, recoveries } }] });
    }
    if (this.step(item.step).onFailure === "skip") return this.advance({ own: item.step });
    return this.endRun("end failure");
  }

  private handling({ step: id, line }: Item): { readonly name: string; readonly type: string } | undefined {
    const step = this.step(id);
    const port = step.emits?.error;
    const left = (name: string, limit: number) => (line.recoveries[name] ?? 0) < limit;
    if (port !== undefined) {
      return left(id, step.maxRecoveries ?? Number.POSITIVE_INFINITY) ? { name: id, type: port } : undefined;
    }
    const handler = this.ids.find((other) => this.step(other).accepts?.includes("StepFailed"));
    if (handler === undefined || step.accepts?.includes("StepFailed")) return undefined;
    const name = `${handler}!`;
    return left(name, this.step(handler).maxRecoveries ?? 1) ? { name, type: "StepFailed" } : undefined;
  }

  private wakeUp(id: string): readonly string[] {
    const item = this.items.find(({ number }) => `i${number}` === id);
    if (item?.place.at !== "delay") return ["ignored wake-up"];
    item.place = { at: "queue", rank: [1, item.place.failure] };
    return this.advance({ own: item.step });
  }

  private timeOut(id: string): readonly string[] {
    const waiter = this.waiters.find((one) => one.id === id && one.state === "open");
    if (waiter === undefined) return ["ignored waiter-timed-out"];
    waiter.state = "timed-out";
    this.offer(waiter.item);
    return this.advance({});
  }

  private reload(): readonly string[] {
    const returned: StepId[] = [];
    for (const step of this.ids) {
      const lost = this.of(step).filter(({ place }) => place.at === "worker");
      lost.sort((a, b) => executionOf(a) - executionOf(b));
      for (const item of lost) {
        const { place } = item;
        if (place.at !== "worker") continue;
        this.lines.push(`not-running ${step}#${place.worker} rerun`);
        item.attempt++;
      }
      // Before those that an earlier interruption brought back and that have not begun since.
      const from = this.interruptions - lost.length;
      lost.forEach((item, place) => {
        item.place = { at: "queue", rank: [0, from + place] };
      });
      this.interruptions = from;
      if (lost.length > 0) returned.push(step);
    }
    for (const step of returned) this.drain(step);
    return this.advance({});
  }

  /** R52: the step's own queue, what was sent and returned, batches that close, who got capacity, timers, quiet. */
  private advance(onward: {
    readonly own?: StepId;
    readonly events?: readonly { readonly event: Event; readonly line: Line; readonly to?: StepId | undefined }[];
    readonly list?: { readonly item: Item; readonly events: readonly Event[] };
  }): readonly string[] {
    if (onward.own !== undefined) this.drain(onward.own);
    for (const { event, line, to } of onward.events ?? []) this.route(event, line, to);
    if (onward.list !== undefined && !this.ended) this.openBatch(onward.list.item, onward.list.events);
    this.closeBatches();
    for (let step = this.firstInLine(); step !== undefined; step = this.firstInLine()) this.begin(this.head(step));
    if (!this.ended) this.lines.push(...this.timers);
    this.settle();
    return this.lines;
  }

  private route(event: Event, line: Line, to: StepId | undefined): void {
    if (this.ended) return;
    if (event.type === "Stop") {
      this.stop(event);
      return;
    }
    let taken = false;
    const woken: StepId[] = [];
    const order = (waiter: Waiter) => this.ids.indexOf(waiter.item.step) * 1e6 + waiter.generation;
    for (const waiter of [...this.waiters].sort((a, b) => order(a) - order(b))) {
      const { step } = waiter.item;
      if (waiter.state !== "open" || waiter.type !== event.type || (to !== undefined && to !== step)) continue;
      const data = event.data as Readonly<Record<string, unknown>> | undefined;
      if (!Object.entries(waiter.where).every(([key, value]) => deepEqual(data?.[key] as never, value as never)))
        continue;
      waiter.state = "resolved";
      woken.push(step);
      this.offer(waiter.item);
      taken = true;
    }
    for (const id of this.ids) {
      const step = this.step(id);
      if (!step.accepts?.includes(event.type) || woken.includes(id) || (to !== undefined && to !== id)) continue;
      if (this.deliver(id, step, event, line)) taken = true;
    }
    if (!taken) this.lines.push(`unhandled ${event.type}${to === undefined ? "" : ` for ${to}`}`);
  }

  private deliver(id: StepId, step: Step, event: Event, line: Line): boolean {
    if (step.join === undefined || step.join === "each") {
      this.offer(this.create(id, event.type, line));
      return true;
    }
    if (step.join === "one-of-each") {
      const scope = line.scope.join("/");
      this.held.push({ step: id, scope, type: event.type, line, used: false });
      const set = (step.accepts ?? []).map((type) =>
        this.held.find((one) => !one.used && one.step === id && one.scope === scope && one.type === type),
      );
      if (set.some((one) => one === undefined)) return true;
      const members = set.flatMap((one) => (one === undefined ? [] : [one]));
      for (const member of members) member.used = true;
      this.offer(this.create(id, `[${members.length}]`, merge({ ...line, recoveries: {} }, members)));
      return true;
    }
    const batch = this.batches.find(({ number }) => number === line.scope.at(-1));
    if (batch === undefined) return false;
    const join = batch.joins.get(id) ?? { fired: false, members: [] };
    batch.joins.set(id, join);
    if (join.fired) return true;
    join.members.push({ index: line.index.at(-1) ?? 0, line });
    const { take = Number.POSITIVE_INFINITY } = step.join.batch === "all" ? {} : step.join.batch;
    if (join.members.length >= take) this.fire(id, batch);
    return true;
  }

  private fire(id: StepId, batch: Batch): void {
    const join = batch.joins.get(id) ?? { fired: false, members: [] };
    join.fired = true;
    batch.joins.set(id, join);
    this.offer(this.create(id, `[${join.members.length}]`, merge(batch.outer, join.members)));
  }

  private openBatch({ step, line }: Item, events: readonly Event[]): void {
    const batch: Batch = {
      number: this.batches.length + 1,
      opener: step,
      outer: line,
      open: true,
      joins: new Map(),
    };
    this.batches.push(batch);
    this.lines.push(`batch ${step} open ${events.length}`);
    events.forEach((event, place) => {
      const member = { ...line, scope: [...line.scope, batch.number], index: [...line.index, place] };
      this.route(event, member, undefined);
    });
  }

  private closeBatches(): void {
    for (;;) {
      const batch = this.batches.findLast(({ number, open }) => open && !this.isLive(number));
      if (this.ended || batch === undefined) return;
      batch.open = false;
      const opener = this.plan.byId.get(batch.opener);
      const bound = opener === undefined ? [] : opener.scope.boundJoins(opener).map(({ id }) => id);
      const joins = this.ids.filter((id) => bound.includes(id) || batch.joins.has(id));
      const members = joins.reduce((sum, id) => sum + (batch.joins.get(id)?.members.length ?? 0), 0);
      this.lines.push(`batch ${batch.opener} close ${members}`);
      for (const id of joins) if (!batch.joins.get(id)?.fired) this.fire(id, batch);
    }
  }

  private isLive(batch: number): boolean {
    return (
      this.items.some(({ line, place }) => place.at !== "end" && line.scope.includes(batch)) ||
      this.batches.some(({ outer, open }) => open && outer.scope.includes(batch))
    );
  }

  private offer(item: Item): void {
    if (this.queue(item.step).length === 0 && this.freeWorker(item.step) !== undefined && this.mayBegin(item)) {
      this.begin(item);
      return;
    }
    item.place = { at: "queue", rank: [2, this.arrivals++] };
    this.lines.push(`preparing ${item.step} ${item.name}`);
  }

  private drain(step: StepId): void {
    for (;;) {
      const [head] = this.queue(step);
      if (this.ended || head === undefined || this.freeWorker(step) === undefined || !this.mayBegin(head)) return;
      this.begin(head);
    }
  }

  private begin(item: Item): void {
    const worker = this.freeWorker(item.step);
    if (worker === undefined) throw new Error(`The twin has no worker for ${item.step}`);
    item.place = { at: "worker", worker, execution: ++this.executions };
    const attempt = item.attempt > 1 ? ` attempt ${item.attempt}` : "";
    this.lines.push(`running ${item.step}#${worker} ${item.name}${attempt}`);
  }

  /** R44: what is free belongs first to what was interrupted, then to the oldest. */
  private mayBegin(item: Item): boolean {
    const before = this.ids.filter((id) => {
      const [head] = this.queue(id);
      const claims = id !== item.step && head !== undefined && this.freeWorker(id) !== undefined;
      return claims && this.priority(head) < this.priority(item);
    });
    return this.free() > before.length;
  }

  /** The step that gets the next free capacity. */
  private firstInLine(): StepId | undefined {
    if (this.ended || this.free() <= 0) return undefined;
    const ready = this.ids.filter((id) => this.queue(id).length > 0 && this.freeWorker(id) !== undefined);
    return ready.sort((a, b) => this.priority(this.head(a)) - this.priority(this.head(b)))[0];
  }

  private priority({ place, number }: Item): number {
    return place.at === "queue" && place.rank[0] === 0 ? number : 1e6 + number;
  }

  private free(): number {
    const running = this.items.filter(({ place }) => place.at === "worker").length;
    return (this.workflow.limits?.maxParallel ?? Number.POSITIVE_INFINITY) - running;
  }

  private freeWorker(step: StepId): number | undefined {
    const taken = this.of(step).flatMap(({ place }) => (place.at === "worker" ? [place.worker] : []));
    const all = Array.from({ length: this.step(step).workers ?? 4 }, (_, worker) => worker);
    return all.find((worker) => !taken.includes(worker));
  }

  private queue(step: StepId): readonly Item[] {
    const rank = ({ place }: Item) => (place.at === "queue" ? place.rank[0] * 1e6 + place.rank[1] : 0);
    return this.of(step)
      .filter(({ place }) => place.at === "queue")
      .sort((a, b) => rank(a) - rank(b));
  }

  private head(step: StepId): Item {
    return this.queue(step)[0] as Item;
  }

  private of(step: StepId): Item[] {
    return this.items.filter((item) => item.step === step);
  }

  private create(step: StepId, name: string, line: Line): Item {
    const number = this.items.length + 1;
    const item: Item = { number, step, name, line, attempt: 1, place: { at: "queue", rank: [2, this.arrivals] } };
    this.items.push(item);
    // Nobody sees it until it is offered.
    item.place = { at: "wait" };
    return item;
  }

  private end(item: Item): void {
    item.place = { at: "end" };
    for (const waiter of this.waiters) if (waiter.item === item) waiter.state = "gone";
  }

  private stop({ data }: Event): readonly string[] {
    this.lines.push("publish Stop");
    return this.endRun(data === undefined ? "end success" : `end success ${JSON.stringify(data)}`);
  }

  private endRun(line: string): readonly string[] {
    this.ended = true;
    this.lines.push(line);
    return this.lines;
  }

  private settle(): void {
    if (this.ended) return;
    if (this.items.some(({ place }) => place.at !== "wait" && place.at !== "end")) {
      this.idle = false;
    } else if (this.waiters.some(({ state }) => state === "open")) {
      if (!this.idle) this.lines.push("idle");
      this.idle = true;
    } else this.endRun(this.plan.root.canStop ? "end blocked" : "end success");
  }

  private step(id: StepId): Step {
    return this.workflow.steps[id] as Step;
  }
}

function executionOf({ place }: Item): number {
  return place.at === "worker" ? place.execution : 0;
}

/** Of each recovery count the highest. */
function merge(base: Line, members: readonly { readonly line: Line }[]): Line {
  const recoveries: Record<string, number> = { ...base.recoveries };
  for (const { line } of members) {
    for (const [name, count] of Object.entries(line.recoveries)) {
      recoveries[name] = Math.max(count, recoveries[name] ?? 0);
    }
  }
  return { ...base, recoveries };
}
