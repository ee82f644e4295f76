import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { StreamRecord } from "./hostMessages.ts";
import { type KeptBytes, keepBytes } from "./keptBytes.ts";
import { makeOutputFile } from "./outputFile.ts";
import { makeScrubber } from "./scrubber.ts";

/** One output stream of a command, read as fast as it comes, whoever listens. */
export interface ObservedStream {
  readonly kept: KeptBytes;
  /** No more bytes will be read. Call once, after the stream closed or was given up. */
  end(): void;
  /** Makes the kept bytes durable. */
  store(): Promise<StreamRecord>;
}

export function observeStream(
  source: Readable,
  options: {
    readonly path: string;
    readonly maxBytes: number;
    readonly secrets: readonly string[];
    readonly onBytes: () => void;
  },
): ObservedStream {
  const kept = keepBytes(options.maxBytes);
  const file = makeOutputFile(options.path);
  const hash = createHash("sha256");
  const scrubber = makeScrubber(options.secrets);
  let digest = "";

  function take(bytes: Buffer): void {
    if (bytes.length === 0) return;
    hash.update(bytes);
    const offset = kept.headLength;
    const toHead = kept.add(bytes);
    if (toHead > 0) file.appendHead(bytes.subarray(0, toHead), offset);
    options.onBytes();
  }

  source.on("data", (chunk: Buffer) => take(scrubber.add(chunk)));
  // A pipe that breaks has said all it had to say.
  source.on("error", () => {});

  return {
    kept,
    end() {
      source.destroy();
      take(scrubber.end());
      digest = `sha256:${hash.digest("hex")}`;
    },
    async store() {
      await file.finish(kept.head(), kept.tail());
      return { observed: kept.observed, head: kept.headLength, tailFrom: kept.tailFrom, digest };
    },
  };
}
