import { createHash } from "node:crypto";
import type { AttemptRequest, AttemptState, OutputStream, RunnerRefusal } from "../protocol/runnerApi.ts";
import type { CallFrame } from "../protocol/runnerCalls.ts";
import { canonicalJson } from "../workflow/canonicalJson.ts";
import type { Json } from "../workflow/json.ts";
import { type CallsWorld, carryCalls } from "./calls/carryCalls.ts";
import type { ParsedCall } from "./calls/parseCall.ts";
import type { AttemptsWorld } from "./carrier.ts";
import { carryAttempts } from "./carryAttempts.ts";
import { type Gate, makeGate } from "./gate.ts";
import { openLedger } from "./ledger.ts";
import { parseAttempt, parseAttemptKey } from "./parseAttempt.ts";
import { type OutputRead, storedOutput } from "./storedOutput.ts";

export type AttemptAnswer =
  | { readonly ok: true; readonly state: AttemptState }
  | { readonly ok: false; readonly refusal: RunnerRefusal };

export interface Attempts {
  /** Starts it once; a known key answers what is recorded. Rejects when the ledger cannot be written. */
  put(key: string, body: Json): Promise<AttemptAnswer>;
  /** The same for what the runner carries out itself. */
  call(parsed: ParsedCall): Promise<AttemptAnswer>;
  get(key: string): AttemptState;
  output(key: string, stream: OutputStream, from: number): Promise<OutputRead>;
  cancel(key: string): Promise<AttemptState>;
  seal(key: string): Promise<AttemptState>;
  ack(key: string): AttemptState;
  /** Their owner is there. */
  touch(keys: readonly string[]): void;
  /** `changed` is called when state or output of the attempt may have changed. Answers how to stop. */
  watch(key: string, changed: () => void): () => void;
  /** How many are under way. */
  running(): number;
  gate: Gate["list"];
  /** Commands go on. */
  close(): void;
}

const forgetEveryMs = 3_600_000;

/** The calls of `/v1/attempts`: fencing, one body per key, one thing at a time per key, and who is told of changes. */
export async function openAttempts(world: AttemptsWorld, callsWorld: CallsWorld): Promise<Attempts> {
  const ledger = openLedger(world.dataFolder);
  const epochs = new Map<string, number>();
  const watchers = new Map<string, Set<() => void>>();
  const locks = new Map<string, Promise<unknown>>();

  ledger.forgetOld(Date.now());
  for (const { accepted } of ledger.entries()) {
    if (accepted !== undefined) noteEpoch(parseAttemptKey(accepted.key)?.run, accepted.request.epoch);
  }
  for (const { record } of ledger.calls()) noteEpoch(parseAttemptKey(record.key)?.run, record.call.request.epoch);
  const notify = (key: string): void => {
    for (const changed of watchers.get(key) ?? []) changed();
  };
  const gate = makeGate();
  const carrier = await carryAttempts(ledger, world, gate, notify);
  const calls = await carryCalls(ledger, callsWorld, gate, notify);
  const forgetting = setInterval(() => ledger.forgetOld(Date.now()), forgetEveryMs);

  function noteEpoch(run: string | undefined, epoch: number): void {
    if (run !== undefined) epochs.set(run, Math.max(epoch, epochs.get(run) ?? 0));
  }

  /** Two tabs, or a seal and a start, never interleave. */
  function locked<T>(key: string, act: () => Promise<T>): Promise<T> {
    const result = (locks.get(key) ?? Promise.resolve()).then(act);
    const settled = result.then(
      () => {},
      () => {},
    );
    locks.set(key, settled);
    void settled.then(() => {
      if (locks.get(key) === settled) locks.delete(key);
    });
    return result;
  }

  function touch(keys: readonly string[]): void {
    const owned = keys.filter(carrier.wantsOwner);
    if (owned.length > 0) void carrier.host.askIfThere({ op: "touch", keys: owned });
  }

  const stateOf = (key: string): AttemptState => calls.state(key) ?? carrier.state(key);

  /** One thing per key, begun once, by the owner of the run and with consent. */
  async function begin(
    key: string,
    request: AttemptRequest | CallFrame,
    what: {
      /** Of what is recorded under the key. */
      readonly recorded: () => string | undefined;
      readonly refusal: () => Promise<RunnerRefusal | null>;
      readonly accept: (body: string) => Promise<void>;
    },
  ): Promise<AttemptAnswer> {
    const run = parseAttemptKey(key)?.run ?? "";
    const seen = epochs.get(run) ?? 0;
    if (request.epoch < seen) {
      return refused("stale-epoch", `The run has another owner by now (epoch ${seen}, not ${request.epoch}).`);
    }
    const body = digestOfBody(request);
    const state = stateOf(key);
    if (state.state !== "unknown") {
      const recorded = what.recorded();
      if (recorded !== undefined && recorded !== body) {
        return refused("conflict", "Something else was started under this key.");
      }
      noteEpoch(run, request.epoch);
      touch([key]);
      return { ok: true, state };
    }
    const refusal = await what.refusal();
    if (refusal !== null) {
      world.log(`refused to run ${key}: ${refusal.code}`);
      return { ok: false, refusal };
    }
    await what.accept(body);
    noteEpoch(run, request.epoch);
    return { ok: true, state: stateOf(key) };
  }

  return {
    async put(key, json) {
      if (parseAttemptKey(key) === undefined) return refused("bad-request", `"${key}" is no attempt key.`);
      const parsed = parseAttempt(json);
      if (!parsed.ok) return refused("bad-request", parsed.problems.join(" "));
      const { request } = parsed;
      return locked(key, () =>
        begin(key, request, {
          recorded: () => ledger.read(key).accepted?.body,
          refusal: () => world.refusal(key, request),
          accept: (body) => carrier.accept({ key, request, body, at: Date.now() }),
        }),
      );
    },
    async call(parsed) {
      if (!parsed.ok) return refused("bad-request", parsed.problems.join(" "));
      const { call } = parsed;
      const { key } = call.request;
      return locked(key, () =>
        begin(key, call.request, {
          recorded: () => ledger.readCall(key)?.record.body,
          refusal: () => callsWorld.refusal(key, call),
          accept: (body) => calls.accept(call, body),
        }),
      );
    },
    get(key) {
      touch([key]);
      return stateOf(key);
    },
    async output(key, stream, from) {
      touch([key]);
      const ofCall = calls.output(key, stream, from);
      if (ofCall !== undefined) return ofCall;
      if (carrier.isWithHost(key)) {
        const part = await carrier.host.askIfThere({ op: "read", key, stream, from });
        if (part) return { ...part, bytes: Buffer.from(part.base64, "base64"), ended: false };
      }
      return storedOutput(ledger, key, stream, from);
    },
    cancel: (key) =>
      locked(key, async () => {
        if (!(await calls.cancel(key))) await carrier.cancel(key);
        return stateOf(key);
      }),
    seal: (key) =>
      locked(key, async () => {
        if (parseAttemptKey(key) !== undefined && calls.state(key) === undefined) await carrier.seal(key);
        return stateOf(key);
      }),
    ack(key) {
      const state = stateOf(key);
      if (!carrier.isActive(key) && !calls.isActive(key) && state.state !== "unknown") ledger.ack(key);
      return state;
    },
    touch,
    watch(key, changed) {
      const set = watchers.get(key) ?? new Set();
      watchers.set(key, set.add(changed));
      return () => {
        set.delete(changed);
        if (set.size === 0 && watchers.get(key) === set) watchers.delete(key);
      };
    },
    running: () => carrier.running() + calls.running(),
    gate: gate.list,
    close() {
      clearInterval(forgetting);
      calls.close();
      carrier.close();
    },
  };
}

function refused(code: RunnerRefusal["code"], message: string): AttemptAnswer {
  return { ok: false, refusal: { code, message } };
}

/** The epoch is not part of it: the next owner of a run asks for the same command. */
function digestOfBody({ epoch, ...rest }: AttemptRequest | CallFrame): string {
  return createHash("sha256")
    .update(canonicalJson(rest as unknown as Json))
    .digest("hex");
}
