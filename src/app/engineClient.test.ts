import { type Endpoint, expose } from "comlink";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hearDirectly } from "../runs/hearDirectly.ts";
import { createEngineClient, type EngineHealth } from "./engineClient.ts";

/** A worker that is a channel to an object in this process; when it is killed it only stops answering. */
class ChannelWorker extends EventTarget {
  readonly #channel = new MessageChannel();
  killed = false;
  onmessage = null;

  constructor(api: object) {
    super();
    expose(api, this.#channel.port2 as unknown as Endpoint);
    this.#channel.port1.onmessage = (event) => {
      if (!this.killed) this.dispatchEvent(new MessageEvent("message", { data: event.data }));
    };
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (!this.killed) this.#channel.port1.postMessage(message, transfer);
  }

  terminate(): void {
    this.killed = true;
    this.#channel.port1.close();
    this.#channel.port2.close();
  }

  crash(message: string): void {
    this.killed = true;
    this.dispatchEvent(Object.assign(new Event("error"), { message }));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client whose engines are made by `engines`, one after the other; the last one again and again. */
function client(...engines: (() => object)[]) {
  const workers: ChannelWorker[] = [];
  const healths: EngineHealth[] = [];
  const made = createEngineClient(() => {
    const make = engines[Math.min(workers.length, engines.length - 1)];
    const worker = new ChannelWorker(make ? make() : {});
    workers.push(worker);
    return worker as unknown as Worker;
  });
  made.onHealth((health) => healths.push(health));
  return { ...made, workers, healths };
}

const never = () => new Promise<never>(() => {});
const next = (port: MessagePort) =>
  new Promise<unknown>((resolve) => {
    port.onmessage = (event) => resolve(event.data);
  });

test("a call is answered by the engine", async () => {
  const { api } = client(() => ({ loadDraft: async (key: string) => `draft of ${key}` }));
  expect(await api.loadDraft("a")).toBe("draft of a");
});

test("calls that are under way when the engine dies end at once, with a refusal or an error", async () => {
  const { api, workers, healths } = client(
    () => ({ cancel: never, loadDraft: never }),
    () => ({ cancel: async () => ({ ok: true, value: null }) }),
  );
  const cancel = api.cancel("r");
  const draft = api.loadDraft("a");
  const rejected = expect(draft).rejects.toThrow(/started again/);
  workers[0]?.crash("out of memory");
  expect(await cancel).toMatchObject({ ok: false, refusal: { code: "refused" } });
  await rejected;
  expect(healths).toEqual([{ kind: "restarted", restarts: 1, cause: "out of memory" }]);
  expect(await api.cancel("r")).toEqual({ ok: true, value: null });
});

test("who watches goes on watching in the new engine", async () => {
  const engine = (name: string) => () => ({
    watchRun: async (id: string, port: MessagePort) => port.postMessage(`${name} ${id}`),
  });
  const { api, workers } = client(engine("first"), engine("second"));
  const { port1, port2 } = new MessageChannel();
  const first = next(port1);
  await api.watchRun("r", port2);
  expect(await first).toBe("first r");
  const second = next(port1);
  workers[0]?.crash("gone");
  expect(await second).toBe("second r");
  port1.close();
});

test("who hears directly gets what the engine tells without the port, in the new engine too, until it ends that", async () => {
  const heard: unknown[] = [];
  let told: () => void = () => {};
  const engine = (name: string) => () => ({
    watchRun: async (_id: string, port: MessagePort) => port.postMessage(name),
  });
  const { api, workers } = client(engine("first"), engine("second"), engine("third"));
  const { port1, port2 } = new MessageChannel();
  const onPort: unknown[] = [];
  port1.onmessage = ({ data }) => onPort.push(data);
  const after = () =>
    new Promise<void>((resolve) => {
      told = resolve;
    });
  const end = hearDirectly(port2, (message) => {
    heard.push(message);
    told();
  });
  const first = after();
  await api.watchRun("r", port2);
  await first;
  const second = after();
  workers[0]?.crash("gone");
  await second;
  expect([heard, onPort]).toEqual([["first", "second"], []]);
  end();
  const third = next(port1);
  workers[1]?.crash("gone");
  expect(await third).toBe("third");
  expect(heard).toEqual(["first", "second"]);
  port1.close();
});

test("who stops watching is let go by the engine and is not opened again", async () => {
  let opened = 0;
  let told: (message: unknown) => void = () => {};
  const closed = new Promise((resolve) => {
    told = resolve;
  });
  const { api, workers } = client(() => ({
    watchRun: async (_id: string, port: MessagePort) => {
      opened++;
      port.onmessage = (event) => told(event.data);
    },
    loadDraft: async () => null,
  }));
  const { port1, port2 } = new MessageChannel();
  await api.watchRun("r", port2);
  await api.loadDraft("the watch is open now");
  port1.postMessage("close");
  expect(await closed).toBe("close");
  workers[0]?.crash("gone");
  await api.loadDraft("the new engine has taken what is watched");
  expect(opened).toBe(1);
});

test("an engine that answers nothing any more is started again", async () => {
  const { workers, healths, api } = client(() => ({ loadDraft: async () => "alive" }));
  const [worker] = workers;
  if (worker) worker.killed = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(healths[0]).toMatchObject({ kind: "restarted" });
  expect(await api.loadDraft("a")).toBe("alive");
});

test("an engine that dies again and again is left alone until a person starts it", async () => {
  const { workers, healths, api, restart } = client(() => ({ loadDraft: async () => "alive" }));
  for (let death = 0; death < 5; death++) workers[death]?.crash("no");
  expect(healths.at(-1)).toEqual({ kind: "dead", cause: "no" });
  expect(await api.cancel("r")).toMatchObject({ ok: false });
  restart("Started by hand.");
  expect(await api.loadDraft("a")).toBe("alive");
});
