import type { CommittedGroup, LogLevel } from "../runtime/world.ts";
import { StorageError } from "../storage/failure.ts";
import { type EndOfDriving, type OwnedRun, ownRun } from "./ownedRun.ts";
import { createQueue } from "./queue.ts";
import { type Granted, runLockName, seekLock, stealLock, wasStolen } from "./runLock.ts";
import type { TabContext } from "./tabContext.ts";

/** How this tab comes to drive one run, and how it stops. */
export interface Driving {
  /** Drives the run as soon as no other tab does. */
  drive(): void;
  /** Takes it from its owner, who is asked first and not waited for longer than a moment. Resolves when it is done. */
  takeOver(): Promise<void>;
  /** Another tab wants it. */
  handOver(to: string): void;
  /** Its owner has let go of it, so that tab `to` can take it. */
  handedOver(to: string): void;
  /** There are new requests; they are carried out when it is driven here. */
  requested(): Promise<void>;
  /** Whether nobody else drove it when this tab asked for it; `undefined`: it is not sought here. */
  readonly free: Promise<boolean> | undefined;
  /** Never again. */
  stop(): void;
}

export interface HostEvents {
  onCommitted(group: CommittedGroup): void;
  onLog(execution: string, level: LogLevel, text: string): void;
  onSaid(execution: string, text: string): void;
}

export interface DrivingEvents extends HostEvents {
  /** It is driven here from now on. */
  onOwned(run: OwnedRun): void;
  /** There is something new to see of it. */
  onChange(): void;
  /** It is not driven here any more: said before another tab is let to it. */
  onReleased(): void;
}

type End = EndOfDriving | { readonly kind: "taken" } | { readonly kind: "handed"; readonly to: string };

/** An owner that is asked for its run answers within this, or is taken for frozen, ms. */
const answerMs = 2_500;
/** It waits so long for the end of what it commits, and then for whoever asked to take the lock, ms. */
const lastCommitMs = 1_000;
const takenMs = 5_000;

/** A database that does not answer, or a part that does not load, is asked for again this often, ms. */
const retryMs = 2_000;

/**
 * Invariants
 * 1. A run is driven only while this tab holds its lock, and under an epoch that was raised after the lock was got.
 * 2. What this tab got the lock for has ended, the run closed, before it begins with what it got it for next: a lock
 *    can be stolen from oneself, or be back before its loss was dealt with.
 * 3. A lock that was stolen ends the driving here at once; until that is heard, the fence refuses commits. Who is
 *    refused lets go of the lock and of nothing else: requests are those of the new owner.
 * 4. A run that is not over waits for its lock wherever it was driven or sought: it goes on when its owner goes.
 */
export function createDriving(
  tab: TabContext,
  runId: string,
  serially: ReturnType<typeof createQueue>,
  events: DrivingEvents,
): Driving {
  /** While this tab waits for the lock or holds it. */
  let seeking: { readonly abort: AbortController; readonly free: Promise<boolean> } | undefined;
  let owned: { readonly run: OwnedRun; end(why: End): void } | undefined;
  let stopped = false;
  let taking: Promise<void> | undefined;
  /** Called when the owner that was asked has let go. */
  let heardHandedOver: () => void = () => {};
  const lockName = runLockName(tab, runId);
  const oneByOne = createQueue();

  function drive(): void {
    if (stopped || seeking) return;
    let first: (free: boolean) => void = () => {};
    const free = new Promise<boolean>((resolve) => {
      first = resolve;
    });
    void seek((abort) => seekLock(lockName, abort.signal, first, (granted) => own(granted, abort)), free).finally(() =>
      first(false),
    );
  }

  async function seek(request: (abort: AbortController) => Promise<void>, free: Promise<boolean>): Promise<void> {
    const abort = new AbortController();
    seeking = { abort, free };
    try {
      await request(abort);
    } catch (error) {
      if (!wasStolen(error)) console.error(error);
      else if (!abort.signal.aborted) {
        // Another tab drives it now: this one looks on, and waits for its turn again.
        abort.abort();
        noMore(abort);
        drive();
      }
    } finally {
      noMore(abort);
    }
  }

  function noMore(abort: AbortController): void {
    if (seeking?.abort === abort) seeking = undefined;
  }

  /** Runs while this tab holds the lock. */
  function own(granted: Granted, abort: AbortController, began: () => void = () => {}): Promise<void> {
    return oneByOne(() => ownNext(granted, abort, began).finally(began));
  }

  async function ownNext(granted: Granted, abort: AbortController, began: () => void): Promise<void> {
    const { signal } = abort;
    let end: (why: End) => void = () => {};
    const ended = new Promise<End>((resolve) => {
      end = resolve;
    });
    const taken = (): void => end({ kind: "taken" });
    signal.addEventListener("abort", taken);
    try {
      const run = await serially(() => begin(granted, end, signal));
      began();
      if (!run) {
        // It ended meanwhile, or cannot be driven here: whoever looks at it sees it as it stands.
        noMore(abort);
        await serially(async () => events.onReleased());
        return;
      }
      pull();
      await release(run, await ended, abort);
    } finally {
      signal.removeEventListener("abort", taken);
    }
  }

  async function begin(granted: Granted, end: (why: End) => void, signal: AbortSignal): Promise<OwnedRun | null> {
    const ofOwner = {
      onChange: () => owned && events.onChange(),
      onCommitted: events.onCommitted,
      onLog: events.onLog,
      onSaid: events.onSaid,
      onEnd: end,
    };
    for (let again = false; ; again = true) {
      if (signal.aborted) return null;
      let run: OwnedRun | null;
      try {
        run = await ownRun(tab, runId, granted, ofOwner, again);
      } catch (error) {
        if (isUnloaded(error)) {
          tab.troubles.set(runId, "A part of Tickwork could not be loaded: the runner that serves it may be off.");
        } else if (!(error instanceof StorageError)) {
          const message = error instanceof Error ? error.message : String(error);
          tab.troubles.set(runId, `A run cannot go on, because of a mistake in Tickwork: ${message}`);
          console.error(error);
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        continue;
      }
      // Taken away while it was folded: nobody here saw it as ours, and nobody may.
      if (signal.aborted) run?.close();
      if (!run || signal.aborted) return null;
      tab.troubles.set(runId, null);
      owned = { run, end };
      events.onOwned(run);
      return run;
    }
  }

  async function release(run: OwnedRun, why: End, abort: AbortController): Promise<void> {
    const { signal } = abort;
    // Who reopens the run while it is finished here seeks it anew.
    noMore(abort);
    // Nobody else in the queue gets the lock in between: it is kept until whoever asked has taken it.
    if (why.kind === "handed") await run.settled(lastCommitMs);
    await serially(async () => {
      if (why.kind === "completed" && !signal.aborted) await run.finish().catch(() => {});
      run.close();
      owned = undefined;
      // Before the page is told: it looks on, and does not wait to see whether it drives.
      if (why.kind === "handed" || why.kind === "fenced") drive();
      events.onReleased();
    });
    if (why.kind !== "handed" || signal.aborted) return;
    tab.channel.send({ kind: "handed-over", runId, to: why.to });
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve());
      setTimeout(resolve, takenMs);
    });
  }

  async function pullRequests(): Promise<void> {
    const run = owned?.run;
    try {
      await run?.pullRequests();
    } catch (error) {
      // They stand in the database: what cannot be read now is not forgotten.
      setTimeout(() => run === owned?.run && pull(), retryMs);
      throw error;
    }
  }

  function pull(): void {
    pullRequests().catch(() => {});
  }

  async function take(): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      heardHandedOver = resolve;
      setTimeout(resolve, answerMs);
    });
    tab.channel.send({ kind: "hand-over", runId, to: tab.tabId });
    await answered;
    // Its owner may have gone by itself meanwhile.
    if (owned || stopped) return;
    seeking?.abort.abort();
    await new Promise<void>((began) => {
      void seek((abort) => {
        abort.signal.addEventListener("abort", () => began());
        return stealLock(lockName, abort.signal, (granted) => own(granted, abort, began));
      }, Promise.resolve(false)).finally(began);
    });
  }

  return {
    drive,
    takeOver() {
      // Asked twice, it is taken once: a second theft would take it from ourselves.
      taking ??= take().finally(() => {
        taking = undefined;
      });
      return taking;
    },
    handOver: (to) => owned?.end({ kind: "handed", to }),
    handedOver(to) {
      if (to === tab.tabId) heardHandedOver();
    },
    requested: pullRequests,
    get free() {
      return seeking?.free;
    },
    stop() {
      stopped = true;
      owned?.run.close();
      owned = undefined;
      seeking?.abort.abort();
    },
  };
}

/** Whether a script could not be fetched, as each browser says it: whoever serves it may be back soon. */
function isUnloaded(error: unknown): boolean {
  return error instanceof TypeError && /import(ed|ing a) module/i.test(error.message);
}
