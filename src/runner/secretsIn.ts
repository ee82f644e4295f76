import { formsOf } from "./host/scrubber.ts";

/** Where a secret stands in a file. */
export interface SecretPlace {
  readonly name: string;
  /** Offset of its first byte. */
  readonly at: number;
}

/** Bytes that are looked through at once. */
const windowBytes = 1_000_000;

/** Shorter encoded forms stand in any long text by chance; as it is, a secret is looked for whatever its length. */
const shortestEncoded = 8;

/** Escapes of line breaks in JSON, however deep: an encoder that wraps its lines puts them into a secret. */
const breaks = /\\+[nr]|[\r\n]/g;

/**
 * The first place of each secret in a file that is read as a stream: as it is, as base64 (at any offset of its
 * groups), percent-encoded, in hex, escaped as in JSON up to three times over, and where line breaks were put in.
 */
export async function secretsIn(
  chunks: AsyncIterable<Uint8Array>,
  secrets: ReadonlyMap<string, string>,
): Promise<readonly SecretPlace[]> {
  const patterns = [...secrets].flatMap(([name, value]) => allForms(value).map((form) => ({ name, form })));
  const longest = patterns.reduce((most, { form }) => Math.max(most, form.length), 0);
  // Twice over, because line breaks may stand between the characters of a form.
  const kept = Math.max(0, 2 * longest);
  const found = new Map<string, number>();
  let held = "";
  let from = 0;

  function look(): void {
    const flat = flatten(held);
    for (const { name, form } of patterns) {
      const plain = held.indexOf(form);
      const at = plain >= 0 || flat === undefined ? plain : flat.place(flat.text.indexOf(form));
      if (at >= 0) found.set(name, Math.min(found.get(name) ?? Number.POSITIVE_INFINITY, from + at));
    }
  }

  let waiting: Buffer[] = [];
  let length = 0;
  function take(): void {
    held += Buffer.concat(waiting).toString("latin1");
    waiting = [];
    length = 0;
    look();
    const cut = Math.max(0, held.length - kept);
    held = held.slice(cut);
    from += cut;
  }
  for await (const chunk of chunks) {
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    length += chunk.byteLength;
    if (length >= windowBytes) take();
  }
  take();
  return [...found].map(([name, at]) => ({ name, at })).sort((a, b) => a.at - b.at);
}

function allForms(value: string): readonly string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const thrice = JSON.stringify(twice).slice(1, -1);
  const escaped = [twice, thrice].map((form) => Buffer.from(form).toString("latin1"));
  const encoded = formsOf(value).filter((form) => form.length >= shortestEncoded);
  return [...new Set([Buffer.from(value).toString("latin1"), ...encoded, ...escaped])];
}

/** The text without line breaks, and where its characters stand; `undefined`: it has none. */
function flatten(text: string): { readonly text: string; place(index: number): number } | undefined {
  if (text.search(breaks) < 0) return undefined;
  return {
    text: text.replaceAll(breaks, ""),
    place(index) {
      if (index < 0) return -1;
      let removed = 0;
      for (const match of text.matchAll(breaks)) {
        if (match.index - removed > index) break;
        removed += match[0].length;
      }
      return index + removed;
    },
  };
}
