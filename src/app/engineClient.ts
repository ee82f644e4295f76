import { type Remote, transfer, wrap } from "comlink";
import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { handOn } from "../runs/hearDirectly.ts";

/*
 * The page's end of the engine worker. A worker that died leaves Comlink's calls pending for ever, so this file
 * notices the death, settles what is pending, starts a new worker and opens every watch again: whoever watches
 * sees a fresh `whole` message and nothing else.
 */

type Method = keyof EngineApi;

/** How a call ends when the engine dies under it: with a refusal, with an error, or (a watch) by being opened again. */
const manner: Record<Method, "answer" | "plain" | "watch"> = {
  watchLibrary: "watch",
  watchRun: "watch",
  watchOutput: "watch",
  loadWorkflow: "answer",
  readValue: "answer",
  taskResults: "answer",
  saveWorkflow: "answer",
  workflowVersions: "answer",
  loadVersion: "answer",
  deleteWorkflow: "answer",
  importWorkflow: "answer",
  checkSources: "plain",
  startRun: "answer",
  loadRun: "answer",
  lastRun: "answer",
  readTicks: "plain",
  deleteRun: "answer",
  testStep: "answer",
  stopTest: "plain",
  deleteRuns: "answer",
  listRuns: "answer",
  runIds: "answer",
  hideRuns: "answer",
  tagRuns: "answer",
  retention: "answer",
  foreseeRetention: "answer",
  setRetention: "answer",
  storageUsage: "answer",
  cancel: "answer",
  cancelExecution: "answer",
  retryFailed: "answer",
  takeOver: "answer",
  step: "answer",
  setBreakpoints: "answer",
  waitingItems: "answer",
  changeEvent: "answer",
  continueRun: "answer",
  foreseeFork: "answer",
  fork: "answer",
  pause: "answer",
  resume: "answer",
  send: "answer",
  answer: "answer",
  decide: "answer",
  decideParked: "answer",
  treatAsLost: "answer",
  saveDraft: "plain",
  loadDraft: "plain",
  exportLog: "answer",
  exportRun: "answer",
  exportRuns: "answer",
  importLog: "answer",
  pair: "answer",
  forgetRunner: "plain",
  permissions: "answer",
  approve: "answer",
  tabApprovals: "answer",
  withdrawTabApproval: "answer",
  kept: "answer",
  changeKept: "answer",
  findLocalModels: "answer",
};

export type EngineHealth =
  | { readonly kind: "running" }
  /** It died `restarts` times; after some of them in a row nobody starts it again by itself. */
  | { readonly kind: "restarted"; readonly restarts: number; readonly cause: string }
  | { readonly kind: "dead"; readonly cause: string };

export interface EngineClient {
  readonly api: EngineApi;
  /** Called with each change of the engine's health. */
  onHealth(listener: (health: EngineHealth) => void): () => void;
  /** Starts the engine again, also after it was given up. */
  restart(cause: string): void;
  /** Time may have passed that its timers did not see (a hidden tab, a sleep of the machine): it looks at the clock. */
  wake(): void;
}

interface Call {
  readonly method: Method;
  readonly settle: (error: Error) => void;
}

interface Watch {
  readonly method: Method;
  readonly args: readonly unknown[];
  readonly page: MessagePort;
  engine: MessagePort | null;
}

/** A pulse is asked for this often; after so many without an answer the engine counts as dead. */
const pulse = { everyMs: 4_000, misses: 6 };
/** Deaths within one minute after which a restart would only repeat them. */
const maxRestarts = 4;

const lostMessage =
  "The engine of this tab stopped while it worked on this and was started again. Nothing that was saved is lost; try again.";

export function createEngineClient(spawn: () => Worker): EngineClient {
  const calls = new Set<Call>();
  const watches = new Set<Watch>();
  const listeners = new Set<(health: EngineHealth) => void>();
  let worker: Worker;
  let remote: Remote<Record<Method, (...args: unknown[]) => unknown> & { readonly pulse: undefined }>;
  let missed = 0;
  let restarts: number[] = [];
  let dead = false;

  const tell = (health: EngineHealth): void => {
    for (const listener of listeners) listener(health);
  };

  const start = (): void => {
    worker = spawn();
    remote = wrap(worker);
    missed = 0;
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      died(event.message || "The engine could not be loaded.");
    });
    worker.addEventListener("messageerror", () => died("A message of the engine could not be read."));
    for (const watch of watches) open(watch);
  };

  const died = (cause: string): void => {
    if (dead) return;
    worker.terminate();
    for (const watch of watches) watch.engine?.close();
    const now = performance.now();
    restarts = [...restarts.filter((at) => now - at < 60_000), now];
    if (restarts.length > maxRestarts) dead = true;
    for (const call of calls) call.settle(new Error(lostMessage));
    calls.clear();
    if (dead) tell({ kind: "dead", cause });
    else {
      start();
      tell({ kind: "restarted", restarts: restarts.length, cause });
    }
  };

  const open = (watch: Watch): void => {
    const channel = new MessageChannel();
    watch.engine = channel.port1;
    channel.port1.onmessage = (event) => handOn(watch.page, event.data);
    const args = watch.args.map((argument) =>
      argument === watch.page ? transfer(channel.port2, [channel.port2]) : argument,
    );
    track(watch.method, (settle) => {
      Promise.resolve(remote[watch.method](...args)).then(() => settle(null), settle);
    }).catch(() => {});
  };

  /** Runs one call so that the death of the engine settles it. */
  const track = (method: Method, run: (settle: (error: unknown, value?: unknown) => void) => void): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const call: Call = { method, settle: reject };
      calls.add(call);
      run((error, value) => {
        if (!calls.delete(call)) return;
        if (error === null) resolve(value);
        else reject(error);
      });
    });

  const call = async (method: Method, args: readonly unknown[]): Promise<unknown> => {
    if (manner[method] === "watch") {
      const page = args.find((argument): argument is MessagePort => argument instanceof MessagePort);
      if (!page) throw new Error(`${method} needs a port`);
      const watch: Watch = { method, args, page, engine: null };
      const forget = (): void => {
        watches.delete(watch);
        watch.engine?.postMessage("close");
        watch.engine?.close();
        page.close();
      };
      page.addEventListener("message", (event) => event.data === "close" && forget());
      page.addEventListener("close", forget);
      page.start();
      watches.add(watch);
      if (!dead) open(watch);
      return;
    }
    try {
      if (dead) throw new Error("The engine of this tab does not run. Reload the page.");
      return await track(method, (settle) => {
        const given = args.map((argument) =>
          argument instanceof MessagePort ? transfer(argument, [argument]) : argument,
        );
        Promise.resolve(remote[method](...given)).then((value) => settle(null, value), settle);
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (manner[method] === "answer") {
        const answer: Answer<never> = { ok: false, refusal: { code: "refused", message } };
        return answer;
      }
      throw error;
    }
  };

  const ask = (): void => {
    Promise.resolve(remote.pulse).then(
      () => {
        missed = 0;
      },
      () => {},
    );
  };

  start();
  setInterval(() => {
    if (dead) return;
    // Counted in ticks of this timer, not in time: after a sleep of the machine the engine gets its chance to answer.
    if (++missed > pulse.misses) died("The engine did not answer any more.");
    else ask();
  }, pulse.everyMs);

  const methods = Object.keys(manner) as Method[];
  const api = Object.fromEntries(methods.map((method) => [method, (...args: unknown[]) => call(method, args)]));
  return {
    api: api as unknown as EngineApi,
    onHealth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restart(cause) {
      dead = false;
      restarts = [];
      died(cause);
    },
    wake() {
      if (!dead) ask();
    },
  };
}
