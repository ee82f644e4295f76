import type { Hold, Owner } from "../protocol/engineApi.ts";
import type { CommittedGroup, LogLevel } from "../runtime/world.ts";
import { StorageError } from "../storage/failure.ts";
import { type OwnedRun, ownRun } from "./ownedRun.ts";
import { createPace } from "./pace.ts";
import { createQueue } from "./queue.ts";
import { createRunFeed, type Shown } from "./runFeed.ts";
import { type Granted, runLockName, seekLock, stealLock, wasStolen } from "./runLock.ts";
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
  /** Takes it from its owner, who is asked first, and is not waited for longer than a moment. */
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

export interface HostEvents {
  onCommitted(group: CommittedGroup): void;
  onLog(execution: string, level: LogLevel, text: string): void;
  onSaid(execution: string, text: string): void;
}

type Standing =
  | { readonly kind: "closed" }
  | { readonly kind: "watched"; readonly run: WatchedRun }
  | { readonly kind: "owned"; readonly run: OwnedRun };

/** An owner that is asked for its run answers within this, or is taken for frozen, ms. */
const answerMs = 2_500;
/** It waits so long for the end of what it commits, and then for whoever asked to take the lock, ms. */
const lastCommitMs = 1_000;
const takenMs = 5_000;

/** A database that does not answer is asked again this often by whoever holds the lock, and by those who watch, ms. */
const retryOwningMs = 2_000;
const retryReadingMs = 1_000;

/**
 * Invariants
 * 1. A run is driven only while this tab holds its lock, and under an epoch that was raised after the lock was got.
 * 2. Changes of standing go through one queue, so that no two of them overlap.
 * 3. A lock that was stolen (`takeOver`) ends the driving here at once; until that is heard, its fence refuses commits.
 * 4. A run that is not over and not driven here waits for its lock: it goes on when its owner goes.
 */
export function createRunHost(tab: TabContext, runId: string, events: HostEvents): RunHost {
  let standing: Standing = { kind: "closed" };
  /** While this tab waits for the lock or holds it; `free`: whether nobody else had it at first. */
  let seeking: { readonly abort: AbortController; readonly free: Promise<boolean> } | undefined;
  /** It is neither driven nor read here any more. */
  let over = false;
  let deleted = false;
  /** The tab that the run is being handed to. */
  let handingTo: string | undefined;
  /** Called when the owner that was asked has let go. */
  let heardHandedOver: () => void = () => {};
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
    if (now.kind === "owned") return "this-tab";
    const { lifecycle, imported } = now.run.summary;
    return lifecycle === "completed" || imported ? "none" : "other-tab";
  }

  function changed(): void {
    const now = shown();
    if (now) feed.show(now);
    for (const look of lookers) look();
  }

  async function open(): Promise<void> {
    // Who drives it at once shows it then; else everybody would see "another tab" for a moment after each reload.
    if (over || standing.kind !== "closed" || (await seeking?.free)) return;
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

  const lockName = runLockName(tab, runId);
  /** Ends the driving here in favour of another tab. */
  let letGoFor: (to: string) => void = () => {};

  function isOwned(): boolean {
    return standing.kind === "owned";
  }

  function drive(): void {
    if (over || seeking) return;
    let first: (free: boolean) => void = () => {};
    const free = new Promise<boolean>((resolve) => {
      first = resolve;
    });
    seek((abort) => seekLock(lockName, abort.signal, first, (granted) => own(granted, abort)), free);
  }

  function seek(request: (abort: AbortController) => Promise<void>, free: Promise<boolean>): void {
    const abort = new AbortController();
    seeking = { abort, free };
    request(abort)
      .catch((error: unknown) => {
        if (!wasStolen(error)) console.error(error);
        else if (!abort.signal.aborted) stolen(abort);
      })
      .finally(() => {
        if (seeking?.abort === abort) seeking = undefined;
      });
  }

  /** Another tab drives it now: this one looks on, and waits for its turn again. */
  function stolen(abort: AbortController): void {
    const handed = handingTo !== undefined;
    abort.abort();
    if (seeking?.abort === abort) seeking = undefined;
    if (!handed) drive();
  }

  /** Runs while this tab holds the lock. */
  async function own(granted: Granted, { signal }: AbortController): Promise<void> {
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    signal.addEventListener("abort", end);
    letGoFor = (to) => {
      handingTo = to;
      end();
    };
    const run = await serially(() => begin(granted, end, signal));
    if (run) await ended;
    if (run && handingTo !== undefined) await hand(run, handingTo, signal);
    if (seeking?.abort.signal === signal) seeking = undefined;
    await serially(async () => {
      if (run) {
        if (!over && !signal.aborted && handingTo === undefined) await run.finish().catch(() => {});
        run.close();
        standing = { kind: "closed" };
      }
    });
    const handed = handingTo !== undefined;
    handingTo = undefined;
    if (feed.watched || lookers.size > 0) openWhileWatched();
    if (handed) drive();
  }

  /** Drives no more, says so, and keeps the lock until it is taken: nobody else in the queue gets it in between. */
  async function hand(run: OwnedRun, to: string, signal: AbortSignal): Promise<void> {
    await run.settled(lastCommitMs);
    run.close();
    tab.channel.send({ kind: "handed-over", runId, to });
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve());
      setTimeout(resolve, takenMs);
    });
  }

  async function begin(granted: Granted, end: () => void, signal: AbortSignal): Promise<OwnedRun | null> {
    for (;;) {
      if (over || signal.aborted) return null;
      try {
        let began = false;
        const run = await ownRun(tab, runId, granted, {
          onChange() {
            if (!began) return;
            changed();
            tellHolds();
          },
          onCommitted(group) {
            committedSeq = group.ticks.at(-1)?.seq ?? committedSeq;
            pingSegments.ask();
            events.onCommitted(group);
          },
          onLog: events.onLog,
          onSaid: events.onSaid,
          onEnd: end,
        });
        if (!run) return null;
        began = true;
        standing = { kind: "owned", run };
        changed();
        await run.pullRequests();
        return run;
      } catch (error) {
        if (!(error instanceof StorageError)) {
          const message = error instanceof Error ? error.message : String(error);
          tab.troubles.set(runId, `A run cannot go on, because of a mistake in Tickwork: ${message}`);
          console.error(error);
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, retryOwningMs));
      }
    }
  }

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
    drive,
    async takeOver() {
      if (over || standing.kind === "owned") return;
      const answered = new Promise<void>((resolve) => {
        heardHandedOver = resolve;
        setTimeout(resolve, answerMs);
      });
      tab.channel.send({ kind: "hand-over", runId, to: tab.tabId });
      await answered;
      // Its owner may have gone by itself meanwhile.
      if (isOwned() || over) return;
      seeking?.abort.abort();
      seek((abort) => stealLock(lockName, abort.signal, (granted) => own(granted, abort)), Promise.resolve(false));
    },
    handOver(to) {
      if (standing.kind === "owned" && handingTo === undefined) letGoFor(to);
    },
    handedOver(to) {
      if (to === tab.tabId) heardHandedOver();
    },
    grown: catchUp.ask,
    refresh: changed,
    async requested() {
      if (standing.kind === "owned") await standing.run.pullRequests();
    },
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
        async () => {
          if (standing.kind === "watched") await standing.run.catchUp();
          return shown();
        },
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
      if (standing.kind === "owned") standing.run.close();
      standing = { kind: "closed" };
      seeking?.abort.abort();
      feed.gone();
    },
    letGo() {
      over = true;
      if (standing.kind === "owned") standing.run.close();
      standing = { kind: "closed" };
      seeking?.abort.abort();
    },
  };
}
