import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

export interface Listeners {
  /** Called before the first request can arrive. */
  bound(port: number): void;
  readonly request: RequestListener;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/**
 * Listens on both loopback addresses under one port; 0 takes a free one. Throws a sentence for a person when the port
 * is busy: another port would be another origin, where the page's storage is not.
 */
export async function listenOnLoopback(
  port: number,
  listeners: Listeners,
): Promise<{ readonly port: number; readonly servers: readonly Server[] }> {
  const v4 = makeServer(listeners);
  await listen(v4, "127.0.0.1", port).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EADDRINUSE" ? busy(port) : error;
  });
  const actual = (v4.address() as AddressInfo).port;
  listeners.bound(actual);
  const v6 = makeServer(listeners);
  try {
    await listen(v6, "::1", actual);
    return { port: actual, servers: [v4, v6] };
  } catch (error) {
    // A machine without IPv6 is fine. A foreign program on the other loopback address is not: it would answer
    // for `localhost` in our name.
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") return { port: actual, servers: [v4] };
    v4.close();
    if (port === 0) return listenOnLoopback(0, listeners);
    throw busy(port);
  }
}

function busy(port: number): Error {
  return new Error(
    `Port ${port} is in use, perhaps by another runner. Stop that program, or choose a port of your own with --port (pages and runs belong to their port).`,
  );
}

function makeServer({ request, upgrade }: Listeners): Server {
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 60_000, headersTimeout: 15_000 }, request);
  server.on("upgrade", upgrade);
  server.maxHeadersCount = 100;
  // Longer than a browser keeps an idle connection, so that it never sends into one that is being closed.
  server.keepAliveTimeout = 310_000;
  return server;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
