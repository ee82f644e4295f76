import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Tick } from "../engine/tick.ts";
import { linkLength } from "./runLogFormat.ts";

/**
 * A hash over lines in their order: each link is SHA-256 of the link before and the line, the first of the line
 * alone. A changed, lost or reordered line changes every link from there on.
 */
export class HashChain {
  private link: Uint8Array = new Uint8Array();

  /** The line without its break. */
  add(line: string): void {
    this.link = sha256.create().update(this.link).update(utf8ToBytes(line)).digest();
  }

  /** Hex; empty before the first line. */
  get value(): string {
    return bytesToHex(this.link);
  }

  /** The beginning of the value, which the end of a log holds for every line. */
  get short(): string {
    return bytesToHex(this.link.subarray(0, linkLength / 2));
  }
}

/** The chain over ticks as a log writes them. */
export function chainOf(ticks: Iterable<Tick>): string {
  const chain = new HashChain();
  for (const tick of ticks) chain.add(JSON.stringify(tick));
  return chain.value;
}
