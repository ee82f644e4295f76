import type { IncomingMessage } from "node:http";
import type { Json } from "../workflow/json.ts";
import { tokenOfHeader } from "./guard.ts";
import { readBody } from "./readBody.ts";
import { type Reply, refuse } from "./reply.ts";

export interface Call {
  /** The segments that `:name` stood for, as they are in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** `null` when the route takes none. */
  readonly body: Json;
  /** What the caller was let in with. */
  readonly token: string | undefined;
  /** Of a route that reads its body by itself, as it comes. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface Route {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Like `/v1/attempts/:key/output`. */
  readonly path: string;
  /** Longest JSON body, bytes. Left out: the route takes none. */
  readonly maxBody?: number;
  readonly handle: (call: Call) => Reply | Promise<Reply>;
}

/** Finds the route of a request and carries it out. The caller has passed the guard. */
export async function callRoute(routes: readonly Route[], request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? "/", "http://runner.invalid");
  const segments = url.pathname.split("/");
  for (const route of routes) {
    const params = route.method === request.method ? match(route.path.split("/"), segments) : undefined;
    if (params === undefined) continue;
    const token = tokenOfHeader(request.headers.authorization);
    const call = { params, query: url.searchParams, token, bytes: request as AsyncIterable<Uint8Array> };
    if (route.maxBody === undefined) return route.handle({ ...call, body: null });
    const body = await readBody(request, route.maxBody);
    return body.ok ? route.handle({ ...call, body: body.value }) : body.reply;
  }
  return refuse("not-found", `The runner has no ${request.method} ${url.pathname}.`);
}

/** A segment whose characters may stand percent-encoded. */
export function decodedSegment(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? "");
  } catch {
    return "";
  }
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] as string;
    if (part.startsWith(":")) params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}
