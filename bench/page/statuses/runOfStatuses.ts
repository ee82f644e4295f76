import { expose } from "comlink";
import { planWorkflow } from "../../../src/engine/plan.ts";
import { initialState } from "../../../src/engine/runState.ts";
import type { Tick } from "../../../src/engine/tick.ts";
import type { EngineApi } from "../../../src/protocol/engineApi.ts";
import type { RunUpdate } from "../../../src/protocol/runUpdate.ts";
import type { RunSummary } from "../../../src/protocol/storedRun.ts";
import { createRunLoop } from "../../../src/runtime/runLoop.ts";
import { createAlarmClock } from "../../../src/tab/alarmClock.ts";
import { createRunFeed } from "../../../src/tab/runFeed.ts";
import { createTurns } from "../../../src/tab/turns.ts";
import { executorsOf } from "../ours/execute.ts";
import { type Act, ring } from "../ours/workflows.ts";

/*
 * A run whose steps change their status so many times a second, in the engine as the product has it, with a journal
 * that is an array. Whoever watches is told by the product's own feed.
 */

const cards = 1_000;
/** One step ends and the next one begins: two changes. */
const changesASecond = 50;

const wait = () => new Promise((resolve) => setTimeout(resolve, 2_000 / changesASecond));

const round = ring(cards, Number.MAX_SAFE_INTEGER);
const acts: Record<string, Act> = Object.fromEntries(
  Object.entries(round.acts).map(([id, act]): [string, Act] => [id, (event) => wait().then(() => act(event))]),
);
const plan = planWorkflow(round.workflow);
const journal: Tick[] = [];
const feed = createRunFeed(() => {});
const clock = createAlarmClock();
const createdAt = Date.now();

const loop = createRunLoop({
  runId: "bench",
  plan,
  state: initialState(plan),
  seq: 0,
  world: {
    now: Date.now,
    setAlarm: clock.createAlarm(),
    defer: createTurns(),
    executors: executorsOf(acts),
    findPattern: () => false,
    journal: {
      async append({ ticks }) {
        for (const tick of ticks) journal.push(tick);
        return { ok: true };
      },
      async read(seq) {
        const tick = journal[seq - 1];
        if (!tick) throw new Error(`no tick ${seq}`);
        return tick;
      },
      artifact: (digest) => Promise.reject(new Error(`no value ${digest}`)),
    },
    committed({ state }) {
      const seq = journal.length;
      const summary: RunSummary = {
        id: "bench",
        name: "bench",
        number: 1,
        lifecycle: state.lifecycle,
        outcome: state.outcome,
        createdAt,
        seq,
        needsYou: 0,
      };
      feed.show({ plan, state, seq, owner: "this-tab", holds: [], summary });
    },
    stalled(failure) {
      if (failure) throw new Error(failure.message);
    },
  },
});
loop.post({ kind: "run-started", input: round.input });

/** How many changes of steps were told. */
let told = 0;

function watch(port: MessagePort): void {
  const send = port.postMessage.bind(port);
  port.postMessage = (update: RunUpdate) => {
    if (update.kind === "changes") told += Object.keys(update.steps).length;
    send(update);
  };
  feed.add(port);
}

/** What the page's client asks of the engine while it shows a run. */
const api: Pick<EngineApi, "watchRun" | "readTicks"> = {
  watchRun: async (_run, port) => watch(port),
  readTicks: async (_run, from, upTo) => journal.slice(from - 1, upTo),
};
expose(api);

/** The bench itself: how many changes were told, and who hears of them without any client. */
addEventListener("message", ({ data, ports: [port] }: MessageEvent<unknown>) => {
  if (port === undefined) return;
  if (data === "watch") watch(port);
  else if (data === "count") port.postMessage(told);
});
