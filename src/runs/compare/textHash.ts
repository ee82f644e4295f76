/**
 * A number of 53 bits for a text. Two texts of a run that differ share it with a chance of one in 10^15: it stands for
 * the text where a journal is too long to be kept.
 */
export function textHash(text: string): number {
  let low = 0x2545f491;
  let high = 0x6c078965;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
    high = Math.imul(high + unit, 0x27d4eb2f);
    high ^= high >>> 13;
  }
  low = Math.imul(low ^ text.length, 0x165667b1);
  high = Math.imul(high ^ low, 0x9e3779b1);
  low ^= low >>> 16;
  high ^= high >>> 16;
  return (high >>> 0) * 0x200000 + (low >>> 11);
}
