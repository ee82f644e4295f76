/** Whole numbers with commas or blanks between them; `null`: something else stands there. */
export function readNumbers(text: string): readonly number[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  return words.every((word) => /^\d{1,9}$/.test(word)) ? [...new Set(words.map(Number))] : null;
}

/** Names with commas between them. */
export function readNames(text: string): readonly string[] {
  return [...new Set(text.split(",").map((name) => name.trim()))].filter(Boolean);
}
