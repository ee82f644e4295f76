import { strFromU8, strToU8 } from "fflate";
import { sha256Of } from "../workflow/sha256.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import type { LogArtifact } from "./runLogFormat.ts";

/** One artifact as a line: text where the bytes are UTF-8, else base64. */
export function artifactLine({ digest, mediaType, bytes, data, execution, stream }: LogArtifact): string {
  const owner = { ...(execution !== undefined && { execution }), ...(stream !== undefined && { stream }) };
  const content = data === undefined ? { omitted: true } : encoded(data);
  return JSON.stringify({ artifact: { digest, mediaType, bytes, ...owner, ...content } });
}

function encoded(data: Uint8Array): { readonly encoding: string; readonly data: string } {
  const text = strFromU8(data);
  return isTextOf(text, data) ? { encoding: "utf8", data: text } : { encoding: "base64", data: toBase64(data) };
}

/** Whether the bytes are the UTF-8 of the text that they were read as. A mark of their order would be lost. */
function isTextOf(text: string, data: Uint8Array): boolean {
  const isMarked = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf;
  // Without a replacement character nothing was replaced: most texts are not compared byte by byte.
  if (!isMarked && !text.includes("\ufffd")) return true;
  const back = strToU8(text);
  return back.length === data.length && back.every((byte, i) => byte === data[i]);
}

/** Reads the value of an `artifact` line; a text says what is wrong with it. */
export function parseArtifact(json: unknown): LogArtifact | string {
  if (typeof json !== "object" || json === null) return "The artifact is no object.";
  const { digest, mediaType, bytes, encoding, data, omitted, execution, stream } = json as Record<string, unknown>;
  if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest)) return "The artifact has no digest.";
  if (typeof mediaType !== "string") return "The artifact has no media type.";
  if (typeof bytes !== "number" || !Number.isSafeInteger(bytes) || bytes < 0) return "The artifact has no size.";
  const artifact: LogArtifact = {
    digest,
    mediaType,
    bytes,
    ...(typeof execution === "string" && { execution }),
    ...(typeof stream === "string" && { stream }),
  };
  if (omitted === true) return artifact;
  const content = typeof data !== "string" ? undefined : encoding === "utf8" ? strToU8(data) : fromBase64(data);
  if (content === undefined || (encoding !== "utf8" && encoding !== "base64"))
    return "The artifact's bytes cannot be read.";
  if (content.length !== bytes) return `The artifact should have ${bytes} bytes and has ${content.length}.`;
  if (sha256Of(content) !== digest)
    return "The artifact's bytes do not have the digest that it names: they were changed.";
  return { ...artifact, data: content };
}
