import { concatBytes } from "@noble/hashes/utils.js";
import { DecodeUTF8 } from "fflate";
import { gunzipChunks, isGzip } from "./gzip.ts";

/** Bytes or texts of a file, in order, however they are cut. */
export type Chunks = AsyncIterable<string | Uint8Array>;

export type Line =
  | { readonly kind: "line"; readonly text: string }
  /** The last text of the file, when no line break ends it. */
  | { readonly kind: "rest"; readonly text: string }
  /** Reading cannot go on: the compressed data is damaged, or a line has no end. */
  | { readonly kind: "unreadable"; readonly message: string };

/** Longer than any line we write: an artifact of some megabytes. */
const maxLine = 256_000_000;

/** Lines of a text, gzipped or not. A byte order mark at the beginning is no part of it. */
export async function* readLines(chunks: Chunks): AsyncGenerator<Line> {
  let parts: string[] = [];
  let length = 0;
  let isFirst = true;
  try {
    for await (const chunk of texts(chunks)) {
      const text = isFirst ? chunk.replace(/^\uFEFF/, "") : chunk;
      if (text !== "") isFirst = false;
      const lines = text.split("\n");
      for (const [i, piece] of lines.entries()) {
        parts.push(piece);
        length += piece.length;
        if (i < lines.length - 1) {
          yield { kind: "line", text: parts.join("") };
          parts = [];
          length = 0;
        }
      }
      if (length > maxLine) return yield { kind: "unreadable", message: "A line is longer than any in a run log." };
    }
  } catch {
    if (length > 0) yield { kind: "rest", text: parts.join("") };
    return yield { kind: "unreadable", message: "The compressed data is damaged or cut off." };
  }
  const rest = parts.join("");
  if (rest !== "") yield { kind: "rest", text: rest };
}

async function* texts(chunks: Chunks): AsyncGenerator<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let next = await iterator.next();
  // Two bytes tell whether it is gzip; a chunk may be shorter.
  while (!next.done && typeof next.value !== "string" && head.reduce((sum, { length }) => sum + length, 0) < 2) {
    head.push(next.value);
    next = await iterator.next();
  }
  const start = concatBytes(...head);
  const all = rejoined(start, next, iterator);
  yield* decoded(isGzip(start) ? gunzipChunks(bytesOnly(all)) : all);
}

async function* rejoined(
  start: Uint8Array,
  next: IteratorResult<string | Uint8Array>,
  rest: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  if (start.length > 0) yield start;
  for (let following = next; !following.done; following = await rest.next()) yield following.value;
}

async function* bytesOnly(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) if (typeof chunk !== "string") yield chunk;
}

async function* decoded(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const ready: string[] = [];
  const decoder = new DecodeUTF8((text) => ready.push(text));
  let hasBytes = false;
  for await (const chunk of chunks) {
    if (typeof chunk === "string") yield chunk;
    else {
      hasBytes = true;
      decoder.push(chunk);
      yield* ready.splice(0);
    }
  }
  if (!hasBytes) return;
  try {
    decoder.push(new Uint8Array(), true);
  } catch {
    // The last character is cut off; so is its line, which is found by itself.
  }
  yield* ready.splice(0);
}
