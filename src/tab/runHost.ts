import type { Hold, Owner } from "../protocol/runUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { StorageError } from "../storage/failure.ts";
import { createDriving, type HostEvents } from "./driving.ts";
import type { OwnedRun } from "./ownedRun.ts";
import { createPace } from "./pace.ts";
import { createQueue } from "./queue.ts";
import { createRunFeed, type Shown } from "./runFeed.ts";
import type { TabContext } from "./tabContext.ts";
import { type WatchedRun, watchStoredRun } from "./watchedRun.ts";

/** One run as this tab has it: driven here, looked at, or only known. */
export interface RunHost {
  watch(port: MessagePort): void;
  /** Drives the run as soon as no other tab does. */
  drive(): void;
  /** Another tab says that the journal has grown. */
  grown(): void;
  /** Its summary changed. */
  refresh(): void;
  /** There are new requests; they are carried out when it is driven here. */
  requested(): Promise<void>;
  /** What its owner in another tab waits for. */
  setHolds(holds: readonly Hold[]): void;
  /** Tells the other tabs what this owner waits for. */
  tellHolds(): void;
  /** What there is to see now, opening it for the moment if nobody looks; `null`: the run is gone. */
  look(): Promise<Shown | null>;
  /** Resolves as soon as `test` holds, with `false` after `ms`. */
  until(test: (shown: Shown) => boolean, ms: number): Promise<boolean>;
  /** Takes it from its owner, who is asked first, and is not waited for longer than a moment; resolves when it is done. */
  takeOver(): Promise<void>;
  /** Another tab wants it. */
  handOver(to: string): void;
  /** Its owner has let go of it, so that tab `to` can take it. */
  handedOver(to: string): void;
  /** The run was deleted. */
  gone(): void;
  /** Drives and reads it no more, so that another tab can. */
  letGo(): void;
}

type Standing =
  | { readonly kind: "closed" }
  | { readonly kind: "watched"; readonly run: WatchedRun }
  | { readonly kind: "owned"; readonly run: OwnedRun };

/** A database that does not answer is asked again this often by those who watch, ms. */
const retryReadingMs = 1_000;

/**
 * Invariants
 * 1. Changes of standing go through one queue, so that no two of them overlap.
 * 2. Only what `driving` says is owned is shown as driven by this tab, and not a moment longer.
 */
export function createRunHost(tab: TabContext, runId: string, events: HostEvents): RunHost {
  let standing: Standing = { kind: "closed" };
  /** It is neither driven nor read here any more. */
  let over = false;
  let deleted = false;
  const serially = createQueue();
  const lookers = new Set<() => void>();
  const feed = createRunFeed(() => void serially(closeUnwatched));

  let committedSeq = 0;
  const pingSegments = createPace(() => tab.channel.send({ kind: "segments", runId, seq: committedSeq }));
  const catchUp = createPace(() => {
    serially(async () => {
      if (standing.kind === "watched" && (await standing.run.catchUp())) changed();
    }).catch(() => setTimeout(catchUp.ask, retryReadingMs));
  });

  function shown(): Shown | null {
    if (standing.kind === "closed") return null;
    const { plan, state, seq, holds, summary } = standing.run;
    return { plan, state, seq, holds, summary, owner: owner(standing) };
  }

  function owner(now: Exclude<Standing, { kind: "closed" }>): Owner {
    return now.kind === "owned" ? "this-tab" : elsewhere(now.run.summary);
  }

  function elsewhere({ lifecycle, imported }: RunSummary): Owner {
    return lifecycle === "completed" || imported ? "none" : "other-tab";
  }

  function changed(): void {
    const now = shown();
    if (now) feed.show(now);
    for (const look of lookers) look();
  }

  async function open(): Promise<void> {
    // Who drives it at once shows it then; else everybody would see "another tab" for a moment after each reload.
    if (over || standing.kind !== "closed" || (await driving.free)) return;
    const run = await watchStoredRun(tab, runId);
    if (!run) {
      feed.gone();
      return;
    }
    standing = { kind: "watched", run };
    tab.channel.send({ kind: "watching", runId });
    changed();
  }

  async function closeUnwatched(): Promise<void> {
    if (standing.kind === "watched" && !feed.watched && lookers.size === 0) standing = { kind: "closed" };
  }

  /** What cannot be read now is not gone: it is tried again while somebody watches. */
  function openWhileWatched(): void {
    serially(open).catch(() => {
      if (feed.watched) setTimeout(openWhileWatched, retryReadingMs);
    });
  }

  const driving = createDriving(tab, runId, serially, {
    ...events,
    onOwned(run) {
      standing = { kind: "owned", run };
      changed();
    },
    onChange() {
      changed();
      tellHolds();
    },
    onCommitted(group) {
      committedSeq = group.ticks.at(-1)?.seq ?? committedSeq;
      pingSegments.ask();
      events.onCommitted(group);
    },
    onReleased() {
      const last = shown();
      standing = { kind: "closed" };
      // At once, and whether or not it can be read now: who took it says the same of itself soon.
      if (last) feed.show({ ...last, owner: elsewhere(last.summary) });
      if (feed.watched || lookers.size > 0) openWhileWatched();
    },
  });

  let toldHolds: readonly Hold[] = [];
  function tellHolds(): void {
    if (standing.kind !== "owned" || standing.run.holds === toldHolds) return;
    toldHolds = standing.run.holds;
    tab.channel.send({ kind: "holds", runId, holds: toldHolds });
  }

  /** Keeps the run open while `look` is there. */
  async function looking<T>(look: () => void, work: () => Promise<T>): Promise<T> {
    lookers.add(look);
    try {
      await serially(open);
      return await work();
    } finally {
      lookers.delete(look);
      void serially(closeUnwatched);
    }
  }

  return {
    watch(port) {
      feed.add(port);
      if (deleted) feed.gone();
      else openWhileWatched();
    },
    drive: driving.drive,
    takeOver: driving.takeOver,
    handOver: driving.handOver,
    handedOver: driving.handedOver,
    grown: catchUp.ask,
    refresh: changed,
    requested: driving.requested,
    setHolds(holds) {
      if (standing.kind !== "watched") return;
      standing.run.holds = holds;
      changed();
    },
    tellHolds() {
      toldHolds = [];
      tellHolds();
    },
    look() {
      if (over && !deleted) {
        const message = "This tab is out of date and reads and changes nothing any more. Reload it to go on.";
        return Promise.reject(new StorageError({ kind: "closed", message }));
      }
      return looking(
        () => {},
        // In one piece: who lets go of the run meanwhile closes it here for a moment, which is not gone.
        () =>
          serially(async () => {
            await open();
            if (standing.kind === "watched") await standing.run.catchUp();
            return shown();
          }),
      );
    },
    until: (test, ms) =>
      new Promise((resolve) => {
        let settle: (held: boolean) => void = () => {};
        const check = () => {
          const now = shown();
          if (now && test(now)) settle(true);
        };
        void looking(check, () => {
          const settled = new Promise<boolean>((tell) => {
            settle = tell;
          });
          setTimeout(() => settle(false), ms);
          check();
          return settled;
        }).then(resolve, () => resolve(false));
      }),
    gone() {
      over = true;
      deleted = true;
      driving.stop();
      standing = { kind: "closed" };
      feed.gone();
    },
    letGo() {
      over = true;
      driving.stop();
      standing = { kind: "closed" };
    },
  };
}
