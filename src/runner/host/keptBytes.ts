/** Holds the first and the last bytes of a stream of any length, and counts all of them. */
export interface KeptBytes {
  /** Copies what it keeps. Answers how many bytes of `chunk`, from its beginning, belong to the head. */
  add(chunk: Uint8Array): number;
  readonly observed: number;
  readonly headLength: number;
  /** Offset of the first byte of the tail; `observed` when there is none. */
  readonly tailFrom: number;
  head(): Uint8Array;
  tail(): Uint8Array;
  /** Kept bytes from `from` on, or from the first kept offset after it. */
  read(from: number, maxBytes: number): { readonly from: number; readonly bytes: Uint8Array };
}

/** `maxBytes` bounds head and tail together; the head gets the odd byte. */
export function keepBytes(maxBytes: number): KeptBytes {
  const headLimit = Math.ceil(maxBytes / 2);
  const tailLimit = maxBytes - headLimit;
  let head = new Uint8Array(0);
  let headLength = 0;
  let observed = 0;
  // A ring: the byte with offset o stands at (o - headLength) % ring.length. It grows until it holds tailLimit.
  let ring = new Uint8Array(0);

  const tailLength = (): number => Math.min(observed - headLength, ring.length);

  function addToHead(chunk: Uint8Array): void {
    const needed = headLength + chunk.length;
    if (needed > head.length) {
      const larger = new Uint8Array(Math.min(headLimit, Math.max(needed, head.length * 2, 1024)));
      larger.set(head.subarray(0, headLength));
      head = larger;
    }
    head.set(chunk, headLength);
    headLength = needed;
    observed += chunk.length;
  }

  function addToTail(chunk: Uint8Array): void {
    const behind = observed - headLength;
    if (ring.length < tailLimit && behind + chunk.length > ring.length) {
      const larger = new Uint8Array(Math.min(tailLimit, Math.max(behind + chunk.length, ring.length * 2, 1024)));
      // Until it is as large as its limit the ring has never wrapped.
      larger.set(ring.subarray(0, behind));
      ring = larger;
    }
    observed += chunk.length;
    if (ring.length === 0) return;
    const last = chunk.subarray(Math.max(0, chunk.length - ring.length));
    const at = (observed - headLength - last.length) % ring.length;
    const first = last.subarray(0, ring.length - at);
    ring.set(first, at);
    ring.set(last.subarray(first.length), 0);
  }

  function readTail(from: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    if (length === 0) return bytes;
    const at = (from - headLength) % ring.length;
    const first = ring.subarray(at, Math.min(ring.length, at + length));
    bytes.set(first);
    bytes.set(ring.subarray(0, length - first.length), first.length);
    return bytes;
  }

  return {
    add(chunk) {
      const toHead = Math.min(chunk.length, headLimit - headLength);
      if (toHead > 0) addToHead(chunk.subarray(0, toHead));
      if (toHead < chunk.length) addToTail(chunk.subarray(toHead));
      return toHead;
    },
    get observed() {
      return observed;
    },
    get headLength() {
      return headLength;
    },
    get tailFrom() {
      return observed - tailLength();
    },
    head: () => head.slice(0, headLength),
    tail: () => readTail(observed - tailLength(), tailLength()),
    read(from, maxBytes) {
      if (from < headLength) return { from, bytes: head.slice(from, Math.min(headLength, from + maxBytes)) };
      const start = Math.min(Math.max(from, observed - tailLength()), observed);
      return { from: start, bytes: readTail(start, Math.min(maxBytes, observed - start)) };
    },
  };
}
