/**
 * How well an entry fits what was typed, from 0 (not at all) to 1. Every word must stand in the entry; those at the
 * beginning of its label count most. Letters that merely occur in order are no match: they surprise people.
 */
export function matchScore(search: string, [label = "", ...more]: readonly string[]): number {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const name = label.toLowerCase();
  const all = [label, ...more].join(" ").toLowerCase();
  if (!words.every((word) => all.includes(word))) return 0;
  const [first = ""] = words;
  if (name === words.join(" ")) return 1;
  // Words that stand in the label itself count more than those of its note or group.
  const inLabel = words.every((word) => name.includes(word)) ? 0 : -0.1;
  if (name.startsWith(first)) return 0.9 + inLabel;
  if (name.includes(first)) return 0.7 + inLabel;
  return 0.4;
}
