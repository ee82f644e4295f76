/** Colours of notes and frames; each theme has its own tones of them. */
export const layoutColors = ["amber", "green", "blue", "red", "violet", "grey"] as const;
export type LayoutColor = (typeof layoutColors)[number];

/** The colour that a file names, or `otherwise` where it names none that is known here. */
export function layoutColor(name: string | undefined, otherwise: LayoutColor): LayoutColor {
  return layoutColors.find((color) => color === name) ?? otherwise;
}
