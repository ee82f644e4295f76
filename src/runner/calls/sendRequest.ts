import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { isPrivateAddress, lookupPublic, PrivateAddress } from "./addresses.ts";
import { CallFailed } from "./callWorld.ts";

export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly mayBePrivate: boolean;
  readonly signal: AbortSignal;
}

export interface Incoming {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Readable;
  /** Lets go of the connection. */
  discard(): void;
}

/** One request without redirects; resolves with the head of the answer. Rejects with `CallFailed`, or when aborted. */
export function sendRequest({ method, url, headers, body, mayBePrivate, signal }: Outgoing): Promise<Incoming> {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  if (!mayBePrivate && isIP(hostname) !== 0 && isPrivateAddress(hostname)) {
    return Promise.reject(denied(new PrivateAddress(hostname, hostname)));
  }
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestSecure : requestPlain;
    const fail = (error: Error): void => {
      if (signal.aborted) reject(error);
      else if (error instanceof PrivateAddress) reject(denied(error));
      else reject(brokenOff(url, error));
    };
    try {
      const outgoing = send(
        url,
        {
          method,
          // A connection that was kept may lead to an address that was checked for another request.
          agent: false,
          signal,
          headers: {
            accept: "*/*",
            "accept-encoding": "gzip, deflate, br",
            "user-agent": "tickwork",
            ...headers,
            ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
          },
          ...(!mayBePrivate && { lookup: lookupPublic }),
        },
        (incoming) =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: headersOf(incoming),
            body: decompressed(incoming),
            discard: () => void incoming.destroy(),
          }),
      );
      outgoing.on("error", fail);
      outgoing.end(body);
    } catch (error) {
      // Node refuses headers with characters that cannot stand in one.
      fail(error as Error);
    }
  });
}

/** For a person: an error while an answer was read. */
export function brokenOff(url: URL, error: Error): CallFailed {
  const { code } = error as NodeJS.ErrnoException;
  const why: Readonly<Record<string, string>> = {
    ECONNREFUSED: "nothing listens there",
    ENOTFOUND: "the name is not known",
    EAI_AGAIN: "the name could not be looked up",
    ECONNRESET: "the connection broke off",
    ETIMEDOUT: "it does not answer",
    EHOSTUNREACH: "it cannot be reached",
    ENETUNREACH: "it cannot be reached",
  };
  const reason = (code !== undefined && why[code]) || error.message;
  return new CallFailed({ code: "network", message: `${url.host} did not answer whole: ${reason}.` });
}

function denied(error: PrivateAddress): CallFailed {
  return new CallFailed({ code: "denied", message: error.message });
}

function headersOf(incoming: IncomingMessage): Readonly<Record<string, string>> {
  // What tells of the way and not of the content is gone once the body is decompressed.
  const dropped = new Set(["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]);
  return Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined || dropped.has(name) ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

function decompressed(incoming: IncomingMessage): Readable {
  const make = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[(incoming.headers["content-encoding"] ?? "").toLowerCase()];
  // Errors come out of the reader's end.
  return make === undefined ? incoming : pipeline(incoming, make(), () => {});
}
