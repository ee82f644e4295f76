import type { Plan } from "../engine/plan.ts";
import type { Json } from "../workflow/json.ts";
import type { Alarms } from "./alarms.ts";
import { durabilityOf } from "./durability.ts";
import type { Group } from "./groups.ts";
import { quietly } from "./quietly.ts";
import { createSnapshotPace } from "./snapshotPace.ts";
import type { AppendResult, StorageFailure, World } from "./world.ts";

/**
 * Makes the groups of one run durable, one at a time. A group whose append failed stays as it is and is appended again,
 * later each time, until it holds (R80).
 */
export interface Commits {
  /** The group whose append is under way. */
  readonly current: Group | undefined;
  /** An append held. */
  readonly hasHeld: boolean;
  /** How the last append went: it held, it failed and the time of the next one has not come, or it is tried again. */
  readonly stalled: "not" | "waiting" | "trying";
  /** None may be under way. */
  begin(group: Group): void;
}

export interface CommitsOptions {
  readonly plan: Plan;
  readonly world: Pick<World, "journal" | "now" | "stalled">;
  readonly alarms: Alarms;
  /** Ticks of the journal after its last snapshot. */
  readonly sinceSnapshot: number;
  /** Nothing more is appended or told. */
  readonly isClosed: () => boolean;
  /** The group is durable. */
  readonly onHeld: (group: Group) => void;
  /** Another owner has the run. */
  readonly onFenced: (failure: StorageFailure) => void;
  readonly onStalled: () => void;
  /** What `onHeld` threw: a mistake of ours. */
  readonly onBroken: (error: unknown) => void;
}

const firstRetryMs = 250;
const longestRetryMs = 30_000;

export function createCommits(options: CommitsOptions): Commits {
  const { plan, world, alarms, isClosed } = options;
  const pace = createSnapshotPace(options.sinceSnapshot);
  let current: Group | undefined;
  let hasHeld = false;
  let stalled: Commits["stalled"] = "not";

  /** Never rejects: what it meets ends the loop. */
  async function commit(group: Group): Promise<void> {
    try {
      current = group;
      const snapshot = pace.take(group.ticks, group.state);
      for (let attempt = 0; ; attempt++) {
        // A disk that is full may still hold the ticks alone.
        const result = await append(group, attempt === 0 ? snapshot : undefined);
        if (isClosed()) return;
        if (result.ok) break;
        if (result.failure.kind === "fenced") return options.onFenced(result.failure);
        await timeOfRetry(attempt, result.failure);
        if (isClosed()) return;
      }
      if (stalled !== "not") quietly(() => world.stalled(null));
      stalled = "not";
      current = undefined;
      hasHeld = true;
      options.onHeld(group);
    } catch (error) {
      options.onBroken(error);
    }
  }

  async function append(group: Group, snapshot: Json | undefined): Promise<AppendResult> {
    const { ticks, artifacts, requests, state } = group;
    const durability = durabilityOf(plan, group);
    try {
      // Nearly all groups are ticks alone.
      if (artifacts.length === 0 && requests.length === 0 && snapshot === undefined) {
        return await world.journal.append({ ticks, durability, state });
      }
      return await world.journal.append({
        ticks,
        ...(artifacts.length > 0 && { artifacts }),
        durability,
        ...(snapshot !== undefined && { snapshot }),
        ...(requests.length > 0 && { requests }),
        state,
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, failure: { kind: "other", message } };
    }
  }

  function timeOfRetry(attempt: number, failure: StorageFailure): Promise<void> {
    stalled = "waiting";
    quietly(() => world.stalled(failure));
    options.onStalled();
    return new Promise((resolve) => {
      alarms.set("commit", world.now() + Math.min(firstRetryMs * 2 ** attempt, longestRetryMs), () => {
        stalled = "trying";
        resolve();
      });
    });
  }

  return {
    get current() {
      return current;
    },
    get hasHeld() {
      return hasHeld;
    },
    get stalled() {
      return stalled;
    },
    begin: (group) => void commit(group),
  };
}
