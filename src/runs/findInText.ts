export interface FoundText {
  readonly places: readonly {
    /** Where the match begins. */
    readonly at: number;
    readonly before: string;
    readonly match: string;
    readonly after: string;
  }[];
  /** There are others. */
  readonly more: boolean;
}

const mostPlaces = 50;
const around = 40;

/** Where a text stands in a long one, capital letters or not. */
export function findInText(text: string, wanted: string): FoundText {
  const places: FoundText["places"][number][] = [];
  if (wanted === "") return { places, more: false };
  const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  for (const match of text.matchAll(new RegExp(escaped, "giu"))) {
    if (places.length === mostPlaces) return { places, more: true };
    const end = match.index + match[0].length;
    places.push({
      at: match.index,
      before: `${match.index > around ? "…" : ""}${text.slice(Math.max(0, match.index - around), match.index)}`,
      match: match[0],
      after: `${text.slice(end, end + around)}${end + around < text.length ? "…" : ""}`,
    });
  }
  return { places, more: false };
}
