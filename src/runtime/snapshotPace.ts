import { lengthOf } from "../engine/persistent/queue.ts";
import { values } from "../engine/persistent/sortedMap.ts";
import type { RunState } from "../engine/runState.ts";
import { encodeState } from "../engine/stateCodec.ts";
import type { Tick } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";

/** Ticks between snapshots of a small state. A tab that was just opened replays so many in about 15 ms. */
const shortestInterval = 200;
/** Values of a snapshot that cost about a tenth of what it costs to make a tick durable. */
const valuesPerTick = 8;

/**
 * Decides which commits carry a snapshot. The interval grows with the size of the state, so that writing snapshots
 * costs a constant share of each tick however long the queues get.
 */
export interface SnapshotPace {
  /** The snapshot to save with this group, if one is due. */
  take(ticks: readonly Tick[], state: RunState): Json | undefined;
}

export function createSnapshotPace(ticksSinceLast: number): SnapshotPace {
  let since = ticksSinceLast;
  let interval = shortestInterval;
  return {
    take(ticks, state) {
      since += ticks.length;
      if (state.lifecycle !== "completed") {
        if (since < interval) return undefined;
        // A state that grew meanwhile is not encoded only to learn that it was too early.
        interval = Math.max(interval, Math.ceil(estimateValues(state) / valuesPerTick));
        if (since < interval) return undefined;
      }
      const snapshot = encodeState(state);
      since = 0;
      interval = Math.max(shortestInterval, Math.ceil(countValues(snapshot) / valuesPerTick));
      return snapshot;
    },
  };
}

/** What an item that waits, or a member that a join holds, is at least in a snapshot. */
const valuesPerItem = 10;

/** About how many values a snapshot of the state would have, from what it counts anyway. */
function estimateValues({ tally, batches }: RunState): number {
  let items = tally.queued + tally.delayed + tally.running + tally.openWaiters;
  for (const batch of values(batches)) {
    for (const join of values(batch.joins)) items += lengthOf(join.members);
  }
  return items * valuesPerItem;
}

function countValues(value: Json): number {
  let count = 0;
  const rest: Json[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    count++;
    if (Array.isArray(next)) for (const member of next) rest.push(member);
    else if (typeof next === "object" && next !== null) for (const member of Object.values(next)) rest.push(member);
  }
  return count;
}
