/** A shorter title has room on a card, letters. */
const longTitle = 22;
/** How much of its end is kept, letters: the last words, or so much of the last one. */
const end = { least: 6, most: 16 };

/** Where a long title may be cut: titles often differ only at their ends. `null`: it has room. */
export function titleParts(title: string): { readonly begin: string; readonly end: string } | null {
  const letters = [...title];
  if (letters.length <= longTitle) return null;
  const from = letters.length - end.most;
  const space = letters.findIndex((letter, at) => at >= from && at <= letters.length - end.least && letter === " ");
  const cut = space < 0 ? letters.length - 10 : space + 1;
  return { begin: letters.slice(0, cut).join(""), end: letters.slice(cut).join("") };
}
