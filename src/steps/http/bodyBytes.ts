import type { HttpAnswer } from "./httpResults.ts";
import { isJson } from "./httpResults.ts";

/** Reads a body until its end or until `limit` bytes, and no further. Rejects when the connection breaks. */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ readonly bytes: Uint8Array; readonly cut: boolean }> {
  if (stream === null) return { bytes: new Uint8Array(), cut: false };
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > limit) {
      // Nobody waits for a server that goes on sending.
      void reader.cancel().catch(() => {});
      break;
    }
  }
  const bytes = new Uint8Array(Math.min(length, limit));
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, bytes.length - at);
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, cut: length > limit };
}

/** Text where it is text by its type and by its bytes; everything else as it is. */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined, cut: boolean): HttpAnswer["body"] {
  const text = isBinary(contentType) ? undefined : decodeText(bytes, charsetOf(contentType), cut);
  if (text !== undefined) return { encoding: "utf8", content: text, cut };
  return { encoding: "base64", content: base64Of(bytes), cut };
}

function isBinary(contentType = ""): boolean {
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "image/svg+xml" || isJson(mediaType)) return false;
  return /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|wasm)$/.test(mediaType);
}

function charsetOf(contentType = ""): string {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? "utf-8";
}

function decodeText(bytes: Uint8Array, charset: string, cut: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: !cut }).decode(bytes);
  } catch {
    return undefined;
  }
}

function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}
