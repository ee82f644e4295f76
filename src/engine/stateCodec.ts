import type { Json, JsonObject } from "../workflow/json.ts";
import { inListOrder, placeOf } from "./batches.ts";
import { deriveIndexes } from "./deriveIndexes.ts";
import { decodeLines, type LineDecoder, LineEncoder } from "./lineCodec.ts";
import { fromArray } from "./persistent/queue.ts";
import { entries, fromSorted } from "./persistent/sortedMap.ts";
import type { Plan } from "./plan.ts";
import { type Batch, type Instance, initialState, type RunState } from "./runState.ts";
import { decodeStep, encodeStep } from "./stepCodec.ts";
import type { Gathered, StepState } from "./stepState.ts";
import { buildTable, tableAt, tableEntries } from "./stepTable.ts";

export const stateFormat = "tickwork/state@1";

/** The run's own fields that are plain JSON as they are. Whatever can be derived from the steps is left out. */
const plainFields = [
  "lifecycle",
  "outcome",
  "result",
  "reason",
  "input",
  "store",
  "paused",
  "cancel",
  "ending",
  "settledResult",
  "cancelledWork",
  "failed",
  "clock",
  "counters",
  "sessions",
  "idle",
  "breaks",
  "at",
] as const satisfies readonly (keyof RunState)[];

/** The state as plain JSON, for a snapshot. Persistent structures are flattened, indexes left out, shared lines written once. */
export function encodeState(state: RunState): Json {
  const lines = new LineEncoder();
  const steps = [...tableEntries(state.steps)]
    .map(([index, step]) => [index, encodeStep(step, lines)] as const)
    .filter(([, step]) => Object.keys(step).length > 0);
  const batches = [...entries(state.batches)].map(([number, batch]) => [number, encodeBatch(batch, lines)]);
  const plain = Object.fromEntries(plainFields.map((field) => [field, state[field]]));
  const instances = [...entries(state.instances)];
  return {
    format: stateFormat,
    ...plain,
    steps,
    batches,
    ...(instances.length > 0 && { instances }),
    ...lines.encode(),
  } as unknown as Json;
}

/** The state that `encodeState` wrote. Throws when the value is of another version: the journal must be replayed then. */
export function decodeState(plan: Plan, json: Json): RunState {
  const encoded = json as JsonObject;
  if (encoded?.format !== stateFormat) {
    throw new Error(`A snapshot of format ${JSON.stringify(encoded?.format)} cannot be read as ${stateFormat}.`);
  }
  const lines = decodeLines(encoded);
  const empty = initialState(plan);
  // Fields that a snapshot of an earlier version lacks are as in a new run.
  const plain = Object.fromEntries(
    plainFields.filter((field) => Object.hasOwn(encoded, field)).map((field) => [field, encoded[field]]),
  );
  const held = new Map(encoded.steps as readonly (readonly [number, JsonObject])[]);
  const steps = plan.steps.map(({ index }): StepState => {
    const fresh = tableAt(empty.steps, index);
    const step = held.get(index);
    return step === undefined ? fresh : decodeStep(step, fresh, lines);
  });
  const batches = (encoded.batches as readonly (readonly [number, JsonObject])[]).map(
    ([number, batch]) => [number, decodeBatch(batch, lines)] as const,
  );
  return deriveIndexes(plan, {
    ...empty,
    ...(plain as Partial<RunState>),
    steps: buildTable(steps),
    batches: fromSorted(batches),
    instances: fromSorted((encoded.instances ?? []) as unknown as readonly (readonly [number, Instance])[]),
  });
}

function encodeBatch({ step, outer, members, live, joins }: Batch, lines: LineEncoder): unknown {
  return {
    step,
    outer: lines.line(outer),
    members,
    live,
    joins: [...entries(joins)].map(([join, { fired, members }]) => [
      join,
      {
        fired,
        members: inListOrder(members).map((member) => [
          { index: placeOf(member), arrival: member.arrival },
          { event: member.event, line: lines.line(member.lineage) },
        ]),
      },
    ]),
  };
}

interface EncodedBatch {
  readonly step: number;
  readonly outer: number;
  /** Snapshots of the first versions do not have it. */
  readonly members?: number;
  readonly live: number;
  readonly joins: readonly (readonly [
    number,
    {
      readonly fired: boolean;
      /** In the order of the list. */
      readonly members: readonly (readonly [
        { readonly index: number; readonly arrival: number },
        { readonly event: Gathered["event"]; readonly line: number },
      ])[];
    },
  ])[];
}

function decodeBatch(json: JsonObject, lines: LineDecoder): Batch {
  const { step, outer, members, live, joins } = json as unknown as EncodedBatch;
  return {
    step,
    outer: lines.line(outer),
    members: members ?? live,
    live,
    joins: fromSorted(
      joins.map(([join, { fired, members }]) => [
        join,
        {
          fired,
          members: fromArray(
            members
              .map(([{ arrival }, { event, line }]) => ({ event, lineage: lines.line(line), arrival }))
              .sort((a, b) => a.arrival - b.arrival),
          ),
        },
      ]),
    ),
  };
}
