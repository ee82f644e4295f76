/**
 * Second wall behind QuickJS and the restrictions of expressions: whoever gets out of them finds a worker without
 * network, storage or other workers. Called once everything is loaded.
 */
export function takeAwayTheWorld(): void {
  const world: object = globalThis;
  for (const name of [
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "WebSocketStream",
    "WebTransport",
    "EventSource",
    "RTCPeerConnection",
    "importScripts",
    "indexedDB",
    "caches",
    "BroadcastChannel",
    "Worker",
    "SharedWorker",
    "Notification",
    "navigator",
    "FileReaderSync",
  ]) {
    for (let owner: object | null = world; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
      if (Object.hasOwn(owner, name)) Object.defineProperty(owner, name, { value: undefined, configurable: true });
    }
  }
}
