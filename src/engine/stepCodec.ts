import type { Json, JsonObject } from "../workflow/json.ts";
import type { EachPart, ElementResult } from "./eachPart.ts";
import type { JoinedEvent } from "./effect.ts";
import type { Event } from "./event.ts";
import type { LineDecoder, LineEncoder } from "./lineCodec.ts";
import { fromArray, type Queue, toArray } from "./persistent/queue.ts";
import { entries, fromSorted, values } from "./persistent/sortedMap.ts";
import type {
  DelayedItem,
  Each,
  Execution,
  FailedElement,
  Gathered,
  Gathering,
  SetAside,
  StepState,
  TaskState,
  Waiter,
} from "./stepState.ts";
import type { WorkItem } from "./workItem.ts";

/** A step with everything left out that is as at the beginning; `{}` is a step that nothing happened to. */
export function encodeStep(step: StepState, lines: LineEncoder): JsonObject {
  const item = (each: WorkItem) => encodeItem(each, lines);
  const encoded = {
    interrupted: toArray(step.queue.interrupted).map(item),
    retried: [...entries(step.queue.retried)].map(([order, each]) => [order, item(each)]),
    arrived: toArray(step.queue.arrived).map(item),
    delayed: [...entries(step.delayed)].map(([order, delayed]) => [order, { ...delayed, item: item(delayed.item) }]),
    workers: step.workers.map((execution) => execution && { ...execution, item: item(execution.item) }),
    suspended: [...values(step.suspended)].map(item),
    waiters: [...values(step.waiters)],
    buffers: [...entries(step.buffers)].map(([key, { members, version }]) => [
      key,
      { version, members: [...entries(members)] },
    ]),
    gathering: [...entries(step.gathering)].map(([scope, gathering]) => [scope, encodeGathering(gathering, lines)]),
    parked: [...values(step.parked)].map(item),
    setAside: toArray(step.setAside).map((each) => ({ ...each, item: item(each.item) })),
  };
  const kept = Object.entries(encoded).filter(([, list]) => list.length > 0);
  return {
    ...Object.fromEntries(kept),
    ...(step.task !== null && { task: encodeTask(step.task, lines) }),
    ...(step.lastOutcome !== null && { lastOutcome: step.lastOutcome }),
    ...(step.pace !== null && { pace: step.pace }),
    ...(step.each !== null && { each: encodeEach(step.each, item) }),
    ...(step.lastFailure !== null && { lastFailure: step.lastFailure }),
  } as unknown as JsonObject;
}

interface EncodedStep {
  readonly interrupted?: readonly EncodedItem[];
  readonly retried?: readonly (readonly [number, EncodedItem])[];
  readonly arrived?: readonly EncodedItem[];
  readonly delayed?: readonly (readonly [number, Omit<DelayedItem, "item"> & { readonly item: EncodedItem }])[];
  readonly workers?: readonly ((Omit<Execution, "item"> & { readonly item: EncodedItem }) | null)[];
  readonly suspended?: readonly EncodedItem[];
  readonly waiters?: readonly Waiter[];
  readonly buffers?: readonly (readonly [
    string,
    { readonly version: number; readonly members: readonly (readonly [number, Event])[] },
  ])[];
  readonly gathering?: readonly (readonly [string, EncodedGathering])[];
  readonly parked?: readonly EncodedItem[];
  readonly setAside?: readonly (Omit<SetAside, "item"> & { readonly item: EncodedItem })[];
  readonly task?: JsonObject;
  readonly lastOutcome?: StepState["lastOutcome"];
  readonly pace?: StepState["pace"];
  readonly each?: EncodedEach;
  readonly lastFailure?: StepState["lastFailure"];
}

/** `fresh`: the step as it is at the beginning of a run. */
export function decodeStep(json: JsonObject, fresh: StepState, lines: LineDecoder): StepState {
  const step = json as EncodedStep;
  const item = (each: EncodedItem) => decodeItem(each, lines);
  const byNumber = (list: readonly EncodedItem[] | undefined) =>
    fromSorted((list ?? []).map((each) => [each.number, item(each)]));
  return {
    ...fresh,
    queue: {
      interrupted: fromArray((step.interrupted ?? []).map(item)),
      retried: fromSorted((step.retried ?? []).map(([order, each]) => [order, item(each)])),
      arrived: fromArray((step.arrived ?? []).map(item)),
    },
    delayed: fromSorted(
      (step.delayed ?? []).map(([order, delayed]) => [order, { ...delayed, item: item(delayed.item) }]),
    ),
    workers: (step.workers ?? []).map((execution) => execution && { ...execution, item: item(execution.item) }),
    suspended: byNumber(step.suspended),
    waiters: fromSorted((step.waiters ?? []).map((waiter) => [waiter.id, waiter])),
    buffers: fromSorted(
      (step.buffers ?? []).map(([key, { version, members }]) => [key, { version, members: fromSorted(members) }]),
    ),
    gathering: fromSorted(
      (step.gathering ?? []).map(([scope, gathering]) => [scope, decodeGathering(gathering, lines)]),
    ),
    parked: byNumber(step.parked),
    setAside: fromArray((step.setAside ?? []).map((each) => ({ ...each, item: item(each.item) }))),
    task: step.task === undefined ? fresh.task : decodeTask(step.task, lines),
    lastOutcome: step.lastOutcome ?? null,
    pace: step.pace ?? null,
    each: step.each === undefined ? null : decodeEach(step.each, item),
    lastFailure: step.lastFailure ?? null,
  };
}

type EncodedItem = Partial<Omit<WorkItem, "lineage" | "each">> &
  Pick<WorkItem, "number" | "trigger" | "attempt"> & { readonly line: number; readonly each?: EncodedPart };

type EncodedPart =
  | Exclude<EachPart, { kind: "gather" }>
  | { readonly kind: "gather"; readonly results: readonly (readonly [number, ElementResult])[] };

function encodePart(part: EachPart): EncodedPart {
  return part.kind === "gather" ? { kind: "gather", results: [...entries(part.results)] } : part;
}

function decodePart(part: EncodedPart): EachPart {
  return part.kind === "gather" ? { kind: "gather", results: fromSorted(part.results) } : part;
}

interface EncodedEach extends Omit<Each, "open"> {
  readonly open?: readonly (readonly [
    number,
    {
      readonly item: EncodedItem | null;
      readonly total: number;
      readonly worst: FailedElement | null;
      readonly results: readonly (readonly [number, ElementResult])[];
    },
  ])[];
}

function encodeEach({ open, ...counts }: Each, encode: (item: WorkItem) => EncodedItem): EncodedEach {
  if (open === undefined) return counts;
  const lists = [...entries(open)].map(
    ([batch, { item, total, results, worst }]) =>
      [batch, { item: item && encode(item), total, worst, results: [...entries(results)] }] as const,
  );
  return { ...counts, open: lists };
}

function decodeEach({ open = [], ...counts }: EncodedEach, decode: (item: EncodedItem) => WorkItem): Each {
  const lists = open.map(
    ([batch, { item, total, worst, results }]) =>
      [batch, { item: item && decode(item), total, worst, results: fromSorted(results) }] as const,
  );
  return { ...counts, open: fromSorted(lists) };
}

function encodeItem(item: WorkItem, lines: LineEncoder): EncodedItem {
  const { number, trigger, lineage, attempt, failures, corrections, once, waiters, firstAttemptAt, lastFailure } = item;
  const { each, instance } = item;
  return {
    number,
    trigger,
    line: lines.line(lineage),
    attempt,
    ...(failures > 0 && { failures }),
    ...(corrections > 0 && { corrections }),
    ...(firstAttemptAt !== null && { firstAttemptAt }),
    ...(lastFailure !== null && { lastFailure }),
    ...(Object.keys(once).length > 0 && { once }),
    ...(waiters.length > 0 && { waiters }),
    ...(each !== null && { each: encodePart(each) }),
    ...(instance !== null && { instance }),
  };
}

function decodeItem({ line, each, ...item }: EncodedItem, lines: LineDecoder): WorkItem {
  return {
    failures: 0,
    corrections: 0,
    firstAttemptAt: null,
    lastFailure: null,
    once: {},
    waiters: [],
    instance: null,
    ...item,
    lineage: lines.line(line),
    each: each === undefined ? null : decodePart(each),
  };
}

type EncodedGathering = readonly (readonly [
  string,
  readonly { readonly event: JoinedEvent; readonly line: number }[],
])[];

function encodeGathering(gathering: Gathering, lines: LineEncoder): EncodedGathering {
  return Object.entries(gathering).map(([type, queue]) => [
    type,
    toArray<Gathered>(queue).map(({ event, lineage }) => ({ event, line: lines.line(lineage) })),
  ]);
}

function decodeGathering(gathering: EncodedGathering, lines: LineDecoder): Gathering {
  const queues = gathering.map(([type, list]): readonly [string, Queue<Gathered>] => [
    type,
    fromArray(list.map(({ event, line }) => ({ event, lineage: lines.line(line) }))),
  ]);
  return Object.fromEntries(queues);
}

function encodeTask(task: TaskState, lines: LineEncoder): Json {
  if (task.kind !== "ended") return task as unknown as Json;
  const { trail, ...rest } = task;
  return { ...rest, ...(trail !== undefined && { trail: lines.trail(trail) }) } as unknown as Json;
}

function decodeTask(json: JsonObject, lines: LineDecoder): TaskState {
  if (json.kind !== "ended") return json as unknown as TaskState;
  return { ...json, trail: lines.trail(json.trail as number | undefined) } as unknown as TaskState;
}
