import { close, fdatasync, ftruncateSync, openSync, writeSync } from "node:fs";
import { promisify } from "node:util";

/**
 * The kept bytes of one stream on disk: the head while the command runs (so that it survives the host), the tail at
 * the end. A full disk never stops the command: what could not be written is written at the end, or fails there.
 */
export interface OutputFile {
  /** `offset`: of the first byte. Best effort. */
  appendHead(bytes: Uint8Array, offset: number): void;
  /** Makes the file whole and durable. Rejects with the error of the file system; may be tried again. */
  finish(head: Uint8Array, tail: Uint8Array): Promise<void>;
}

export function makeOutputFile(path: string): OutputFile {
  let file: number | undefined;
  let written = 0;

  function opened(): number {
    if (file === undefined) {
      file = openSync(path, "w", 0o600);
      written = 0;
    }
    return file;
  }

  return {
    appendHead(bytes, offset) {
      if (offset !== written) return;
      try {
        written += writeSync(opened(), bytes, 0, bytes.length, written);
      } catch {
        // finish writes the rest from memory.
      }
    },
    async finish(head, tail) {
      if (head.length === 0) return;
      const whole = opened();
      writeAll(whole, head.subarray(written), written);
      written = head.length;
      writeAll(whole, tail, head.length);
      ftruncateSync(whole, head.length + tail.length);
      await promisify(fdatasync)(whole);
      file = undefined;
      await promisify(close)(whole);
    },
  };
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}
