import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveMessage, RunnerHealth } from "../../protocol/runnerApi.ts";
import { createLiveConnection, type WatchNews } from "./liveConnection.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
afterEach(() => void vi.useRealTimers());

const health: RunnerHealth = { version: "1", runner: "r", boot: "b", workspaces: [], running: 0 };

/** Connections whose other side the test plays. */
function scriptedConnection() {
  const sockets: {
    readonly said: unknown[];
    readonly protocols: readonly string[];
    hear: (message: LiveMessage) => void;
    drop: () => void;
    closed: boolean;
  }[] = [];
  const connected: RunnerHealth[] = [];
  const live = createLiveConnection({
    address: "ws://here/v1/live",
    now: () => Date.now(),
    connect: (_address, protocols) => {
      const listeners: { [kind: string]: (event: { data: unknown }) => void } = {};
      const socket = {
        said: [] as unknown[],
        protocols,
        hear: (message: LiveMessage) => listeners.message?.({ data: JSON.stringify(message) }),
        drop: () => listeners.close?.({ data: undefined }),
        closed: false,
      };
      sockets.push(socket);
      return {
        addEventListener: (kind: string, listener: (event: { data: unknown }) => void) => {
          listeners[kind] = listener;
        },
        send: (text: string) => void socket.said.push(JSON.parse(text)),
        close: () => {
          socket.closed = true;
        },
      };
    },
    connected: (said) => void connected.push(said),
    disconnected: async () => true,
  });
  const nth = (n: number) => {
    const found = sockets[n];
    if (!found) throw new Error(`connection ${n} was not opened`);
    return found;
  };
  return { live, sockets, nth, connected };
}

test("a watch asks from the first byte, and after a loss of connection from where it was", async () => {
  const { live, nth } = scriptedConnection();
  const heard: WatchNews[] = [];
  live.setToken("t");
  live.watch("k", true, (news) => void heard.push(news));
  nth(0).hear({ kind: "hello", health });
  expect(nth(0).said).toEqual([{ kind: "watch", watch: 1, key: "k", stdout: 0, stderr: 0 }]);
  nth(0).hear({ kind: "output", watch: 1, stream: "stdout", from: 0, base64: btoa("hello") });
  nth(0).hear({ kind: "gap", watch: 1, stream: "stderr", from: 0, to: 70 });
  nth(0).drop();
  expect(heard.at(-1)).toEqual({ kind: "unreachable", since: 1_000, nextTryAt: 1_250 });
  await vi.advanceTimersByTimeAsync(250);
  nth(1).hear({ kind: "hello", health });
  expect(nth(1).said).toEqual([{ kind: "watch", watch: 1, key: "k", stdout: 5, stderr: 70 }]);
});
test("tries come further and further apart, and the time of the loss stays", async () => {
  const { live, sockets, nth } = scriptedConnection();
  const heard: WatchNews[] = [];
  live.setToken("t");
  live.watch("k", false, (news) => void heard.push(news));
  for (let i = 0; i < 3; i++) {
    nth(i).drop();
    await vi.advanceTimersByTimeAsync(250 * 2 ** i);
  }
  expect(sockets).toHaveLength(4);
  expect(heard).toEqual([
    { kind: "unreachable", since: 1_000, nextTryAt: 1_250 },
    { kind: "unreachable", since: 1_000, nextTryAt: 1_750 },
    { kind: "unreachable", since: 1_000, nextTryAt: 2_750 },
  ]);
});
test("a runner that takes the connection and says nothing is tried again", async () => {
  const { live, sockets, nth } = scriptedConnection();
  const heard: WatchNews[] = [];
  live.setToken("t");
  live.watch("k", false, (news) => void heard.push(news));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(nth(0).closed).toBe(true);
  expect(heard).toEqual([{ kind: "unreachable", since: 11_000, nextTryAt: 11_250 }]);
  await vi.advanceTimersByTimeAsync(250);
  nth(0).hear({ kind: "hello", health });
  expect(nth(0).said).toEqual([]);
  nth(1).hear({ kind: "hello", health });
  expect(nth(1).said).toEqual([{ kind: "watch", watch: 1, key: "k" }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(2);
});
test("another token is another connection, and none closes it for good", async () => {
  const { live, sockets, nth, connected } = scriptedConnection();
  live.setToken("one");
  nth(0).hear({ kind: "hello", health });
  live.setToken("two");
  expect(nth(0).closed).toBe(true);
  expect(nth(1).protocols.at(-1)).toContain("two");
  nth(0).hear({ kind: "hello", health });
  live.setToken(null);
  nth(1).drop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(2);
  expect(connected).toHaveLength(1);
});
test("what has ended is not asked for again", async () => {
  const { live, nth } = scriptedConnection();
  live.setToken("t");
  live.watch("k", false, () => {});
  const stop = live.watch("other", false, () => {});
  nth(0).hear({ kind: "hello", health });
  nth(0).hear({ kind: "end", watch: 1 });
  stop();
  expect(nth(0).said.at(-1)).toEqual({ kind: "unwatch", watch: 2 });
  nth(0).drop();
  await vi.advanceTimersByTimeAsync(250);
  nth(1).hear({ kind: "hello", health });
  expect(nth(1).said).toEqual([]);
});
