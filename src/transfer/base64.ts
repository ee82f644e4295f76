const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** RFC 4648 §4, padded. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const left = bytes.length - i;
    parts.push(
      alphabet.charAt(a >> 2) +
        alphabet.charAt(((a & 3) << 4) | (b >> 4)) +
        (left > 1 ? alphabet.charAt(((b & 15) << 2) | (c >> 6)) : "=") +
        (left > 2 ? alphabet.charAt(c & 63) : "="),
    );
  }
  return parts.join("");
}

/** The bytes, or `undefined` when the text is not what `toBase64` writes. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < text.length; i += 4) {
    let quantum = 0;
    for (let k = 0; k < 4; k++) quantum = (quantum << 6) | Math.max(0, alphabet.indexOf(text.charAt(i + k)));
    for (let shift = 16; shift >= 0 && at < bytes.length; shift -= 8) bytes[at++] = (quantum >> shift) & 255;
  }
  return bytes;
}
