import { refuseAddress } from "../engine/addressing.ts";
import { memberAt } from "../engine/conditions.ts";
import { deepEqual } from "../engine/deepEqual.ts";
import type { Dispatch } from "../engine/effect.ts";
import type { Event } from "../engine/event.ts";
import { instanceAt } from "../engine/instances.ts";
import type { Plan, ScopePlan } from "../engine/plan.ts";
import { digestOf, isReference } from "../engine/reference.ts";
import type { LoadText } from "../engine/resolve.ts";
import type { RunState } from "../engine/runState.ts";
import { changeStore } from "../engine/store.ts";
import type { StorePath, TickBody } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import { pathIn } from "../workflow/subWorkflows.ts";
import type { StepId } from "../workflow/workflow.ts";
import { finishedTick } from "./finishedTick.ts";
import type { InboxEntry } from "./inbox.ts";
import { isIn } from "./isIn.ts";
import type { LookBack } from "./lookBack.ts";
import { quietly } from "./quietly.ts";
import type { Execution, Finish, HandedOn, LogLevel, World } from "./world.ts";

/** What an execution needs of the loop that carries it. */
export interface ExecutionHost {
  readonly runId: string;
  readonly plan: Plan;
  readonly world: World;
  readonly lookBack: LookBack;
  /** The JSON text of a large value of the run. */
  readonly loadText: LoadText;
  add(entry: InboxEntry): void;
  /** The state with everything reduced that was posted so far, committed or not. */
  newest(): RunState;
}

/**
 * One execution as the loop holds it: what its executor may call, and how the loop ends it. A class with a handle of
 * few fields, because there is one per step that is carried out: closures for everything that a handle can do would
 * cost more than the rest of its tick.
 */
export class LiveExecution {
  readonly dispatch: Dispatch;
  readonly handle: Execution;
  readonly host: ExecutionHost;
  readonly scope: ScopePlan;
  /** Its calls do nothing any more. */
  over = false;
  /** Promises that are open until their tick is durable. */
  #waiting: Set<() => void> | undefined;
  /** Lines of its log until its dispatch is durable; `undefined`: it is. */
  #heldLog: { readonly level: LogLevel; readonly text: string }[] | undefined;
  /** What the executor was given beside its dispatch, newest state last. */
  #handed: unknown[] | undefined;

  constructor(host: ExecutionHost, dispatch: Dispatch, ahead: boolean) {
    this.#heldLog = ahead ? [] : undefined;
    this.host = host;
    this.dispatch = dispatch;
    this.scope = host.plan.byId.get(dispatch.step)?.scope ?? host.plan.root;
    this.handle = new Handle(this);
  }

  /** What its executor is told later on: references in it are given ones. */
  tell<T>(value: T): T {
    if (typeof value !== "object") return value;
    this.#handed ??= [];
    if (this.#handed.at(-1) !== value) this.#handed.push(value);
    return value;
  }

  /** From now on its calls do nothing; open promises settle. */
  end(): void {
    this.over = true;
    if (this.#waiting) for (const settle of [...this.#waiting]) settle();
  }

  log(level: LogLevel, text: string): void {
    if (this.#heldLog) this.#heldLog.push({ level, text });
    else quietly(() => this.host.world.logged?.(this.dispatch.execution, level, text));
  }

  releaseLog(): void {
    const lines = this.#heldLog ?? [];
    this.#heldLog = undefined;
    for (const { level, text } of lines) this.log(level, text);
  }

  postUnlessOver(body: TickBody): void {
    if (!this.over) this.post(() => body);
  }

  post(body: () => TickBody, done?: () => void): void {
    const isGiven = (reference: object) => this.isGiven(reference);
    this.host.add(done ? { body, isGiven, done } : { body, isGiven });
  }

  /** Resolves when the tick is durable, or the execution is over: nobody waits for what cannot come. */
  durable(body: TickBody): Promise<void> {
    if (this.over) return Promise.resolve();
    this.#waiting ??= new Set();
    const waiting = this.#waiting;
    return new Promise((resolve) => {
      const settle = () => {
        waiting.delete(settle);
        resolve();
      };
      waiting.add(settle);
      this.post(() => body, settle);
    });
  }

  /** The run, or the instance that it runs in, with everything reduced that was posted so far. */
  get surroundings(): Pick<RunState, "store" | "input"> {
    const state = this.host.newest();
    return instanceAt(state, this.dispatch.within) ?? state;
  }

  /** A reference in what the executor says is one only where it is the very object that it was given. */
  isGiven(reference: object): boolean {
    return isIn(reference, [this.dispatch, this.#handed]);
  }
}

/** The end that an executor reported. A class for the same reason as `LiveExecution`. */
class EndEntry implements InboxEntry {
  readonly live: LiveExecution;
  readonly finish: Finish;
  readonly done: () => void;

  constructor(live: LiveExecution, finish: Finish, done: () => void) {
    this.live = live;
    this.finish = finish;
    this.done = done;
  }

  body(at: number): TickBody {
    const { host, dispatch } = this.live;
    return finishedTick(host, dispatch, this.finish, at);
  }

  isGiven(reference: object): boolean {
    return this.live.isGiven(reference);
  }
}

/** What the executor holds. Its state is that of its execution, so that wrapping it (`Object.create`) changes nothing. */
class Handle implements Execution {
  readonly live: LiveExecution;

  constructor(live: LiveExecution) {
    this.live = live;
  }

  get runId() {
    return this.live.host.runId;
  }

  get workflow() {
    return this.live.host.plan.workflow;
  }

  get own() {
    return this.live.scope.workflow;
  }

  finish(finish: Finish): Promise<void> {
    const { live } = this;
    return new Promise((resolve) => {
      if (live.over) return;
      live.over = true;
      live.host.add(new EndEntry(live, finish, resolve));
    });
  }

  enter(input: Json): void {
    this.live.postUnlessOver({ kind: "instance-started", execution: this.live.dispatch.execution, input });
  }

  lost(loss: { readonly never: true } | { readonly cause: string }): void {
    const { live } = this;
    if (live.over) return;
    live.over = true;
    const body: TickBody = { kind: "execution-lost", execution: live.dispatch.execution, ...loss };
    live.post(() => body);
  }

  async intend(owner: string, key: string): Promise<void> {
    const { live } = this;
    const { execution } = live.dispatch;
    await live.durable({ kind: "execution-started", execution, owner, key });
    if (live.over) throw new Error(`Execution ${execution} was stopped before it began.`);
  }

  async send(event: Event, address: StepId | undefined, index: number): Promise<string | undefined> {
    const { live } = this;
    if (live.over) return undefined;
    const to = address === undefined ? undefined : pathIn(live.scope.path, address);
    const refused = to === undefined ? undefined : refuseAddress(live.host.plan, live.host.newest(), event, to);
    if (refused !== undefined) return refused;
    const from = { execution: this.live.dispatch.execution, index };
    await live.durable({ kind: "event-added", event, ...(to !== undefined && { to }), from });
    return undefined;
  }

  publish(event: Event): void {
    this.live.postUnlessOver({ kind: "event-published", execution: this.live.dispatch.execution, event });
  }

  store(): Json {
    return this.live.tell(this.live.surroundings.store);
  }

  async change(change: Parameters<Execution["change"]>[0]): Promise<boolean> {
    const { live } = this;
    for (;;) {
      if (live.over) return false;
      const { path, ifSeen } = change;
      const { store } = live.surroundings;
      const large = largeOnTheWay(store, path);
      if (large === undefined) {
        if (ifSeen && !deepEqual(valueAt(store, path), ifSeen.value)) return false;
        this.live.postUnlessOver({
          kind: "store-changed",
          execution: this.live.dispatch.execution,
          ...withoutSeen(change),
        });
        return true;
      }
      const inside = JSON.parse(await live.host.loadText(digestOf(large.reference))) as Json;
      // What stands there now may be another value by now.
      if (largeOnTheWay(live.surroundings.store, path)?.reference !== large.reference) continue;
      if (live.over) return false;
      const rest = path.slice(large.depth);
      if (ifSeen && !deepEqual(valueAt(inside, rest), ifSeen.value)) return false;
      const value = changeStore(inside, rest, change.delete ? undefined : change.value) ?? {};
      live.tell(inside);
      this.live.postUnlessOver({
        kind: "store-changed",
        execution: this.live.dispatch.execution,
        path: path.slice(0, large.depth),
        value,
      });
      return true;
    }
  }

  async largeIn(path: StorePath): Promise<{ readonly depth: number; readonly value: Json } | undefined> {
    const { live } = this;
    const large = largeOnTheWay(live.surroundings.store, path);
    if (large === undefined) return undefined;
    return { depth: large.depth, value: JSON.parse(await live.host.loadText(digestOf(large.reference))) as Json };
  }

  recordOnce(key: string, value: Json): Promise<void> {
    return this.live.durable({ kind: "once-recorded", execution: this.live.dispatch.execution, key, value });
  }

  input(): Json {
    return this.live.tell(this.live.surroundings.input);
  }

  async lookBack(step: StepId): Promise<HandedOn | undefined> {
    const { live } = this;
    return live.tell(await live.host.lookBack(live.dispatch, pathIn(live.scope.path, step)));
  }

  artifact(digest: string): Promise<string> {
    return this.live.host.loadText(digest);
  }

  log(level: LogLevel, text: string): void {
    if (!this.live.over) this.live.log(level, text);
  }

  say(text: string): void {
    if (this.live.over || text === "") return;
    quietly(() => this.live.host.world.said?.(this.live.dispatch.execution, text));
  }
}

/** The outermost large value that stands above `path`, and how many keys lead to it. */
function largeOnTheWay(store: Json, path: StorePath) {
  for (let depth = 0; depth < path.length; depth++) {
    const reference = memberAt(store, path.slice(0, depth));
    if (isReference(reference)) return { reference, depth };
  }
  return undefined;
}

function withoutSeen({ ifSeen: _, ...change }: Parameters<Execution["change"]>[0]) {
  return change;
}

/** `undefined` where the store has nothing at the path. */
function valueAt(store: Json, path: StorePath): Json | undefined {
  let value: Json | undefined = store;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string | number, Json>>)[key];
  }
  return value;
}
