import type { IncomingHttpHeaders } from "node:http";
import { liveTokenPrefix, type RunnerRefusal } from "../protocol/runnerApi.ts";

/** The headers that decide who may talk to the runner. */
export interface Caller {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  /** `Sec-WebSocket-Protocol`. */
  readonly protocols: string | undefined;
}

export function callerOf(headers: IncomingHttpHeaders): Caller {
  return {
    host: headers.host,
    origin: headers.origin,
    authorization: headers.authorization,
    protocols: headers["sec-websocket-protocol"],
  };
}

/** Only these names may stand in `Host`: any other one was rebound by a foreign DNS server. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `[::1]:${port}` || host === `localhost:${port}`;
}

/**
 * Whether a request to the API may pass: `null`, or why not (`runner.md`, "Who may talk to it"). The order matters:
 * a page from elsewhere learns nothing about its token.
 */
export function refusalOf(
  caller: Caller,
  rules: {
    readonly port: number;
    readonly allowedOrigins: readonly string[];
    readonly accepts: (token: string) => boolean;
    readonly websocket: boolean;
  },
): RunnerRefusal | null {
  if (!isOwnHost(caller.host, rules.port)) {
    return {
      code: "forbidden-host",
      message: `This address is not the runner's. Open http://127.0.0.1:${rules.port}/ instead.`,
    };
  }
  if (
    caller.origin !== undefined &&
    caller.origin !== `http://${caller.host}` &&
    !rules.allowedOrigins.includes(caller.origin)
  ) {
    return {
      code: "forbidden-origin",
      message:
        "Pages of this origin may not use the runner. Start it with --allow-origin followed by the origin if you trust it.",
    };
  }
  const token = rules.websocket ? tokenOfProtocols(caller.protocols) : tokenOfHeader(caller.authorization);
  if (token === undefined || !rules.accepts(token)) {
    return {
      code: "unauthorized",
      message: "The token is missing or wrong. Open the address that the runner printed to pair this page with it.",
    };
  }
  return null;
}

export function tokenOfHeader(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer ([A-Za-z0-9_-]+)$/i)?.[1];
}

function tokenOfProtocols(protocols: string | undefined): string | undefined {
  return protocols
    ?.split(",")
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(liveTokenPrefix))
    ?.slice(liveTokenPrefix.length);
}
