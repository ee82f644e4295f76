import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** `sha256:` + hex over the UTF-8 bytes of a text, or over bytes. */
export function sha256Of(content: string | Uint8Array): string {
  return `sha256:${bytesToHex(sha256(typeof content === "string" ? utf8ToBytes(content) : content))}`;
}
