import type { TabContext } from "./tabContext.ts";

/** Characters that are gathered before they become bytes of the file. */
const pieceLength = 1_000_000;

/** Longest that an export keeps the worker at once, ms. */
const turnMs = 12;

/**
 * A file that the browser holds, put together piece by piece. What the page asks meanwhile gets its turn: `texts` that
 * wait for nothing would have the worker to themselves until the last of them.
 */
export async function gather(texts: AsyncIterable<string>, defer: TabContext["defer"]): Promise<Blob> {
  const parts: Blob[] = [];
  let turnAt = performance.now();
  let piece: string[] = [];
  let length = 0;
  const cut = () => {
    parts.push(new Blob(piece));
    piece = [];
    length = 0;
  };
  for await (const text of texts) {
    piece.push(text);
    length += text.length;
    if (length >= pieceLength) cut();
    if (performance.now() - turnAt < turnMs) continue;
    await new Promise<void>(defer);
    turnAt = performance.now();
  }
  cut();
  return new Blob(parts);
}
