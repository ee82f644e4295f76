import type { AttemptState, OutputStream, RunnerRefusal } from "../../protocol/runnerApi.ts";
import type { AnsweredCall, CallResult } from "../../protocol/runnerCalls.ts";
import { writeWhenThereIsRoom } from "../atomicFile.ts";
import type { Gate, GateAccess } from "../gate.ts";
import { outputChunk } from "../host/hostMessages.ts";
import { type KeptBytes, keepBytes } from "../host/keptBytes.ts";
import type { CallEntry, CallRecord, Ledger } from "../ledger.ts";
import type { OutputRead } from "../storedOutput.ts";
import { type Call, isRepeatable } from "./call.ts";
import { CallFailed, failed, type Stop } from "./callWorld.ts";

/** What the calls need from the rest of the runner. */
export interface CallsWorld {
  /** Why it may not be carried out, or `null` (T16). Asked before it is accepted and again before it begins. */
  refusal(key: string, call: Call): Promise<RunnerRefusal | null>;
  /** The workspace it touches, as a real path, and how; `null`: none. */
  access(key: string, call: Call): { readonly path: string; readonly access: GateAccess } | null;
  /** Throws `CallFailed`, or whatever an abort causes. */
  carryOut(
    key: string,
    call: Call,
    around: { readonly signal: AbortSignal; readonly kept: KeptBytes; readonly changed: () => void },
  ): Promise<CallResult>;
  /** Clears away what a runner that was killed left half-done of it. */
  clearAway(call: Call): Promise<void>;
  readonly log: (line: string) => void;
}

export interface Calls {
  /** `undefined`: no call is known under the key. */
  state(key: string): AttemptState | undefined;
  isActive(key: string): boolean;
  /** Durable when it resolves; then it goes its way to the end. */
  accept(call: Call, body: string): Promise<void>;
  /** Answers whether there was such a call. */
  cancel(key: string): Promise<boolean>;
  /** `undefined`: the key is no call's. */
  output(key: string, stream: OutputStream, from: number): OutputRead | undefined;
  running(): number;
  /** What is under way is broken off; the next runner says what became of it. */
  close(): void;
}

interface Active {
  record: CallRecord;
  phase: "accepted" | "waiting" | "calling";
  readonly stop: AbortController;
  /** All that may be kept stands in the head. */
  readonly kept: KeptBytes;
  readonly joinedAt: number;
  timer?: NodeJS.Timeout;
}

const longestTimer = 2 ** 31 - 1;

/**
 * Carries calls from their acceptance to their end. Accepted is durable before anything begins. After a restart what
 * can be repeated without harm is done again, and the rest is lost: whether a server got it, nobody here can know.
 */
export async function carryCalls(
  ledger: Ledger,
  world: CallsWorld,
  gate: Gate,
  /** State or output of the call may have changed. */
  notify: (key: string) => void,
): Promise<Calls> {
  const active = new Map<string, Active>();
  let isClosed = false;

  const mustWrite = (write: () => Promise<void>): Promise<void> =>
    writeWhenThereIsRoom(write, { giveUp: () => isClosed, log: world.log });

  function activate(record: CallRecord): Active {
    const call: Active = {
      record,
      phase: "accepted",
      stop: new AbortController(),
      kept: keepBytes(2 * record.call.request.maxOutputBytes),
      joinedAt: performance.now(),
    };
    active.set(record.key, call);
    return call;
  }

  function after(call: Active, stop: Stop): void {
    clearTimeout(call.timer);
    const ms = Math.min(call.record.call.request.timeoutMs, longestTimer);
    call.timer = setTimeout(() => end(call, stop), ms);
  }

  /** Stops it, wherever it is. One that waits never begins. */
  function end(call: Active, stop: Stop): void {
    if (call.stop.signal.aborted) return;
    call.stop.abort(stop);
    if (call.phase !== "calling") void finish(call, stopped(stop, true), Date.now(), Date.now());
  }

  function enter(call: Active): void {
    carry(call).catch((error: Error) => world.log(`call ${call.record.key} went wrong: ${error.stack}`));
  }

  function queue(call: Active): void {
    const { key } = call.record;
    const wanted = world.access(key, call.record.call);
    if (wanted === null) {
      enter(call);
      return;
    }
    let hasEntered = false;
    gate.join({
      key,
      ...wanted,
      enter: () => {
        hasEntered = true;
        enter(call);
      },
    });
    if (hasEntered) return;
    call.phase = "waiting";
    after(call, "timeout");
    notify(key);
  }

  async function carry(call: Active): Promise<void> {
    if (call.stop.signal.aborted) return;
    const waited = performance.now() - call.joinedAt;
    const { key } = call.record;
    call.phase = "calling";
    if (call.record.phase === "waiting") {
      call.record = { ...call.record, phase: "begun" };
      if (!isRepeatable(call.record.call)) await mustWrite(() => ledger.acceptCall(call.record));
    }
    if (isClosed) return;
    after(call, "timeout");
    notify(key);
    const started = Date.now();
    const begun = performance.now();
    const result = await resultOf(call);
    if (isClosed) return;
    await finish(call, result, started, started + Math.round(performance.now() - begun), waited);
  }

  async function resultOf({ record, stop, kept }: Active): Promise<CallResult> {
    const { key, call } = record;
    try {
      const refusal = await world.refusal(key, call);
      if (refusal !== null) return failed("denied", refusal.message);
      if (stop.signal.aborted) return stopped(stop.signal.reason as Stop, false);
      return await world.carryOut(key, call, { signal: stop.signal, kept, changed: () => notify(key) });
    } catch (error) {
      if (error instanceof CallFailed) return { kind: "failed", failure: error.failure };
      if (stop.signal.aborted) return stopped(stop.signal.reason as Stop, false);
      world.log(`call ${key} met an error of the runner: ${(error as Error).stack}`);
      return failed("network", `The runner could not carry it out: ${(error as Error).message}`);
    }
  }

  async function finish(
    call: Active,
    result: CallResult,
    started: number,
    ended: number,
    waited?: number,
  ): Promise<void> {
    clearTimeout(call.timer);
    call.phase = "calling";
    const { key } = call.record;
    const answer: AnsweredCall = {
      result,
      started,
      ended,
      waited: Math.round(waited ?? performance.now() - call.joinedAt),
    };
    await mustWrite(() => ledger.answer(key, answer));
    if (isClosed) return;
    active.delete(key);
    gate.leave(key);
    notify(key);
  }

  async function restore(): Promise<void> {
    const open = ledger.calls().filter(({ answer, ended }) => answer === undefined && ended === undefined);
    for (const { record } of open.toSorted((a, b) => a.record.at - b.record.at)) {
      if (record.phase === "waiting" || isRepeatable(record.call)) {
        queue(activate(record));
        continue;
      }
      world.log(`lost ${record.key}: the runner ended while it was under way`);
      await world.clearAway(record.call);
      await mustWrite(() => ledger.end(record.key, { end: "lost", cause: lossOf(record.call) }));
    }
  }

  await restore();

  return {
    state(key) {
      const call = active.get(key);
      if (call === undefined) return endState(ledger.readCall(key));
      if (call.phase !== "waiting") return { state: call.phase };
      const heldBy = gate.heldBy(key);
      return { state: "waiting-for-workspace", ...(heldBy !== undefined && { heldBy }) };
    },
    isActive: (key) => active.has(key),
    async accept(call, body) {
      const { key } = call.request;
      const phase = world.access(key, call) === null ? "begun" : "waiting";
      const record: CallRecord = { key, call, body, phase, at: Date.now() };
      await ledger.acceptCall(record);
      queue(activate(record));
    },
    async cancel(key) {
      const call = active.get(key);
      if (call !== undefined) end(call, "cancellation");
      return call !== undefined || ledger.readCall(key) !== undefined;
    },
    output(key, stream, from) {
      const call = active.get(key);
      if (call !== undefined && stream === "stdout") {
        const { bytes } = call.kept.read(from, outputChunk);
        return { from: Math.min(from, call.kept.observed), bytes, observed: call.kept.observed, ended: false };
      }
      const entry = call === undefined ? ledger.readCall(key) : undefined;
      if (call === undefined && entry === undefined) return undefined;
      const bytes = stream === "stdout" ? outputOf(entry?.answer?.result) : Buffer.alloc(0);
      const start = Math.min(from, bytes.length);
      const part = bytes.subarray(start, start + outputChunk);
      return { from: start, bytes: part, observed: bytes.length, ended: call === undefined };
    },
    running: () => active.size,
    close() {
      isClosed = true;
      for (const { timer, stop } of active.values()) {
        clearTimeout(timer);
        stop.abort("cancellation");
      }
    },
  };
}

function endState(entry: CallEntry | undefined): AttemptState | undefined {
  if (entry === undefined) return undefined;
  const { answer, ended } = entry;
  if (answer !== undefined) return { state: "answered", ...answer };
  if (ended?.end === "sealed") return { state: "sealed" };
  return { state: "lost", cause: ended?.end === "lost" ? ended.cause : "A file of the ledger is damaged." };
}

function stopped(stop: Stop, isWaiting: boolean): CallResult {
  if (stop === "cancellation") return { kind: "cancelled" };
  return failed("timeout", isWaiting ? "It waited too long for the workspace." : "It took longer than it may.");
}

function lossOf(call: Call): string {
  const what = {
    http: "The runner ended while the request was under way. Whether the server carried it out is not known here.",
    file: "The runner ended while the file was being written. Its old or its whole new content is there.",
    chat: "The runner ended while the model was answering.",
  };
  return what[call.kind];
}

/** What a watcher sees of a call that is over: its body or its text. */
function outputOf(result: CallResult | undefined): Buffer {
  switch (result?.kind) {
    case "http":
      return Buffer.from(result.body.content, result.body.encoding);
    case "chat":
      return Buffer.from(result.text);
    default:
      return Buffer.alloc(0);
  }
}
