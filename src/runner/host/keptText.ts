import type { KeptOutput } from "../../protocol/runnerApi.ts";
import type { StreamRecord } from "./hostMessages.ts";

/**
 * What a person and a step read of a stream: its head and tail as text, with a mark between when something is missing,
 * cut between characters. Bytes that are no UTF-8 are shown as U+FFFD.
 */
export function keptText(kept: Uint8Array, record: StreamRecord): KeptOutput {
  const { observed: observedBytes, digest } = record;
  if (record.tailFrom <= record.head) {
    return { text: decode(kept), observedBytes, keptBytes: kept.length, digest };
  }
  const head = kept.subarray(0, wholeCharacters(kept.subarray(0, record.head)));
  const tail = kept.subarray(record.head);
  const whole = tail.subarray(continuationBytes(tail));
  const keptBytes = head.length + whole.length;
  return {
    text: `${decode(head)}\n… ${observedBytes - keptBytes} bytes were not kept …\n${decode(whole)}`,
    observedBytes,
    keptBytes,
    digest,
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** How many bytes at the beginning are whole characters: a character that is cut at the end does not count. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (isContinuation(byte)) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return size > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function continuationBytes(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && count < bytes.length && isContinuation(bytes[count] as number)) count++;
  return count;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
