import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Tick } from "../engine/tick.ts";
import { linkLength } from "./runLogFormat.ts";

/** Characters of a line for whose bytes no place is kept. */
const longLine = 4_096;

/**
 * A hash over lines in their order: each link is SHA-256 of the link before and the line, the first of the line
 * alone. A changed, lost or reordered line changes every link from there on.
 */
export class HashChain {
  private link: Uint8Array = new Uint8Array();
  /** The bytes of a line, written over by the next: making an encoder for each takes longer than its hash. */
  private bytes = new Uint8Array(longLine);

  /** The line without its break. */
  add(line: string): void {
    this.link = sha256
      .create()
      .update(this.link)
      .update(this.asciiOf(line) ?? utf8ToBytes(line))
      .digest();
  }

  private asciiOf(line: string): Uint8Array | undefined {
    if (line.length > longLine) return undefined;
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (code > 127) return undefined;
      this.bytes[at] = code;
    }
    return this.bytes.subarray(0, line.length);
  }

  /** Hex; empty before the first line. */
  get value(): string {
    return bytesToHex(this.link);
  }

  /** The beginning of the value, which the end of a log holds for every line. */
  get short(): string {
    let hex = "";
    for (let at = 0; at < linkLength / 2; at++) hex += (this.link[at] ?? 0).toString(16).padStart(2, "0");
    return hex;
  }
}

/** The chain over ticks as a log writes them. */
export function chainOf(ticks: Iterable<Tick>): string {
  const chain = new HashChain();
  for (const tick of ticks) chain.add(JSON.stringify(tick));
  return chain.value;
}
