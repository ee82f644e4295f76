import { createHash } from "node:crypto";
import type { AttemptRequest, AttemptState, OutputStream, RunnerRefusal } from "../protocol/runnerApi.ts";
import { canonicalJson } from "../workflow/canonicalJson.ts";
import type { Json } from "../workflow/json.ts";
import { type AttemptsWorld, type Carrier, carryAttempts } from "./carryAttempts.ts";
import { openLedger } from "./ledger.ts";
import { parseAttempt, parseAttemptKey } from "./parseAttempt.ts";
import { type OutputRead, storedOutput } from "./storedOutput.ts";

export type AttemptAnswer =
  | { readonly ok: true; readonly state: AttemptState }
  | { readonly ok: false; readonly refusal: RunnerRefusal };

export interface Attempts extends Pick<Carrier, "running" | "gate" | "close"> {
  /** Starts it once; a known key answers what is recorded. Rejects when the ledger cannot be written. */
  put(key: string, body: Json): Promise<AttemptAnswer>;
  get(key: string): AttemptState;
  output(key: string, stream: OutputStream, from: number): Promise<OutputRead>;
  cancel(key: string): Promise<AttemptState>;
  seal(key: string): Promise<AttemptState>;
  ack(key: string): AttemptState;
  /** Their owner is there. */
  touch(keys: readonly string[]): void;
  /** `changed` is called when state or output of the attempt may have changed. Answers how to stop. */
  watch(key: string, changed: () => void): () => void;
}

const forgetEveryMs = 3_600_000;

/** The calls of `/v1/attempts`: fencing, one body per key, one thing at a time per key, and who is told of changes. */
export async function openAttempts(world: AttemptsWorld): Promise<Attempts> {
  const ledger = openLedger(world.dataFolder);
  const epochs = new Map<string, number>();
  const watchers = new Map<string, Set<() => void>>();
  const locks = new Map<string, Promise<unknown>>();

  ledger.forgetOld(Date.now());
  for (const { accepted } of ledger.entries()) {
    if (accepted !== undefined) noteEpoch(parseAttemptKey(accepted.key)?.run, accepted.request.epoch);
  }
  const carrier = await carryAttempts(ledger, world, (key) => {
    for (const changed of watchers.get(key) ?? []) changed();
  });
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

  async function put(key: string, run: string, request: AttemptRequest): Promise<AttemptAnswer> {
    const seen = epochs.get(run) ?? 0;
    if (request.epoch < seen) {
      return refused("stale-epoch", `The run has another owner by now (epoch ${seen}, not ${request.epoch}).`);
    }
    const body = digestOfBody(request);
    const state = carrier.state(key);
    if (state.state !== "unknown") {
      const { accepted } = ledger.read(key);
      if (accepted !== undefined && accepted.body !== body) {
        return refused("conflict", "Another command was started under this key.");
      }
      touch([key]);
      return { ok: true, state };
    }
    const refusal = await world.refusal(key, request);
    if (refusal !== null) {
      world.log(`refused to run ${key}: ${refusal.code}`);
      return { ok: false, refusal };
    }
    await carrier.accept({ key, request, body, at: Date.now() });
    noteEpoch(run, request.epoch);
    return { ok: true, state: carrier.state(key) };
  }

  return {
    async put(key, json) {
      const name = parseAttemptKey(key);
      if (name === undefined) return refused("bad-request", `"${key}" is no attempt key.`);
      const parsed = parseAttempt(json);
      if (!parsed.ok) return refused("bad-request", parsed.problems.join(" "));
      return locked(key, () => put(key, name.run, parsed.request));
    },
    get(key) {
      touch([key]);
      return carrier.state(key);
    },
    async output(key, stream, from) {
      touch([key]);
      if (carrier.isWithHost(key)) {
        const part = await carrier.host.askIfThere({ op: "read", key, stream, from });
        if (part) return { ...part, bytes: Buffer.from(part.base64, "base64"), ended: false };
      }
      return storedOutput(ledger, key, stream, from);
    },
    cancel: (key) =>
      locked(key, async () => {
        await carrier.cancel(key);
        return carrier.state(key);
      }),
    seal: (key) =>
      locked(key, async () => {
        if (parseAttemptKey(key) !== undefined) await carrier.seal(key);
        return carrier.state(key);
      }),
    ack(key) {
      const state = carrier.state(key);
      if (!carrier.isActive(key) && state.state !== "unknown") ledger.ack(key);
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
    running: carrier.running,
    gate: carrier.gate,
    close() {
      clearInterval(forgetting);
      carrier.close();
    },
  };
}

function refused(code: RunnerRefusal["code"], message: string): AttemptAnswer {
  return { ok: false, refusal: { code, message } };
}

/** The epoch is not part of it: the next owner of a run asks for the same command. */
function digestOfBody({ epoch, ...rest }: AttemptRequest): string {
  return createHash("sha256")
    .update(canonicalJson(rest as unknown as Json))
    .digest("hex");
}
