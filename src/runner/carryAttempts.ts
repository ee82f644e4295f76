import { writeWhenThereIsRoom } from "./atomicFile.ts";
import { ledgerPhase, terminalState } from "./attemptState.ts";
import type { AttemptsWorld, Carrier } from "./carrier.ts";
import type { Gate } from "./gate.ts";
import { handToHost } from "./handToHost.ts";
import { makeHostClient } from "./host/hostClient.ts";
import type { RunningRecord } from "./host/hostMessages.ts";
import type { AcceptedRecord, EndedRecord, Ledger } from "./ledger.ts";
import { leftAttempts } from "./leftAttempts.ts";
import { type HostFate, lossOf } from "./lossOf.ts";
import { isDenial } from "./refusals.ts";

/** An attempt that is not over, or whose processes may still be there. */
interface Active {
  readonly key: string;
  accepted: AcceptedRecord;
  phase: "accepted" | "waiting" | "starting" | "running" | "uncertain";
  process?: { readonly pid: number; readonly startTime: number };
  isCancelled: boolean;
  /** Monotonic ms when it came to the gate. */
  readonly joinedAt: number;
  /** How long it had waited under the runner of before, ms. */
  readonly waitedBefore: number;
  timer?: NodeJS.Timeout;
}

/** Between two looks at processes that could not be ended, ms. */
const uncertainCheckMs = 2_000;
const longestTimer = 2 ** 31 - 1;

/**
 * Carries attempts from their acceptance to their end, and takes up those that a runner of before left.
 *
 * Rules. Accepted is durable before anything is spawned. What the ledger says wins over memory. The host writes the
 * running file before it spawns and refuses a key that has one; so without that file, on this boot, nothing was
 * spawned, and with it nothing is spawned again. Only `finish` lets go of the gate, and not while a process may be
 * left.
 */
export async function carryAttempts(
  ledger: Ledger,
  world: AttemptsWorld,
  gate: Gate,
  /** State or output of the attempt may have changed. */
  notify: (key: string) => void,
): Promise<Carrier> {
  const active = new Map<string, Active>();
  let lastOrder = 0;
  let isClosed = false;

  const host = makeHostClient({
    dataFolder: world.dataFolder,
    script: world.hostScript,
    onPush(push) {
      const attempt = active.get(push.key);
      if (push.push === "output") notify(push.key);
      else if (attempt !== undefined) {
        lookAt(attempt);
        if (push.push === "exited") void reconcile(attempt);
      }
    },
    onConnected: () => void reconcileAll(),
    onGone: () => void reconcileAll(),
  });

  const isOpen = (attempt: Active): boolean => active.get(attempt.key) === attempt && attempt.phase !== "uncertain";

  const waited = (attempt: Active): number => Math.round(attempt.waitedBefore + performance.now() - attempt.joinedAt);

  function activate(accepted: AcceptedRecord, waitedBefore = 0): Active {
    const { key } = accepted;
    const attempt: Active = {
      key,
      accepted,
      phase: "accepted",
      isCancelled: false,
      joinedAt: performance.now(),
      waitedBefore,
    };
    active.set(key, attempt);
    return attempt;
  }

  /** Takes its place in the queue of its workspace. `enter` may be called at once. */
  function queue(attempt: Active, enter: () => void): void {
    const { access } = attempt.accepted.request;
    if (access === "none") enter();
    else gate.join({ key: attempt.key, path: world.gatePath(attempt.accepted.request), access, enter });
  }

  function wait(attempt: Active): void {
    attempt.phase = "waiting";
    const { timeoutMs } = attempt.accepted.request;
    const message = `It waited longer than ${timeoutMs} ms for the workspace.`;
    const giveUp = (): void => {
      if (attempt.phase === "waiting") void endUnspawned(attempt, { exit: "timeout", message });
    };
    attempt.timer = setTimeout(giveUp, Math.min(Math.max(0, timeoutMs - attempt.waitedBefore), longestTimer));
    notify(attempt.key);
  }

  function begin(attempt: Active): void {
    launch(attempt).catch(async (error: Error) => {
      world.log(`could not start ${attempt.key}: ${error.stack}`);
      if (active.get(attempt.key) === attempt && !lookAt(attempt)) {
        await endUnspawned(attempt, { exit: "abnormal", message: error.message });
      }
    });
  }

  /** It has its access: looks once more whether it may run, and hands it to the host. */
  async function launch(attempt: Active): Promise<void> {
    clearTimeout(attempt.timer);
    attempt.phase = "starting";
    notify(attempt.key);
    const { key } = attempt;
    const { request } = attempt.accepted;
    const refusal = await world.refusal(key, request);
    if (refusal !== null) {
      const denied = isDenial(refusal) && ({ denied: true } as const);
      return endUnspawned(attempt, { exit: "abnormal", message: refusal.message, ...denied });
    }
    const prepared = await world.prepare(request);
    if (!prepared.ok) return endUnspawned(attempt, { exit: "abnormal", message: prepared.message });
    if (attempt.accepted.phase === "waiting") {
      attempt.accepted = { ...attempt.accepted, phase: "starting", waited: waited(attempt) };
      await mustWrite(() => ledger.accept(attempt.accepted));
    }
    const handed = await handToHost(
      host,
      { ...prepared.start, key, files: ledger.filesOf(key) },
      {
        isWanted: () => !isClosed && active.get(key) === attempt && attempt.phase === "starting",
        isCancelled: () => attempt.isCancelled,
        isSeen: () => lookAt(attempt),
      },
    );
    if (handed.kind === "refused") await endUnspawned(attempt, { exit: "abnormal", message: handed.message });
    else if (handed.kind === "cancelled") await endUnspawned(attempt, { exit: "cancellation" });
    else if (handed.kind === "started") lookAt(attempt);
  }

  const mustWrite = (write: () => Promise<void>): Promise<void> =>
    writeWhenThereIsRoom(write, { giveUp: () => isClosed, log: world.log });

  async function endUnspawned(
    attempt: Active,
    how: Pick<Extract<EndedRecord, { end: "unspawned" }>, "exit" | "message" | "denied">,
  ): Promise<void> {
    clearTimeout(attempt.timer);
    attempt.phase = "starting";
    const record: EndedRecord = { end: "unspawned", ...how, at: Date.now(), waited: waited(attempt) };
    await mustWrite(() => ledger.end(attempt.key, record));
    if (!isClosed) finish(attempt);
  }

  /** It is over, and the ledger says how. While a process of it may be left, the workspace stays taken. */
  function finish(attempt: Active): void {
    clearTimeout(attempt.timer);
    if (ledgerPhase(ledger.read(attempt.key), world.boot) === "held") {
      attempt.phase = "uncertain";
      attempt.timer = setTimeout(() => finish(attempt), uncertainCheckMs);
    } else {
      active.delete(attempt.key);
      gate.leave(attempt.key);
    }
    notify(attempt.key);
  }

  /** Takes over what the host wrote. Answers whether it has been spawned, as far as anybody can know. */
  function lookAt(attempt: Active): boolean {
    if (!isOpen(attempt)) return true;
    const { exited, ended, running } = ledger.read(attempt.key);
    if (exited !== undefined || ended !== undefined) {
      finish(attempt);
      return true;
    }
    const { pid, startTime } = running ?? {};
    if (pid !== undefined && startTime !== undefined && attempt.phase === "starting") {
      attempt.phase = "running";
      attempt.process = { pid, startTime };
      notify(attempt.key);
    }
    return running !== undefined;
  }

  /** After a new connection and after the death of a host: what a dead host was running is lost. */
  async function reconcileAll(): Promise<void> {
    const withHost = [...active.values()].filter(({ phase }) => phase === "starting" || phase === "running");
    await Promise.all(withHost.map(reconcile));
  }

  async function reconcile(attempt: Active): Promise<void> {
    lookAt(attempt);
    if (!isOpen(attempt)) return;
    const { running } = ledger.read(attempt.key);
    if (running === undefined) return;
    let fate: HostFate = "killed";
    if (running.host === host.livingHost()) {
      // A host of an older version does not know the question.
      const had = (await host.askIfThere({ op: "running" }))?.keys;
      if (had === undefined || had.includes(attempt.key)) return;
      fate = "forgot";
    }
    // It may have written the exit just before it died, or before it forgot.
    if (lookAt(attempt) && isOpen(attempt)) await lose(attempt, running, fate);
  }

  async function lose(attempt: Active, running: RunningRecord, fate: HostFate): Promise<void> {
    const record = await lossOf(attempt.key, running, world.boot, fate);
    if (!isOpen(attempt)) return;
    world.log(`lost ${attempt.key}: ${record.cause}`);
    await mustWrite(() => ledger.end(attempt.key, record));
    if (!isClosed) finish(attempt);
  }

  /** Takes up what was under way when the runner of before ended, with the order at the gate as it was. */
  async function restore(): Promise<void> {
    const left = leftAttempts(ledger, world.boot);
    ({ lastOrder } = left);
    for (const accepted of left.unknown) await loseStarting(accepted);
    for (const { accepted, isHeld } of left.spawned) {
      const attempt = activate(accepted);
      queue(attempt, () => {});
      attempt.phase = "starting";
      if (isHeld) finish(attempt);
    }
    await host.attach();
    await reconcileAll();
    for (const accepted of left.unspawned) {
      // A clock that was set back must not make it wait longer than it was told to.
      const attempt = activate(accepted, Math.max(accepted.waited, Date.now() - accepted.at));
      wait(attempt);
      queue(attempt, () => begin(attempt));
    }
  }

  async function loseStarting(accepted: AcceptedRecord): Promise<void> {
    const cause = "The machine was restarted while the command was being started.";
    await mustWrite(() => ledger.end(accepted.key, { end: "lost", cause }));
  }

  await restore();

  return {
    state(key) {
      const attempt = active.get(key);
      if (attempt === undefined || attempt.phase === "uncertain") {
        return terminalState(ledger.filesOf(key), ledger.read(key), world.boot) ?? { state: "unknown" };
      }
      if (attempt.phase === "running" && attempt.process !== undefined) return { state: "running", ...attempt.process };
      if (attempt.phase !== "waiting") return { state: "accepted" };
      const heldBy = gate.heldBy(key);
      return { state: "waiting-for-workspace", ...(heldBy !== undefined && { heldBy }) };
    },
    isActive: (key) => active.has(key),
    isWithHost: (key) => ["starting", "running"].includes(active.get(key)?.phase ?? ""),
    wantsOwner: (key) => active.get(key)?.accepted.request.ownerLostMs !== undefined,
    async accept(asked) {
      lastOrder++;
      const attempt = activate({ ...asked, boot: world.boot, phase: "waiting", order: lastOrder, waited: 0 });
      // It takes its place before the write, in the order of arrival, and goes through after it.
      let hasEntered = false;
      let isDurable = false;
      queue(attempt, () => {
        hasEntered = true;
        if (isDurable) begin(attempt);
      });
      if (hasEntered) attempt.accepted = { ...attempt.accepted, phase: "starting" };
      try {
        await ledger.accept(attempt.accepted);
      } catch (error) {
        active.delete(attempt.key);
        gate.leave(attempt.key);
        throw error;
      }
      isDurable = true;
      if (hasEntered) begin(attempt);
      else wait(attempt);
    },
    async cancel(key) {
      const attempt = active.get(key);
      if (attempt === undefined || attempt.phase === "uncertain") return;
      attempt.isCancelled = true;
      if (attempt.phase === "accepted" || attempt.phase === "waiting") {
        await endUnspawned(attempt, { exit: "cancellation" });
      } else await host.askIfThere({ op: "cancel", key });
    },
    async seal(key) {
      const attempt = active.get(key);
      if (attempt === undefined) {
        const { accepted, ended, damaged } = ledger.read(key);
        if (accepted === undefined && ended === undefined && !damaged) await ledger.end(key, { end: "sealed", key });
        return;
      }
      if (attempt.phase !== "accepted" && attempt.phase !== "waiting") return;
      attempt.phase = "starting";
      await mustWrite(() => ledger.end(key, { end: "sealed", key }));
      finish(attempt);
    },
    host,
    running: () => [...active.values()].filter(({ phase }) => phase === "starting" || phase === "running").length,
    close() {
      isClosed = true;
      for (const { timer } of active.values()) clearTimeout(timer);
      host.close();
    },
  };
}
