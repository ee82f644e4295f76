/**
 * Numbers in [0, 1) that depend on the seed texts alone, so that replay, resume and a scenario agree.
 * FNV-1a over the texts (each closed by a mark, so that ["a","b"] differs from ["ab"]) seeds an xorshift with
 * a final multiplicative mix.
 */
export function seededRandom(seed: readonly string[]): () => number {
  let state = 0x811c9dc5;
  const stir = (unit: number) => {
    state = Math.imul(state ^ unit, 0x01000193) >>> 0;
  };
  for (const text of seed) {
    for (let at = 0; at < text.length; at++) stir(text.charCodeAt(at));
    stir(0x1ffff);
  }
  if (state === 0) state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000;
  };
}
