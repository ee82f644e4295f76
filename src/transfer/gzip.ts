import { Gunzip, Gzip } from "fflate";

/** Compresses bytes as they come. The same chunks give the same bytes. */
export async function* gzipChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const gzip = new Gzip({ mtime: 0 }, (chunk) => ready.push(chunk));
  for await (const chunk of chunks) {
    gzip.push(chunk);
    yield* ready.splice(0);
  }
  gzip.push(new Uint8Array(), true);
  yield* ready.splice(0);
}

/** Whether bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Throws where the compressed bytes are damaged or end too soon. */
export async function* gunzipChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const gunzip = new Gunzip((chunk) => ready.push(chunk));
  for await (const chunk of chunks) {
    gunzip.push(chunk);
    yield* ready.splice(0);
  }
  gunzip.push(new Uint8Array(), true);
  yield* ready.splice(0);
}
