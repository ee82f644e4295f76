import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { RunnerRefusal } from "../protocol/runnerApi.ts";
import type { AttemptAnswer } from "./attempts.ts";
import { securityHeaders } from "./securityHeaders.ts";

/** What a handler of the API answers. */
export type Reply =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly headers: OutgoingHttpHeaders }
  | { readonly kind: "refusal"; readonly refusal: RunnerRefusal };

const statusOf: Readonly<Record<RunnerRefusal["code"], number>> = {
  unauthorized: 401,
  "forbidden-origin": 403,
  "forbidden-host": 403,
  "bad-request": 400,
  "too-large": 413,
  "not-found": 404,
  conflict: 409,
  "stale-epoch": 409,
  "not-approved": 403,
  denied: 403,
  "unknown-workspace": 404,
  "disk-full": 507,
  internal: 500,
};

export function json(value: unknown): Reply {
  return { kind: "json", value };
}

export function refuse(code: RunnerRefusal["code"], message: string): Reply {
  return { kind: "refusal", refusal: { code, message } };
}

export function answeredAttempt(answer: AttemptAnswer): Reply {
  return answer.ok ? json(answer.state) : { kind: "refusal", refusal: answer.refusal };
}

export function respond(response: ServerResponse, reply: Reply, headers: OutgoingHttpHeaders): void {
  if (response.headersSent || response.destroyed) return;
  const common = { ...securityHeaders, "cache-control": "no-store", ...headers };
  if (reply.kind === "bytes") {
    response.writeHead(200, {
      ...common,
      ...reply.headers,
      "content-type": "application/octet-stream",
      "content-length": reply.bytes.byteLength,
    });
    response.end(reply.bytes);
    return;
  }
  const body = JSON.stringify(reply.kind === "json" ? reply.value : { error: reply.refusal });
  response.writeHead(reply.kind === "json" ? 200 : statusOf[reply.refusal.code], {
    ...common,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
