/** Makes text of a stream's bytes as they come; a character that is cut waits for its rest. Invalid bytes are shown as such. */
export interface OutputText {
  /** The text that is whole now and the offset of its first byte; `undefined`: nothing yet. */
  add(from: number, bytes: Uint8Array): { readonly from: number; readonly text: string } | undefined;
}

export function createOutputText(): OutputText {
  const decoder = new TextDecoder();
  let cut = new Uint8Array();
  let cutFrom = 0;
  return {
    add: (from, bytes) => {
      const follows = cut.length > 0 && cutFrom + cut.length === from;
      const all = follows ? concat(cut, bytes) : bytes;
      const start = follows ? cutFrom : from;
      const whole = all.length - cutLength(all);
      cut = all.slice(whole);
      cutFrom = start + whole;
      return whole === 0 ? undefined : { from: start, text: decoder.decode(all.subarray(0, whole)) };
    },
  };
}

/** Bytes at the end that begin a UTF-8 character without ending it. */
function cutLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
