import { toBase64 } from "./base64.ts";

/** Stands in the built viewer where the log goes: inside of a script element of a type that no browser runs. */
export const logPlace = "tickwork-log-goes-here";
/** Stands there in the title. */
export const titlePlace = "tickwork-title-goes-here";

/**
 * A run as one HTML file: the built viewer with the gzipped log in it. Base64 has no character that could end the
 * element around it, and the title is escaped, so that nothing of a run is ever read as markup.
 */
export async function* htmlPieces(
  viewer: string,
  title: string,
  log: AsyncIterable<Uint8Array>,
): AsyncGenerator<string> {
  const [before, after, ...more] = viewer.split(logPlace);
  if (before === undefined || after === undefined || more.length > 0 || !before.includes(titlePlace))
    throw new Error("This is not the built viewer");
  yield before.replace(titlePlace, () => escaped(title));
  let rest = new Uint8Array();
  for await (const chunk of log) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    // Groups of three bytes become four characters; only the last may be padded.
    const whole = bytes.length - (bytes.length % 3);
    yield toBase64(bytes.subarray(0, whole));
    rest = bytes.slice(whole);
  }
  yield toBase64(rest);
  yield after;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
