import type { IncomingMessage } from "node:http";
import type { Json } from "../workflow/json.ts";
import { type Reply, refuse } from "./reply.ts";

export type Body = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reply: Reply };

/** Reads a JSON body of at most `maxBytes`. A longer one is refused without being held in memory. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  // Only a page that passed a preflight can send this type, so a plain form of another origin never gets here.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    return { ok: false, reply: refuse("bad-request", "The body must be JSON with the content type application/json.") };
  }
  const tooLarge = { ok: false, reply: refuse("too-large", `The body is longer than ${maxBytes} bytes.`) } as const;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) return tooLarge;
      chunks.push(chunk);
    }
  } catch {
    return { ok: false, reply: refuse("bad-request", "The request broke off before its body was whole.") };
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return { ok: false, reply: refuse("bad-request", "The body is not UTF-8 text.") };
  }
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, reply: refuse("bad-request", `The body is not JSON: ${(error as Error).message}`) };
  }
}
