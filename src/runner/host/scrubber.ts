/**
 * Masks secrets in a stream of bytes, also where a secret is split over chunks, base64, percent-encoded, in hex or
 * escaped as in JSON. A masked secret keeps its length, so offsets count what the command wrote.
 */
export interface Scrubber {
  /** What may be shown now. At most the beginning of a possible secret is held back. */
  add(chunk: Buffer): Buffer;
  /** What was held back, when nothing more comes. */
  end(): Buffer;
}

/** A shorter value would mask every second word of an output; the store refuses such values. */
export const shortestSecret = 4;

const mask = "*".charCodeAt(0);

export function makeScrubber(secrets: readonly string[]): Scrubber {
  const patterns = [...new Set(secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf))]
    // A longer form first: it may contain a shorter one.
    .sort((a, b) => b.length - a.length);
  if (patterns.length === 0) return { add: (chunk) => chunk, end: () => Buffer.alloc(0) };
  let held: Buffer = Buffer.alloc(0);
  return {
    add(chunk) {
      const bytes = Buffer.concat([held, chunk]);
      const flat = flatten(bytes);
      maskIn(bytes, flat, patterns);
      const keep = heldBack(flat, patterns, bytes.length);
      held = bytes.subarray(bytes.length - keep);
      return bytes.subarray(0, bytes.length - keep);
    },
    end() {
      const rest = held;
      held = Buffer.alloc(0);
      return rest;
    },
  };
}

/** The text without line breaks (encoders wrap long lines), one character per byte, and where each one stands. */
interface Flat {
  readonly text: string;
  place(index: number): number;
}

function flatten(bytes: Buffer): Flat {
  const text = bytes.toString("latin1");
  if (!/[\r\n]/.test(text)) return { text, place: (index) => index };
  const places: number[] = [];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 10 && bytes[i] !== 13) places.push(i);
  return { text: text.replace(/[\r\n]/g, ""), place: (index) => places[index] as number };
}

function maskIn(bytes: Buffer, flat: Flat, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    for (let at = flat.text.indexOf(pattern); at >= 0; at = flat.text.indexOf(pattern, at + 1)) {
      for (let i = at; i < at + pattern.length; i++) bytes[flat.place(i)] = mask;
    }
  }
}

/** How many bytes at the end may be the beginning of a secret. */
function heldBack(flat: Flat, patterns: readonly string[], length: number): number {
  let longest = 0;
  for (const pattern of patterns) {
    for (let size = Math.min(pattern.length - 1, flat.text.length); size > longest; size--) {
      if (flat.text.endsWith(pattern.slice(0, size))) longest = size;
    }
  }
  return longest === 0 ? 0 : length - flat.place(flat.text.length - longest);
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const plain = bytes.toString("latin1").replace(/[\r\n]/g, "");
  const hex = bytes.toString("hex");
  return [
    plain,
    Buffer.from(JSON.stringify(secret).slice(1, -1)).toString("latin1"),
    encodeURIComponent(bytes.toString()),
    ...(bytes.length >= shortestSecret ? [hex, hex.toUpperCase()] : []),
    ...[0, 1, 2].flatMap((before) => base64Forms(bytes, before)),
  ].filter((form) => form.length >= shortestSecret);
}

/**
 * How the secret looks inside a base64 text when `before` bytes of its first group belong to something else. The
 * characters that it shares with its neighbours are left out.
 */
function base64Forms(bytes: Buffer, before: number): readonly string[] {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const first = Math.ceil((before * 8) / 6);
  const last = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
  const form = encoded.slice(first, last);
  return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
}
