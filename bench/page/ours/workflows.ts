import type { Event } from "../../../src/engine/event.ts";
import type { Result } from "../../../src/engine/result.ts";
import type { Json } from "../../../src/workflow/json.ts";
import type { Limits, Step, Workflow } from "../../../src/workflow/workflow.ts";

/**
 * What a step does: the same kind of function that the other side gets. It answers an event, a list of events (a
 * batch), nothing, or all its results.
 */
export type Act = (event: Event) => Promise<Event | readonly Event[] | null | { readonly results: readonly Result[] }>;

export interface Bench {
  readonly workflow: Workflow;
  readonly input: Json;
  readonly acts: Readonly<Record<string, Act>>;
}

const limits: Limits = { maxParallel: 1_000, maxExecutions: 10_000_000 };

function workflowOf(steps: Readonly<Record<string, Partial<Step>>>): Workflow {
  const whole = Object.entries(steps).map(
    ([id, step]) => [id, { kind: "code", config: { source: "" }, workers: 1, ...step } as Step] as const,
  );
  return { format: "tickwork/workflow@1", name: "bench", limits, steps: Object.fromEntries(whole) };
}

/** One step that hands a counter on to itself until it is `length`. */
export function loop(length: number): Bench {
  return {
    workflow: workflowOf({ work: { accepts: ["Start", "Next"], emits: { next: "Next", end: "Stop" } } }),
    input: 0,
    acts: {
      work: async ({ data }) => {
        const count = Number(data) + 1;
        return { type: count < length ? "Next" : "Stop", data: count };
      },
    },
  };
}

/** `steps` steps in a ring, each handing a counter on to the next, until it is `length`. */
export function ring(steps: number, length: number): Bench {
  const ids = Array.from({ length: steps }, (_, index) => `s${index}`);
  const acts: Record<string, Act> = {};
  const definitions: Record<string, Partial<Step>> = {};
  ids.forEach((id, index) => {
    const next = `E${(index + 1) % steps}`;
    definitions[id] = { accepts: [...(index === 0 ? ["Start"] : []), `E${index}`], emits: { next, end: "Stop" } };
    acts[id] = async ({ data }) => {
      const count = Number(data) + 1;
      return { type: count < length ? next : "Stop", data: count };
    };
  });
  return { workflow: workflowOf(definitions), input: 0, acts };
}

/** One step opens a batch of `count`, so many workers take it, a join ends the run. */
export function fanOut(count: number, workers: number): Bench {
  return {
    workflow: workflowOf({
      split: { accepts: ["Start"], batches: { items: "Item" } },
      work: { accepts: ["Item"], emits: { done: "Done" }, workers },
      gather: { accepts: ["Done"], join: { batch: "all" }, emits: { end: "Stop" } },
    }),
    input: 0,
    acts: {
      split: async () => Array.from({ length: count }, (_, index) => ({ type: "Item", data: index })),
      work: async ({ data }) => ({ type: "Done", data: Number(data) + 1 }),
      gather: async () => ({ type: "Stop", data: null }),
    },
  };
}

/**
 * So many lines side by side that each go round, one step at each turn that they are given: for ever, or until the run
 * has about `ticks` ticks.
 */
export function rounds(lines: number, turn: () => Promise<void>, ticks = Number.POSITIVE_INFINITY): Bench {
  return {
    workflow: workflowOf({
      split: { accepts: ["Start"], batches: { items: "Item" } },
      work: { accepts: ["Item"], emits: { again: "Item", end: "Stop" }, workers: lines },
    }),
    input: 0,
    acts: {
      split: async () => Array.from({ length: lines }, () => ({ type: "Item", data: 0 })),
      async work({ data }) {
        await turn();
        const round = Number(data) + 1;
        return { type: round * lines < ticks ? "Item" : "Stop", data: round };
      },
    },
  };
}

/**
 * A queue that stays `length` long while `ticks` items pass: each result puts one more behind it.
 */
export function longQueue(length: number, ticks: number): Bench {
  return {
    workflow: workflowOf({
      split: { accepts: ["Start"], batches: { items: "Item" } },
      work: { accepts: ["Item"], emits: { again: "Item", end: "Stop" } },
    }),
    input: 0,
    acts: {
      split: async () => Array.from({ length }, (_, index) => ({ type: "Item", data: index })),
      work: countdown(ticks, { type: "Item", data: 0 }),
    },
  };
}

/** The first event each round is the turn of `work`; after `ticks` of them the run ends. */
function countdown(ticks: number, next: Event): Act {
  let left = ticks;
  return async () => {
    if (--left > 0) return next;
    left = ticks;
    return { type: "Stop", data: null };
  };
}

/** One step that adds to its buffer and takes from it `ticks` times, while the buffer stays `length` long. */
export function fullBuffer(length: number, ticks: number): Bench {
  const buffer = "default";
  const event = { type: "Next", data: 0 };
  return {
    workflow: workflowOf({ work: { accepts: ["Start", "Next"], emits: { next: "Next", end: "Stop" } } }),
    input: 0,
    acts: {
      work: async ({ data }) => {
        const count = Number(data) + 1;
        const collect = { kind: "collect", buffer, event } as const;
        const use: Result[] =
          count === 1 ? Array.from({ length }, () => collect) : [{ kind: "consume", buffer, events: 1 }, collect];
        const value = { type: count < ticks ? "Next" : "Stop", data: count };
        return { results: [...use, { kind: "return", value }] };
      },
    },
  };
}
