import type { Dispatch, Effect } from "../engine/effect.ts";
import type { Notice } from "../engine/notice.ts";
import type { Plan } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import type { RunState } from "../engine/runState.ts";
import type { ExecutionId, Tick, TickBody } from "../engine/tick.ts";
import { hasOnlyResults } from "./finishedTick.ts";
import { Inbox, type InboxEntry } from "./inbox.ts";
import { isIn } from "./isIn.ts";
import { keptPaths } from "./keptPaths.ts";
import type { HookCall, Reduced } from "./observeHooks.ts";
import { quietly } from "./quietly.ts";
import { type Artifact, isSmall } from "./takeOut.ts";
import { takeOutOfTick } from "./takeOutOfTick.ts";
import type { World } from "./world.ts";

/** Ticks that were reduced together and become durable together. */
export interface Group {
  readonly ticks: Tick[];
  /** Large values that the ticks name, those of groups before left out. */
  readonly artifacts: Artifact[];
  readonly notices: Notice[];
  /** In the order caused. */
  readonly effects: (Exclude<Effect, { kind: "notice" }> | BegunAhead)[];
  /** How many of `effects` were looked at for what may begin ahead of the commit. */
  scanned: number;
  /** Rows of the `requests` store that it carries out. */
  readonly requests: string[];
  /** Executions that it aborts, if any: one that it begins as well never reaches an executor. */
  aborted: Set<ExecutionId> | undefined;
  /** Hooks to be called once it is durable; their ticks stand in it. */
  readonly hookCalls: (HookCall & { readonly seq: number })[];
  /** Entries to be told once it is durable, each with its last tick. */
  readonly done: { readonly entry: InboxEntry; readonly seq: number }[];
  /** The state after it. */
  state: RunState;
}

/** Stands in the place of a start that was carried out ahead of the commit. */
interface BegunAhead {
  readonly kind: "begun-ahead";
  readonly execution: ExecutionId;
}

/** Turns the inbox into groups: stamps ticks, reduces them, and collects what they cause. */
export interface Groups {
  add(entry: InboxEntry): void;
  /** Nothing waits in the inbox, and no group is open. */
  readonly empty: boolean;
  /** Something waits in the inbox, and the open group has room for it. */
  canReduce(most: number): boolean;
  /** Reduced, and not taken yet. */
  readonly open: Group | undefined;
  /** The state with everything that is reduced, durable or not. */
  readonly newest: RunState;
  /**
   * Reduces what waits for about one turn (R45), until the open group has `most` ticks; left out: all of it. Throws what
   * the reducer throws.
   */
  reduce(most?: number): void;
  /** Closes the open group, if there is one; the next tick opens another on top of it. */
  take(): Group | undefined;
}

export interface GroupsOptions {
  readonly plan: Plan;
  readonly state: RunState;
  readonly seq: number;
  /** Epoch ms of the tick `seq`. */
  readonly at: number;
  readonly world: Pick<World, "now" | "answered">;
  /** The end of an execution that is known from its dispatch; its tick joins the group. */
  readonly foretell: (dispatch: Dispatch) => ((at: number) => TickBody) | undefined;
  /** Which hooks observe what a tick did (T31); their ticks follow it in the same group. Left out: there are none. */
  readonly observe?: ((reduced: Reduced) => readonly HookCall[]) | undefined;
  /** Values that the open group will make durable. */
  readonly taken: (artifacts: readonly Artifact[]) => void;
}

/** How long a turn reduces before it commits and yields, ms by the world's clock (R45). */
export const turnMs = 8;
/** Characters of large values in one group, after which no further tick joins it. */
const groupValues = 16_000_000;

const noArtifacts: readonly Artifact[] = [];

export function createGroups(options: GroupsOptions): Groups {
  const { plan, world } = options;
  const inbox = new Inbox();
  /** Executions whose foretold end waits in the inbox. */
  const foretold = new Set<ExecutionId>();
  const keptIn = keptPaths(plan);
  /** Digests of the values that this loop made durable, or is about to. */
  const taken = new Set<string>();
  /** What the open group stands on. */
  let base = options.state;
  let open: Group | undefined;
  let { seq, at } = options;
  /** The world's clock as the last tick met it: each look at it costs as much as a tenth of a tick. */
  let clock = 0;
  /** A quiet period began, and nobody was told yet. */
  let becameIdle = false;

  function isFull(most: number): boolean {
    return open !== undefined && (open.ticks.length >= most || valuesIn(open) >= groupValues);
  }

  function newest(): RunState {
    return open?.state ?? base;
  }

  function take(entry: InboxEntry): void {
    const { request } = entry;
    let last: number | undefined;
    do {
      clock = world.now();
      at = Math.max(at, entry.at ?? clock);
      const body = entry.body(at, newest());
      if (!body) break;
      last = reduceOne(body, entry);
    } while (entry.repeat);
    if (last === undefined || !open) {
      if (request !== undefined) quietly(() => world.answered?.(request));
      entry.done?.(null);
      return;
    }
    if (request !== undefined) open.requests.push(request);
    if (entry.done) open.done.push({ entry, seq: last });
  }

  /** `entry`: where the tick comes from; left out: nobody handed anything on for it. */
  function reduceOne(whole: TickBody, entry?: InboxEntry): number {
    const before = newest();
    const { body, artifacts } = isSmall(whole)
      ? { body: whole, artifacts: noArtifacts }
      : takeOutOfTick(whole, {
          keep: keptIn(whole, before),
          isGiven: (reference) => entry?.isGiven?.(reference) ?? false,
        });
    const tick = stamped(body, seq + 1, at);
    const reduction = reduce(plan, before, tick);
    seq = tick.seq;
    open ??= {
      ticks: [],
      artifacts: [],
      notices: [],
      effects: [],
      scanned: 0,
      requests: [],
      aborted: undefined,
      hookCalls: [],
      done: [],
      state: base,
    };
    open.ticks.push(tick);
    if (artifacts.length > 0) keepFresh(open, artifacts);
    open.state = reduction.state;
    for (const effect of reduction.effects) collect(open, effect);
    if (options.observe) tellHooks(open, options.observe({ before, tick, effects: reduction.effects }));
    return tick.seq;
  }

  function keepFresh(group: Group, artifacts: readonly Artifact[]): void {
    const fresh = artifacts.filter(({ digest }) => !taken.has(digest));
    for (const artifact of fresh) {
      taken.add(artifact.digest);
      group.artifacts.push(artifact);
    }
    if (fresh.length > 0) options.taken(fresh);
  }

  /** No crash comes between what is observed and the ticks that say that hooks are told of it. */
  function tellHooks(group: Group, calls: readonly HookCall[]): void {
    for (const call of calls) {
      const { hook, observed } = call;
      group.hookCalls.push({ ...call, seq: reduceOne({ kind: "hook-observed", hook, observed }) });
    }
  }

  function collect(group: Group, effect: Effect): void {
    if (effect.kind === "notice") {
      if (effect.notice.kind === "idle") becameIdle = true;
      else group.notices.push(effect.notice);
      return;
    }
    if (effect.kind === "start" && foretell(effect.dispatch)) return;
    if (effect.kind === "abort") {
      foretold.delete(effect.execution);
      group.aborted ??= new Set();
      group.aborted.add(effect.execution);
    }
    group.effects.push(effect);
  }

  /** Behind what waits already; void if the run ends the execution first. */
  function foretell(dispatch: Dispatch): boolean {
    const tick = options.foretell(dispatch);
    if (!tick) return false;
    const { execution } = dispatch;
    foretold.add(execution);
    inbox.add({
      body: (time) => (foretold.delete(execution) ? tick(time) : undefined),
      isGiven: (reference) => isIn(reference, dispatch),
    });
    return true;
  }

  /** R46: only what is quiet when nothing waits in the inbox any more, not what was so between two of its ticks. */
  function sayIdle(): void {
    if (!becameIdle || !open) return;
    becameIdle = false;
    if (open.state.idle) open.notices.push({ kind: "idle" });
  }

  return {
    add: (entry) => inbox.add(entry),
    get empty() {
      return inbox.empty && open === undefined;
    },
    canReduce: (most) => !inbox.empty && !isFull(most),
    get open() {
      return open;
    },
    get newest() {
      return newest();
    },
    reduce(most) {
      let begin: number | undefined;
      for (;;) {
        if (most !== undefined && (isFull(most) || (begin !== undefined && clock - begin >= turnMs))) return;
        const entry = inbox.take();
        if (!entry) return sayIdle();
        take(entry);
        begin ??= clock;
      }
    },
    take() {
      const group = open;
      if (group) base = group.state;
      open = undefined;
      return group;
    },
  };
}

function valuesIn({ artifacts }: Group): number {
  let length = 0;
  for (const { text } of artifacts) length += text.length;
  return length;
}

/** Most ticks are ends with nothing beside their results, and a literal costs a tenth of a spread. */
function stamped(body: TickBody, seq: number, at: number): Tick {
  if (body.kind !== "execution-finished" || !hasOnlyResults(body)) return { ...body, seq, at };
  return { kind: body.kind, execution: body.execution, results: body.results, seq, at };
}
