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
  const patterns = [...new Set(secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf))];
  if (patterns.length === 0) return { add: (chunk) => chunk, end: () => Buffer.alloc(0) };
  // Held back as they came, because a longer form may begin with a shorter one; what was found in them is flagged.
  let held: Buffer = Buffer.alloc(0);
  let heldFlags: Buffer = Buffer.alloc(0);

  function show(bytes: Buffer, flags: Buffer): Buffer {
    const shown = Buffer.from(bytes);
    for (let i = 0; i < shown.length; i++) if (flags[i] === 1) shown[i] = mask;
    return shown;
  }

  return {
    add(chunk) {
      const bytes = Buffer.concat([held, chunk]);
      const flags = Buffer.concat([heldFlags, Buffer.alloc(chunk.length)]);
      const flat = flatten(bytes);
      flagIn(flags, flat, patterns);
      const until = bytes.length - heldBack(flat, patterns, bytes.length);
      held = bytes.subarray(until);
      heldFlags = flags.subarray(until);
      return show(bytes.subarray(0, until), flags);
    },
    end() {
      const rest = show(held, heldFlags);
      held = Buffer.alloc(0);
      heldFlags = held;
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

function flagIn(flags: Buffer, flat: Flat, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    for (let at = flat.text.indexOf(pattern); at >= 0; at = flat.text.indexOf(pattern, at + 1)) {
      for (let i = at; i < at + pattern.length; i++) flags[flat.place(i)] = 1;
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

/** How a secret may stand in bytes that are read as Latin-1. */
export function formsOf(secret: string): readonly string[] {
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
  const encoded = (after: string): string =>
    Buffer.concat([Buffer.alloc(before), bytes, Buffer.from(after)])
      .toString("base64")
      .replace(/=+$/, "");
  const first = Math.ceil((before * 8) / 6);
  const shared = (before + bytes.length) % 3 === 0 ? 0 : 1;
  const alone = encoded("");
  // At the end of a text, or before the line break that `echo` adds, the last character is known too.
  return [alone.slice(first), encoded("\n").slice(first), alone.slice(first, alone.length - shared)].flatMap((form) => [
    form,
    form.replaceAll("+", "-").replaceAll("/", "_"),
  ]);
}
