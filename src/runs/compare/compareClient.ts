import { createStore, type StoreApi } from "zustand/vanilla";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { Compared, FromCompare, ToCompare } from "./compareMessages.ts";
import type { ComparedRun } from "./RunDigest.ts";

/** Ticks that go through the page at once: they take it a few ms. */
const piece = 500;
/** A run that goes on is compared anew so often, ms. */
const comparedEveryMs = 1_000;

export interface Comparing {
  /** How far each side was read, and how far it goes. */
  readonly read: readonly [number, number];
  readonly upTo: readonly [number, number];
  readonly compared: Compared | null;
  /** Why it could not be compared. */
  readonly trouble: string | null;
}

export interface CompareClient {
  readonly store: StoreApi<Comparing>;
  /** One side has ticks up to here. */
  advance(side: 0 | 1, seq: number): void;
  stop(): void;
}

type Side = 0 | 1;

/** Reads two journals piece by piece and hands them to the worker that compares them; none of it stays in the page. */
export function createCompareClient(
  api: Pick<EngineApi, "readTicks">,
  runs: readonly [ComparedRun, ComparedRun],
  spawn: () => Worker = () =>
    new Worker(new URL("../../../workers/compare/compare.ts", import.meta.url), { type: "module" }),
): CompareClient {
  const store = createStore<Comparing>(() => ({ read: [0, 0], upTo: [0, 0], compared: null, trouble: null }));
  const worker = spawn();
  const wanted: [number, number] = [0, 0];
  const read: [number, number] = [0, 0];
  const reading = [false, false];
  let stopped = false;
  let compares = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let comparedAt = Number.NEGATIVE_INFINITY;
  const hearRead: [() => void, () => void] = [() => {}, () => {}];

  const tell = (message: ToCompare): void => worker.postMessage(message);
  const fail = (error: unknown): void =>
    store.setState({ trouble: error instanceof Error ? error.message : String(error) });

  function compare(): void {
    timer = undefined;
    if (stopped || compares || wanted.includes(0) || read[0] < wanted[0] || read[1] < wanted[1]) return;
    compares = true;
    comparedAt = performance.now();
    tell({ kind: "compare" });
  }

  async function readSide(side: Side): Promise<void> {
    if (reading[side]) return;
    reading[side] = true;
    try {
      while (!stopped && read[side] < wanted[side]) {
        const from = read[side] + 1;
        const ticks = await api.readTicks(runs[side].id, from, Math.min(wanted[side], from + piece - 1));
        if (stopped) return;
        const heard = new Promise<void>((resolve) => {
          hearRead[side] = resolve;
        });
        tell({ kind: "ticks", side, ticks });
        await heard;
        // A journal that ends earlier than announced would be asked for ever.
        if (read[side] < from) break;
        store.setState({ read: [...read], upTo: [...wanted] });
      }
      timer ??= setTimeout(compare, Math.max(0, comparedAt + comparedEveryMs - performance.now()));
    } catch (error) {
      fail(error);
    } finally {
      reading[side] = false;
    }
  }

  worker.onmessage = ({ data }: MessageEvent<FromCompare>) => {
    if (data.kind === "read") {
      read[data.side] = data.seq;
      hearRead[data.side]();
      return;
    }
    compares = false;
    store.setState({ compared: data });
    if (data.sides[0].seq < read[0] || data.sides[1].seq < read[1]) timer ??= setTimeout(compare, comparedEveryMs);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || "What compares the two runs could not be loaded. Reload the page.");
  };
  tell({ kind: "begin", runs });

  return {
    store,
    advance(side, seq) {
      if (seq <= wanted[side]) return;
      wanted[side] = seq;
      void readSide(side);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      worker.terminate();
    },
  };
}
